/// A dirent. With `entry`, READDIRPLUS hands the kernel the attributes too and raises the lookup count by one if, and
/// only if, the dirent was packed into the reply: `FileSystem.looked` tells of each.
public struct DirectoryEntry: Hashable, Sendable {
    public var name: String
    /// Where the stream goes on after this entry; never 0.
    public var next: DirectoryOffset
    public var inode: InodeNumber
    public var kind: Attributes.Kind
    /// Nil for `.` and `..`, and where only the name is known.
    public var entry: Entry?

    public init(name: String, next: DirectoryOffset, inode: InodeNumber, kind: Attributes.Kind, entry: Entry?) {
        self.name = name
        self.next = next
        self.inode = inode
        self.kind = kind
        self.entry = entry
    }
}
