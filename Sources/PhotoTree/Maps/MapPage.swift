/// A list's map as one page of HTML that needs nothing beside it: style, scripts and the list's own GeoJSON stand in it, so
/// it opens from the mount, from a copy and from a mail alike. It asks the network for tiles and, when somebody opens a
/// callout, for that photo's thumbnail; its policy (CSP) lets nothing else happen.
///
/// Everything but heading and collection is the same in all pages of a mount, so a page's size is known without making it.
public struct MapPage: Sendable {
    private let head: [UInt8]
    private let tail: [UInt8]

    /// What a page says of its list, and where that lies.
    public struct Heading: Hashable, Sendable {
        /// The list's name ("Annecy").
        public var title: String
        /// Where it is in words ("Auvergne-Rhône-Alpes, France"); may be empty.
        public var subtitle: String
        /// The lists it lies in, the outermost first.
        public var trail: [Crumb]
        /// The source's namespace ("flickr"); with `directory` it is what a browser remembers the view under.
        public var source: String
        /// Absolute path of the list's folder in the mount.
        public var directory: String
        /// Absolute path of `pins/`; nil where no pins can be dropped.
        public var pins: String?

        public init(
            title: String, subtitle: String, trail: [Crumb] = [], source: String, directory: String, pins: String?
        ) {
            self.title = title
            self.subtitle = subtitle
            self.trail = trail
            self.source = source
            self.directory = directory
            self.pins = pins
        }
    }

    /// A list that others lie in.
    public struct Crumb: Hashable, Sendable {
        public var title: String
        /// The path of its own page from the list's folder; nil where it has none.
        public var path: String?

        public init(title: String, path: String?) {
            self.title = title
            self.path = path
        }
    }

    /// Pages with these tiles, the first of each kind; none leaves the built-in outline.
    ///
    /// `images` names further places that thumbnails may come from, as scheme and host ("http://mirror.example:8080"):
    /// https everywhere and this machine itself may always be asked. Others that are no such place are left out.
    /// `showsFiles` lets a page in the mount show the photos themselves, for a source that has no addresses of small ones.
    public init(assets: MapAssets, tiles: [TileLayer], images: [String] = [], showsFiles: Bool = false) {
        let document = MapDocument(assets: assets, tiles: tiles, images: images, showsFiles: showsFiles)
        head = Array(document.head.utf8)
        tail = Array(document.tail.utf8)
    }

    /// How many bytes the page has around a collection of so many bytes; exact.
    public func size(heading: Heading, collection: Int) -> Int {
        head.count + Self.bytes(heading).count + Self.between.utf8.count + collection + tail.count
    }

    /// The page. `collection` is the list's map.geojson as `GeoJSON` writes it, which escapes every `<`.
    public func bytes(heading: Heading, collection: [UInt8]) -> [UInt8] {
        var page: [UInt8] = []
        page.reserveCapacity(head.count + 512 + collection.count + tail.count)
        for piece in pieces(heading: heading, collection: collection) { page += piece }
        return page
    }

    /// The page in pieces, one behind the other: what all pages of a mount have in common is in memory once, however
    /// many of them are open.
    public func pieces(heading: Heading, collection: [UInt8]) -> [[UInt8]] {
        [head, Self.bytes(heading) + Self.between.utf8, collection, tail]
    }

    private static let between = "</script>\n<script type=\"application/json\" id=\"collection\">\n"

    private static func bytes(_ heading: Heading) -> [UInt8] {
        var writer = GeoJSONWriter(reserving: 512)
        writer.object { writer in
            writer.member("title", heading.title)
            writer.member("subtitle", unlessEmpty: heading.subtitle)
            if !heading.trail.isEmpty {
                writer.key("trail")
                writer.array { writer in
                    for crumb in heading.trail {
                        writer.object { writer in
                            writer.member("title", crumb.title)
                            writer.member("href", unlessEmpty: crumb.path.map(RelativeReference.from))
                        }
                    }
                }
            }
            writer.member("source", heading.source)
            writer.member("directory", heading.directory)
            writer.member("pins", unlessEmpty: heading.pins)
        }
        return writer.bytes
    }
}
