public import FUSE
import PhotoTree

// Who may do what. The mount has no `default_permissions`: copies take over modes, and are their owner's to change and to
// delete only with 0755 and 0644, which would have the kernel let everything in. So it checks nothing itself, and nothing
// at all on a path walk (measured); each operation looks at its caller here.
extension PlacesFileSystem {
    /// Desktops grey out by what this says of writing.
    public func access(_ inode: InodeNumber, _ wanted: AccessMode, by caller: Caller) async throws(Errno) {
        guard let record = inodes.record(NodeNumber(inode)) else { throw .noEntry }
        try checkSight(of: record.node, by: caller)
        if wanted.contains(.write) {
            try checkChange(by: caller)
            guard case .directory(let key) = record.node, Layout.shape(of: key).takesChanges else { throw .readOnly }
        }
        if wanted.contains(.execute) {
            guard case .directory = record.node else { throw .access }
        }
    }

    public func makeNode(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry {
        try checkChange(by: caller)
        throw .readOnly
    }

    public func setxattr(_ name: String, of inode: InodeNumber, by caller: Caller) async throws(Errno) {
        try checkChange(by: caller)
        throw .readOnly
    }

    public func removexattr(_ name: String, of inode: InodeNumber, by caller: Caller) async throws(Errno) {
        try checkChange(by: caller)
        throw .readOnly
    }

    /// - Throws: EACCES for everybody but the owner and root.
    func checkChange(by caller: Caller) throws(Errno) {
        guard isOwner(caller) else { throw .access }
    }

    /// Where others are let in, what the owner viewed and pinned is not theirs to see. A photo is: it may be found under
    /// `places/`, too, and here it can only be met in a folder that was looked up by somebody who may.
    ///
    /// - Throws: EACCES.
    func checkSight(of node: Node, by caller: Caller) throws(Errno) {
        guard settings.isShared, !isOwner(caller) else { return }
        let key: DirectoryKey
        switch node {
        case .photo: return
        case .directory(let own): key = own
        case .link(let target): key = target
        case .sidecar(_, _, let directory), .packet(_, let directory), .generated(_, let directory): key = directory
        }
        guard !isHidden(key) else { throw .access }
    }

    /// Whether this is a folder that strangers are kept out of. The kernel shows names and attributes that it has cached to
    /// whoever comes (measured), so it keeps no attributes of these folders, and no names of files in them.
    func isHidden(_ key: DirectoryKey) -> Bool {
        settings.isShared && folder(key).isPrivate
    }

    /// Whether the kernel must ask for a name in the folder of `parent` each time. Not for a directory below a hidden one:
    /// a stranger's LOOKUP is refused, and the kernel would let go of what it has, the owner's working directory perhaps.
    func mustAsk(for node: Node, in parent: DirectoryKey) -> Bool {
        if case .directory(let key) = node { return isHidden(key) && parent == .root }
        return isHidden(parent)
    }

    private func isOwner(_ caller: Caller) -> Bool {
        caller.userID == settings.userID || caller.userID == 0
    }
}
