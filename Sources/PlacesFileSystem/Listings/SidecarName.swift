import PhotoTree

/// `Sunset.jpg` stands beside `Sunset.geojson`.
enum SidecarName {
    static let suffix = ".geojson"

    static func of(_ photo: String) -> String {
        stem(photo) + suffix
    }

    /// The name of the photo that a sidecar's name would stand beside; nil for other names.
    static func photo(besides name: String) -> String? {
        guard name.endsWithBytes(of: suffix), name.utf8.count > suffix.utf8.count else { return nil }
        return name.droppingLastBytes(suffix.utf8.count) + ".jpg"
    }

    private static func stem(_ name: String) -> String {
        // Bytes: a letter before the dot may make one character of both.
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
        return String(decoding: name.utf8[..<dot], as: UTF8.self)
    }
}
