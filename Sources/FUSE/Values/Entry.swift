/// The answer to a lookup. Each delivered answer raises the inode's lookup count by one, until `forget` lowers it.
public struct Entry: Hashable, Sendable {
    /// Nil makes this a negative entry: the name does not exist, and the kernel may cache that for `validity`.
    public var attributes: Attributes?
    public var generation: UInt64
    /// How long the kernel may resolve the name from its cache.
    public var validity: Duration

    public init(attributes: Attributes, generation: UInt64 = 1, validity: Duration) {
        self.attributes = attributes
        self.generation = generation
        self.validity = validity
    }

    /// A name that does not exist; with a `validity` of zero the kernel asks each time.
    public static func negative(validity: Duration) -> Entry {
        Entry(negativeFor: validity)
    }

    private init(negativeFor validity: Duration) {
        attributes = nil
        generation = 0
        self.validity = validity
    }
}

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
