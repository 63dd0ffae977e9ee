/// A folder that is read: one on the disk, or one in a zip file. Names are bytes.
protocol PictureFolder: Sendable {
    var status: PictureStatus? { get }
    /// The names of all that lies in it, in the order of their bytes.
    func names() throws(DiskError) -> [[UInt8]]
    /// Of what lies in it under a name; nil where nothing does, `unknown` where the disk does not tell.
    func status(of name: [UInt8]) -> PictureStatus?
    /// The folder at a path of names below this one; this one's own again for none.
    func folder(at path: [[UInt8]]) throws(DiskError) -> any PictureFolder
    /// The file at a path of names below this one.
    func file(at path: [[UInt8]]) throws(DiskError) -> any PictureFile
    /// How many things in it are not shown because something is wrong with them.
    var refused: Int { get }
}

/// An open file that is read.
protocol PictureFile: Sendable {
    var status: PictureStatus { get }
    /// Whether its bytes are packed: such a file is read from its beginning to its end.
    var isPacked: Bool { get }
    /// Whether its bytes are still those that were there when it was opened, as far as its times tell.
    var isUnchanged: Bool { get }
    /// Whether it has no name any more.
    var isRemoved: Bool { get }
    /// The bytes of a range; fewer only at the end of the file. Blocks.
    func read(_ range: Range<Int64>) throws(DiskError) -> [UInt8]
}

enum FolderDepth {
    /// What lies below more folders than this is not looked at.
    static let deepest = 100
}

extension DiskFolder: PictureFolder {
    func folder(at path: [[UInt8]]) throws(DiskError) -> any PictureFolder { try folder(path) }
    func file(at path: [[UInt8]]) throws(DiskError) -> any PictureFile { try file(path) }
    var refused: Int { 0 }
}

extension DiskFile: PictureFile {
    var isPacked: Bool { false }
}
