import FUSE

/// What a `MemoryFileSystem` is made of.
indirect enum Tree: Sendable {
    case file([UInt8], xattrs: [String: [UInt8]] = [:])
    case directory([String: Tree])
}

/// The tables of a `MemoryFileSystem`.
struct State: Sendable {
    struct Node: Sendable {
        var bytes: [UInt8]?
        var children: [String: InodeNumber] = [:]
        var xattrs: [String: [UInt8]] = [:]
        /// What stat says instead of the truth.
        var estimatedSize: Int64?
    }

    /// An open file or directory; of a directory what it held when it was opened.
    struct Handle: Sendable {
        var inode: InodeNumber
        var snapshot: [(name: String, inode: InodeNumber, attributes: Attributes)] = []

        func dirents(_ validity: Duration) -> [DirectoryEntry] {
            var entries: [DirectoryEntry] = []
            for (name, kind) in [(".", Attributes.Kind.directory), ("..", .directory)] {
                let next = DirectoryOffset(Int64(entries.count + 1))
                entries.append(DirectoryEntry(name: name, next: next, inode: inode, kind: kind, entry: nil))
            }
            for (name, inode, attributes) in snapshot {
                entries.append(
                    DirectoryEntry(
                        name: name, next: DirectoryOffset(Int64(entries.count + 1)), inode: inode,
                        kind: attributes.kind, entry: Entry(attributes: attributes, validity: validity)))
            }
            return entries
        }
    }

    var nodes: [InodeNumber: Node] = [:]
    /// What the kernel holds, as far as it has told.
    var lookups: [InodeNumber: Int] = [:]
    var handles: [HandleNumber: Handle] = [:]
    var notifier: KernelNotifier?
    var isDestroyed = false
    private var lastInode: UInt64 = 1
    private var lastHandle: UInt64 = 0

    init(_ root: Tree) {
        nodes[.root] = Node()
        fill(.root, with: root)
    }

    mutating func add(_ tree: Tree, named name: String, to parent: InodeNumber) -> InodeNumber {
        lastInode += 1
        let inode = InodeNumber(lastInode)
        nodes[inode] = Node()
        nodes[parent]?.children[name] = inode
        fill(inode, with: tree)
        return inode
    }

    mutating func open(_ inode: InodeNumber) -> HandleNumber {
        lastHandle += 1
        var handle = Handle(inode: inode)
        for (name, child) in (nodes[inode]?.children ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let attributes = attributes(child, .seconds(3600)) else { continue }
            handle.snapshot.append((name, child, attributes))
        }
        handles[HandleNumber(lastHandle)] = handle
        return HandleNumber(lastHandle)
    }

    func attributes(_ inode: InodeNumber, _ validity: Duration) -> Attributes? {
        guard let node = nodes[inode] else { return nil }
        let time = FileTime(seconds: 1_700_000_000)
        return Attributes(
            inode: inode, kind: node.bytes == nil ? .directory : .file,
            permissions: node.bytes == nil ? 0o755 : 0o644, linkCount: 2, userID: 0, groupID: 0,
            size: node.estimatedSize ?? Int64(node.bytes?.count ?? 0), accessed: time, modified: time, changed: time,
            validity: validity)
    }

    func entry(_ inode: InodeNumber, _ validity: Duration) -> Entry? {
        attributes(inode, validity).map { Entry(attributes: $0, validity: validity) }
    }

    /// The inode at a path from the root.
    func inode(_ path: String) -> InodeNumber? {
        path.split(separator: "/").reduce(InodeNumber.root) { inode, name in
            inode.flatMap { nodes[$0]?.children[String(name)] }
        }
    }

    private mutating func fill(_ inode: InodeNumber, with tree: Tree) {
        switch tree {
        case .file(let bytes, let xattrs):
            nodes[inode]?.bytes = bytes
            nodes[inode]?.xattrs = xattrs
        case .directory(let children):
            for (name, child) in children.sorted(by: { $0.key < $1.key }) {
                _ = add(child, named: name, to: inode)
            }
        }
    }
}
