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

    /// The name that an album lists for a photo that was given `name`: the same, with the ending that photos have here
    /// in place of another picture's ending, or behind the name. nil for a name whose stem is too long.
    ///
    /// `ofOwnFiles`: photos are files of one's own, whose endings say what they are.
    public static func listed(_ name: String, ofOwnFiles: Bool = false) -> String? {
        let stem = stem(of: name)
        guard !stem.isEmpty, stem.utf8.count <= maximumStemBytes else { return nil }
        return stem + (ofOwnFiles ? PhotoEnding.of(name) ?? PhotoEnding.usual : PhotoEnding.usual)
    }

    private static func stem(of name: String) -> String {
        name.droppingLastBytes(PhotoEnding.known(in: name)?.utf8.count ?? 0)
    }

    /// The name of a photo where another one has its name.
    public static func distinct(_ name: String, _ photo: PhotoID) -> String {
        let suffix = " (\(FileName.identifier(photo.rawValue)))"
        let room = maximumStemBytes - suffix.utf8.count
        return TextCut.trimmed(TextCut.characters(stem(of: name), maximumBytes: room)) + suffix
            + (PhotoEnding.of(name) ?? PhotoEnding.usual)
    }
}
