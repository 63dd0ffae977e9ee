import PhotoTree

/// The names of sidecars: that of `Sunset.jpg` is `Sunset.geojson`.
enum SidecarName {
    static let suffix = ".geojson"

    static func of(_ photo: String) -> String {
        stem(photo) + suffix
    }

    /// The name of the photo that a sidecar of this name would belong to; nil for other names.
    static func photo(besides name: String) -> String? {
        guard name.endsWithBytes(of: suffix), name.utf8.count > suffix.utf8.count else { return nil }
        return name.droppingLastBytes(suffix.utf8.count) + ".jpg"
    }

    private static func stem(_ name: String) -> String {
        // Searched byte by byte: as a Character, the dot may be joined with what stands beside it.
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
        return String(decoding: name.utf8[..<dot], as: UTF8.self)
    }
}
