/// A dirent. With `entry`, READDIRPLUS also hands the kernel the attributes. The lookup count rises by one if, and only
/// if, the dirent was packed into the reply; `FileSystem.looked` reports each.
public struct DirectoryEntry: Hashable, Sendable {
    public var name: String
    /// Where the stream continues after this entry; never 0.
    public var next: DirectoryOffset
    public var inode: InodeNumber
    public var kind: Attributes.Kind
    /// Nil for `.` and `..`, and if only the name is known.
    public var entry: Entry?

    public init(name: String, next: DirectoryOffset, inode: InodeNumber, kind: Attributes.Kind, entry: Entry?) {
        self.name = name
        self.next = next
        self.inode = inode
        self.kind = kind
        self.entry = entry
    }
}
