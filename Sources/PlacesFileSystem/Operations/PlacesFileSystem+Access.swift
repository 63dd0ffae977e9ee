public import FUSE
import PhotoTree

// Who may do what. A mount for its owner alone has no `default_permissions`: a copy of a file takes over its mode, and
// its owner can change and delete it only if that is 0755 or 0644; with these modes the kernel's checks would let
// everybody write. So each operation checks its caller here. In a mount that other users may use, the kernel checks,
// too: only so it keeps them out of folders of 0700 that it has cached (measured).
extension PlacesFileSystem {
    /// Desktops disable actions by what this answers about writing.
    public func access(_ inode: InodeNumber, _ wanted: AccessMode, by caller: Caller) async throws(Errno) {
        guard let record = inodes.record(NodeNumber(inode)) else { throw .noEntry }
        try checkSight(of: record.node, by: caller)
        if wanted.contains(.write) {
            try checkChange(by: caller)
            guard isChangeable(record.node) else { throw .readOnly }
        }
        if wanted.contains(.execute) {
            guard case .directory = record.node else { throw .access }
        }
    }

    /// Whether something can be changed in a directory, or a file be removed from one that lists it. Opening it for
    /// writing is refused all the same: a desktop draws a padlock where the folder can be written and the file in it
    /// cannot.
    private func isChangeable(_ node: Node) -> Bool {
        switch node {
        case .directory(let key): folder(key).takesChanges
        case .photo(let id): tree.directories.isShown(id) { folder($0).shape.takesRemovals }
        case .sidecar(_, _, let key), .packet(_, let key), .generated(_, let key): folder(key).shape.takesRemovals
        case .spool, .shortcut: true
        case .link, .smallRendition: false
        }
    }

    public func makeNode(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry {
        try checkChange(by: caller)
        throw folder(try directory(parent)) is any PhotoTaking ? .notPermitted : .readOnly
    }

    /// Attributes that have no effect.
    ///
    /// - Throws: EROFS where an attribute cannot be set at all. EOPNOTSUPP for one that copies carry only where there
    ///   is room for it: `cp -a` of a folder takes that for an answer.
    func ignoreAttribute(_ name: String, of inode: InodeNumber) throws(Errno) {
        guard let record = inodes.record(NodeNumber(inode)) else { throw .noEntry }
        guard ignoresAttributes(record.node) else { throw .readOnly }
        guard name.hasPrefix("user.") else { throw .notSupported }
    }

    /// Whether programs may set attributes that have no effect: on albums, on what is being copied into one, and on a
    /// photo that has just come into one.
    func ignoresAttributes(_ node: Node) -> Bool {
        switch node {
        case .directory(let key): folder(key).shape.ignoresAttributes
        case .photo(let id): folders.albums.hasJustTaken(id)
        case .sidecar(_, _, let key), .packet(_, let key), .generated(_, let key): folder(key) is any PhotoTaking
        case .spool, .shortcut: true
        case .link, .smallRendition: false
        }
    }

    /// - Throws: EACCES for all users but the owner and root.
    func checkChange(by caller: Caller) throws(Errno) {
        guard isOwner(caller) else { throw .access }
    }

    /// If other users may use the mount, they must not see what the owner viewed and pinned. The kernel lets nobody
    /// else walk there; this is for those who have an inode of it. They may see a photo: it may be found under
    /// `places/`, too.
    ///
    /// - Throws: EACCES.
    func checkSight(of node: Node, by caller: Caller) throws(Errno) {
        guard settings.isShared, !isOwner(caller) else { return }
        let key: DirectoryKey
        switch node {
        case .photo, .smallRendition: return
        case .directory(let own): key = own
        case .link(let target): key = target
        case .shortcut(_, let directory), .spool(let directory): key = directory
        case .sidecar(_, _, let directory), .packet(_, let directory), .generated(_, let directory): key = directory
        }
        guard !isHidden(key) else { throw .access }
    }

    /// Whether other users must not see this folder.
    func isHidden(_ key: DirectoryKey) -> Bool {
        settings.isShared && folder(key).shape.isPrivate
    }

    /// Whether this is one of the folders at the root that the kernel lets nobody else into.
    func isGuarded(_ key: DirectoryKey) -> Bool {
        isHidden(key) && folder(key).parent?.isRoot == true
    }

    /// Whether the caller may know what was done here: which photos were fetched or looked at, which folders refreshed.
    func maySeeDoings(_ caller: Caller) -> Bool {
        !settings.isShared || isOwner(caller)
    }

    func isOwner(_ caller: Caller) -> Bool {
        caller.userID == settings.userID || caller.userID == 0
    }
}
