internal import FUSE

extension MountTable {
    var ours: [Mount] { mounts.filter(\.isOurs) }
}

extension MountTable.Mount {
    var isOurs: Bool { type == "fuse.placesfs" }
}
