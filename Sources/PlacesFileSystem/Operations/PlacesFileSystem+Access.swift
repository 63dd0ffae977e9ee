public import FUSE
import PhotoTree

// Who may do what. The mount has no `default_permissions`. A copy of a file takes over its mode, and its owner can
// change and delete it only if that is 0755 or 0644; with these modes the kernel's checks would let everybody in. So
// the kernel checks nothing, not even on a path walk (measured), and each operation checks its caller here.
extension PlacesFileSystem {
    /// Desktops disable actions by what this answers about writing.
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

    /// - Throws: EACCES for all users but the owner and root.
    func checkChange(by caller: Caller) throws(Errno) {
        guard isOwner(caller) else { throw .access }
    }

    /// If other users may use the mount, they must not see what the owner viewed and pinned. They may see a photo: it
    /// may be found under `places/`, too, and here its inode is only known to the kernel if a user who may see the
    /// folder looked it up.
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

    /// Whether other users must not see this folder. The kernel shows cached names and attributes to every user
    /// (measured), so it may cache no attributes of such folders, and no names of files in them.
    func isHidden(_ key: DirectoryKey) -> Bool {
        settings.isShared && folder(key).isPrivate
    }

    /// Whether the kernel must look up a name in the folder of `parent` each time. This is not so for a directory below
    /// a hidden one: if another user's LOOKUP were refused, the kernel would drop its dentry, which may be the owner's
    /// working directory.
    func mustAsk(for node: Node, in parent: DirectoryKey) -> Bool {
        if case .directory(let key) = node { return isHidden(key) && parent == .root }
        return isHidden(parent)
    }

    /// Whether the caller may know when photos were looked at.
    func maySeeViews(_ caller: Caller) -> Bool {
        !settings.isShared || isOwner(caller)
    }

    private func isOwner(_ caller: Caller) -> Bool {
        caller.userID == settings.userID || caller.userID == 0
    }
}
