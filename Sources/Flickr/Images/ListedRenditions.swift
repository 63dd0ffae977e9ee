internal import PhotoAPI
internal import PhotoTree

/// The images of one photo, smallest first.
///
/// If a search asks for the address of a size and the answer lacks it, the photo has no such size: small originals have
/// few sizes, photos before 2010 lack 1024 px, and those before 2012 lack 800 px. So if the answer has any size,
/// addresses are built from the secret only for smaller sizes that all photos have. If it has none, addresses are built
/// up to the original's length, or up to 1024 px if that is unknown too.
struct ListedRenditions: Sendable {
    private(set) var renditions: [Rendition] = []

    /// The images of a photo in a search's answer.
    init(listed entry: JSONValue, hosts: ImageHosts) {
        var found: [Rendition?] = Self.extras.map { extra in
            guard let url = entry[extra.url]?.word, let address = hosts.address(of: url) else { return nil }
            return Rendition(
                name: extra.size.name, width: entry[extra.width]?.pixels, height: entry[extra.height]?.pixels,
                url: address)
        }
        build(from: entry, hosts: hosts, into: &found)
        renditions = found.compactMap(\.self)
    }

    /// The members of a photo in a list that describe its image of each size.
    private static let extras = ImageSize.allCases.map { size in
        (size: size, url: "url_\(size.extra)", width: "width_\(size.extra)", height: "height_\(size.extra)")
    }

    /// The images that `flickr.photos.getSizes` lists, without a video's own. If it lists none, they are built from
    /// `details` (the photo in `flickr.photos.getInfo`).
    init(sizes answer: JSONValue, details: JSONValue, hosts: ImageHosts) throws(FlickrError) {
        guard let list = answer["sizes"] else { throw .notAnAnswer("sizes without \"sizes\"") }
        var found = [Rendition?](repeating: nil, count: Self.extras.count)
        for entry in list["size"]?.elements ?? [] where (entry["media"]?.text ?? "photo") == "photo" {
            guard let source = entry["source"]?.word, let size = Self.size(label: entry["label"]?.text, url: source),
                let address = hosts.address(of: source)
            else { continue }
            found[size.rank] = Rendition(
                name: size.name, width: entry["width"]?.pixels, height: entry["height"]?.pixels,
                url: address)
        }
        if found.allSatisfy({ $0 == nil }) { build(from: details, hosts: hosts, into: &found) }
        renditions = found.compactMap(\.self)
    }

    /// `found` has an element for each size, by rank.
    private func build(from entry: JSONValue, hosts: ImageHosts, into found: inout [Rendition?]) {
        guard let address = FlickrImageAddress(entry), let beginning = hosts.address(of: address.beginning) else {
            return
        }
        let width = entry["o_width"]?.pixels
        let height = entry["o_height"]?.pixels
        let originalEdge = [width, height].compactMap { $0 }.max() ?? .max
        let largestNamed = found.indices.last { found[$0] != nil && Self.extras[$0].size != .original }
        for rank in found.indices where found[rank] == nil {
            let size = Self.extras[rank].size
            if let largestNamed, size != .original, rank > largestNamed || size.isLateAddition { continue }
            if let edge = size.buildableEdge, edge > originalEdge { continue }
            guard let url = address.address(of: size, behind: beginning) else { continue }
            found[rank] = Rendition(
                name: size.name, width: size == .original ? width : nil, height: size == .original ? height : nil,
                url: url)
        }
    }

    private static func size(label: String?, url: String) -> ImageSize? {
        if let named = ImageSize.allCases.first(where: { $0.label == label }) { return named }
        let file = url.split(separator: "/").last ?? ""
        let suffix = file.prefix { $0 != "." }.split(separator: "_").dropFirst(2).first
        return suffix.flatMap { ImageSize(rawValue: String($0)) }
    }
}
