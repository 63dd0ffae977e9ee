/// A folder in `albums/`: photos that a user put together by hand.
public struct Album: Hashable, Sendable {
    /// The number of its directory, which it keeps when it is renamed.
    public var number: NodeNumber
    public var name: String

    public init(number: NodeNumber, name: String) {
        self.number = number
        self.name = name
    }
}

/// The names of photos in albums: those that users give them.
public enum AlbumName {
    /// In bytes of UTF-8, without the ending.
    public static let maximumStemBytes = FileName.maximumStemBytes

    /// The ending of every listed photo.
    private static let ending = ".jpg"
    private static let endingsOfPictures: Set<String> = [
        "jpg", "jpeg", "jpe", "jfif", "png", "gif", "webp", "tif", "tiff", "heic", "heif", "avif", "bmp", "jxl",
    ]

    /// The name that an album lists for a photo that was given `name`: the same, with the ending that photos have here
    /// in place of another picture's ending, or behind the name. nil for a name whose stem is too long.
    ///
    /// `ofOwnFiles`: photos are files of one's own, whose endings say what they are.
    public static func listed(_ name: String, ofOwnFiles: Bool = false) -> String? {
        let stem = stem(of: name)
        guard !stem.isEmpty, stem.utf8.count <= maximumStemBytes else { return nil }
        return stem + (ofOwnFiles ? PhotoEnding.of(name) ?? ending : ending)
    }

    /// The name without a picture's ending.
    private static func stem(of name: String) -> String {
        // Byte by byte: as a Character, the dot may be joined with what stands beside it.
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.utf8.startIndex else { return name }
        let last = String(decoding: name.utf8[name.utf8.index(after: dot)...], as: UTF8.self).lowercased()
        return endingsOfPictures.contains(last) ? String(decoding: name.utf8[..<dot], as: UTF8.self) : name
    }

    /// The name of a photo where another one has its name.
    public static func distinct(_ name: String, _ photo: PhotoID) -> String {
        let suffix = " (\(FileName.identifier(photo.rawValue)))"
        let room = maximumStemBytes - suffix.utf8.count
        return TextCut.trimmed(TextCut.characters(stem(of: name), maximumBytes: room)) + suffix
            + (PhotoEnding.of(name) ?? ending)
    }
}
