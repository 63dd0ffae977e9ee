internal import PhotoTree

/// The images of one photo, smallest first.
///
/// A search that is asked for an image's address and does not give it says that the photo has no such size (small
/// originals have short ladders, and before 2012 there was no 800 px). So addresses are built from the secret only
/// where nothing says that they lead nowhere: up to the original's length, or below the largest size named, or, when
/// nothing is named at all, up to 1024 px.
struct ImageLadder: Sendable {
    private(set) var renditions: [Rendition] = []

    /// The images of a photo as a search lists it.
    init(listed entry: JSONValue, hosts: ImageHosts) {
        var found: [ImageSize: Rendition] = [:]
        for size in ImageSize.allCases {
            guard let url = entry["url_\(size.extra)"]?.word, let address = hosts.address(of: url) else { continue }
            found[size] = Rendition(
                name: size.name, width: Self.pixels(entry["width_\(size.extra)"]),
                height: Self.pixels(entry["height_\(size.extra)"]), url: address)
        }
        build(from: entry, hosts: hosts, into: &found)
        renditions = found.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The images that `flickr.photos.getSizes` names; a video's own are left out. `details` (the photo in
    /// `flickr.photos.getInfo`) stands in when it names none.
    init(sizes answer: JSONValue, details: JSONValue, hosts: ImageHosts) throws(FlickrError) {
        guard let list = answer["sizes"] else { throw .notAnAnswer("sizes without \"sizes\"") }
        var found: [ImageSize: Rendition] = [:]
        for entry in list["size"]?.elements ?? [] where (entry["media"]?.text ?? "photo") == "photo" {
            guard let source = entry["source"]?.word, let size = Self.size(label: entry["label"]?.text, url: source),
                let address = hosts.address(of: source)
            else { continue }
            found[size] = Rendition(
                name: size.name, width: Self.pixels(entry["width"]), height: Self.pixels(entry["height"]),
                url: address)
        }
        if found.isEmpty { build(from: details, hosts: hosts, into: &found) }
        renditions = found.sorted { $0.key < $1.key }.map(\.value)
    }

    private func build(from entry: JSONValue, hosts: ImageHosts, into found: inout [ImageSize: Rendition]) {
        guard let address = FlickrImageAddress(entry) else { return }
        let original =
            Self.longerEdge(Self.pixels(entry["o_width"]), Self.pixels(entry["o_height"]))
            ?? found[.original].flatMap { Self.longerEdge($0.width, $0.height) }
        let largestNamed = found.keys.filter { $0 != .original }.max()
        for size in ImageSize.allCases where found[size] == nil {
            guard let url = address.url(of: size), let allowed = hosts.address(of: url) else { continue }
            var rendition = Rendition(name: size.name, width: nil, height: nil, url: allowed)
            if let edge = size.buildableEdge {
                guard original.map({ edge <= $0 }) ?? largestNamed.map({ size < $0 }) ?? true else { continue }
            } else {
                rendition.width = Self.pixels(entry["o_width"])
                rendition.height = Self.pixels(entry["o_height"])
            }
            found[size] = rendition
        }
    }

    private static func size(label: String?, url: String) -> ImageSize? {
        if let named = ImageSize.allCases.first(where: { $0.label == label }) { return named }
        let file = url.split(separator: "/").last ?? ""
        let suffix = file.prefix { $0 != "." }.split(separator: "_").dropFirst(2).first
        return suffix.flatMap { ImageSize(rawValue: String($0)) }
    }

    private static func longerEdge(_ width: Int?, _ height: Int?) -> Int? {
        [width, height].compactMap { $0 }.max()
    }

    private static func pixels(_ value: JSONValue?) -> Int? {
        value?.integer.flatMap { (1...1_000_000).contains($0) ? $0 : nil }
    }
}
