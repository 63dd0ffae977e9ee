internal import Synchronization

/// A list's map as one self-contained page of HTML: it contains style, scripts and the list's GeoJSON, so it opens from
/// the mount, from a copy and from a mail. It knows by its own address where it lies, and names no path of the machine
/// that made it. It requests tiles from the network, and a photo's thumbnail when the user opens its callout; its
/// policy (CSP) permits nothing else.
///
/// Only heading and collection differ between the pages of a mount, so a page's size is known without making it.
public struct MapPage: Sendable {
    private let head: [UInt8]
    private let tail: [UInt8]
    /// Of head and tail.
    private let frame: LazyDigest

    /// What a page says about its list, and where the list is.
    public struct Heading: Hashable, Sendable {
        /// The list's name ("Annecy").
        public var title: String
        /// Its location in words ("Auvergne-Rhône-Alpes, France"); may be empty.
        public var subtitle: String
        /// The lists that contain it, the outermost first.
        public var trail: [Crumb]
        /// The source's namespace ("flickr"); a browser stores the view under it and the page's address.
        public var source: String
        /// The path of the list's folder below the mountpoint ("places/France/Annecy").
        public var folder: String
        /// The path of `pins/` below the mountpoint; nil where the user cannot add pins.
        public var pins: String?

        public init(
            title: String, subtitle: String, trail: [Crumb] = [], source: String, folder: String, pins: String?
        ) {
            self.title = title
            self.subtitle = subtitle
            self.trail = trail
            self.source = source
            self.folder = folder
            self.pins = pins
        }
    }

    /// A list that contains others.
    public struct Crumb: Hashable, Sendable {
        public var title: String
        /// The path of its page relative to the list's folder; nil where it has none.
        public var path: String?

        public init(title: String, path: String?) {
            self.title = title
            self.path = path
        }
    }

    /// Pages with these tiles, the first layer of each kind; without any, pages have the built-in outline.
    ///
    /// `images` names further hosts of thumbnails, as scheme and host ("http://mirror.example:8080"): https everywhere,
    /// this machine itself and files are always permitted. Texts that name no such host are left out.
    public init(assets: MapAssets, tiles: [TileLayer], images: [String] = []) {
        let document = MapDocument(assets: assets, tiles: tiles, images: images)
        head = Array(document.head.utf8)
        tail = Array(document.tail.utf8)
        frame = LazyDigest()
    }

    /// The exact size in bytes of a page with a collection of `collection` bytes.
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

    /// The page in pieces, in order: the parts that all pages of a mount share are in memory once, however many pages
    /// are open.
    public func pieces(heading: Heading, collection: [UInt8]) -> [[UInt8]] {
        [head, Self.bytes(heading) + Self.between.utf8, collection, tail]
    }

    /// Identifies all of a page but its collection, in this program and the next.
    public func digest(heading: Heading) -> String {
        ContentDigest.of(Array(frame.value { ContentDigest.of(head, tail) }.utf8), Self.bytes(heading))
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
            writer.member("folder", heading.folder)
            writer.member("pins", unlessEmpty: heading.pins)
        }
        return writer.bytes
    }
}

/// A digest that is taken when it is first needed: a start does without.
private final class LazyDigest: Sendable {
    private let known = Mutex<String?>(nil)

    func value(_ take: () -> String) -> String {
        known.withLock { known in
            let value = known ?? take()
            known = value
            return value
        }
    }
}
