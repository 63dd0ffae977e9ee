internal import LinuxProcess

extension MountTable {
    /// Why not all changes in a folder are seen by themselves, in words; nil where they are.
    func remoteness(of folder: String) -> String? {
        if mount(of: folder)?.isRemote == true { return "it is not on this machine" }
        let root = Array(folder.utf8)
        for mount in mounts where mount.isRemote && mount.type != "fuse.placesfs" {
            let path = Array(mount.mountpoint.utf8)
            guard path.count > root.count, path.isAt(root), top(at: mount.mountpoint) == mount else { continue }
            let below = Array(path.dropFirst(root.count + 1))
            // What is not looked at need not tell of changes.
            if !below.isHidden { return "\(below.pathText) is not on this machine" }
        }
        return nil
    }
}

extension MountTable.Mount {
    /// Whether others may change files in it without an event here.
    fileprivate var isRemote: Bool {
        let kinds = ["nfs", "cifs", "smb", "9p", "davfs", "ceph", "afs", "fuse.", "virtiofs", "vboxsf"]
        return type == "fuse" || kinds.contains { type.hasPrefix($0) }
    }
}
