extension Photo {
    /// Whether the source names other files here than in an earlier description of the photo: it has replaced the
    /// image, or made new addresses for it.
    ///
    /// Where both tell a file's digest (Wikimedia Commons does for originals), the digests decide: a renamed file has
    /// other addresses and the same bytes. Elsewhere the names at the end of the addresses do: Flickr's contain the
    /// photo's secret. Hosts and parameters may differ.
    public func namesOtherFiles(than before: Photo) -> Bool {
        let pairs = renditions.compactMap { now in before.renditions.first { $0.name == now.name }.map { (now, $0) } }
        let digests = pairs.compactMap { now, then in now.digest.flatMap { new in then.digest.map { new != $0 } } }
        guard digests.isEmpty else { return digests.contains(true) }
        return pairs.contains { !$0.fileName.elementsEqual($1.fileName) }
    }
}

extension Rendition {
    /// The last part of the address, without its query.
    fileprivate var fileName: Substring.UTF8View {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let slash = path.lastIndex(of: UInt8(ascii: "/"))
        return slash.map { path[path.index(after: $0)...] } ?? path
    }
}
