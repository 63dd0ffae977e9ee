/// A photo whose file lies on this machine, where it is read in place: one's own.
extension Photo {
    private static let pathName = "folder.path"
    private static let formerName = "folder.former"

    /// The path of its file below the folder that it comes from; nil for a photo of a service.
    public var ownPath: String? {
        get { sourceAttributes[Self.pathName] }
        set { sourceAttributes[Self.pathName] = newValue }
    }

    /// The name of its own file; nil for a photo of a service.
    public var ownName: String? {
        ownPath.map { path in
            path.utf8.lastIndex(of: Self.slash).map { String(decoding: path.utf8[$0...].dropFirst(), as: UTF8.self) }
                ?? path
        }
    }

    /// The name that its own file had before it was renamed; it opens the photo, too.
    public var ownFormerName: String? {
        get { sourceAttributes[Self.formerName] }
        set { sourceAttributes[Self.formerName] = newValue }
    }

    /// When it was taken; of one's own photo that does not tell, when its file was written.
    package var dateTaken: Timestamp? { taken ?? (ownPath == nil ? nil : uploaded) }

    /// The folders that its file lies in, in words ("2019 Rome"); empty for a file that lies in none.
    var ownFolder: String {
        let folders = (ownPath ?? "").utf8.split(separator: Self.slash).dropLast()
        return folders.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }

    private static var slash: UInt8 { UInt8(ascii: "/") }
}

extension Rendition {
    /// The name of a photo's only size where that is a file of one's own, read in place.
    public static let inPlace = "file"
}

/// A file on this machine that is a photo, open for reading.
public protocol PhotoFile: Sendable {
    /// In bytes, when it was opened.
    var length: Int64 { get }
    /// Two of one photo with the same version have the same bytes.
    var version: String { get }
    /// Whether it has no name on the disk any more: its bytes are lost with the last handle.
    var isRemoved: Bool { get }

    /// The bytes of `range`, cut at the file's end. May block.
    ///
    /// - Throws: `changed` when the file is no longer the one that was opened.
    func read(_ range: Range<Int64>) throws(PhotoFileError) -> [UInt8]
}

public enum PhotoFileError: Error, Hashable, Sendable {
    /// Its bytes are others now.
    case changed
    /// The text says why, in a few words.
    case unreadable(String)
}

/// What is new at a source that tells of changes by itself.
public struct SourceChange: Sendable {
    /// Places whose photos are others now; nil where that may be any.
    public var places: Set<PlaceID>?
    /// What identifies the topics whose photos are others now; nil where that may be any.
    public var topics: Set<String>?
    /// Photos whose files are not there. They may come back.
    public var away: [PhotoID]
    /// Photos that are gone for good.
    public var gone: [PhotoID]
    /// The lengths in bytes of files that are others now.
    public var lengths: [ImageKey: Int64]

    public init(
        places: Set<PlaceID>?, topics: Set<String>? = nil, away: [PhotoID] = [], gone: [PhotoID] = [],
        lengths: [ImageKey: Int64] = [:]
    ) {
        self.places = places
        self.topics = topics
        self.away = away
        self.gone = gone
        self.lengths = lengths
    }
}
