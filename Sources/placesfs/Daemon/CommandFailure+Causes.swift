internal import Catalog
internal import FUSE
internal import PhotoCache

/// The errors of the lower layers, each with its exit status and remedy: one exhaustive switch for each error type.
extension CommandFailure {
    /// `option` is what needs root's permission, if that was asked for.
    init(_ error: SessionError, needing option: String?) {
        switch error {
        case .noDevice:
            self.init(
                .noDevice,
                "there is no /dev/fuse, so nothing can be mounted; as root: modprobe fuse (a container needs "
                    + "--device /dev/fuse and the capability SYS_ADMIN)")
        case .noFusermount:
            self.init(.noFusermount, "fusermount3 is missing; as root: apt-get install fuse3")
        case .notPermitted(let words) where words.contains("/dev/fuse"):
            self.init(
                .notPermitted,
                "mounting is not permitted: \(words); as root: chmod 666 /dev/fuse (placesfs doctor says more)")
        case .notPermitted(let words):
            self.init(
                .notPermitted,
                option.map { "only root may use --\($0); as root: echo user_allow_other >> /etc/fuse.conf" }
                    ?? "mounting is not permitted: \(words); placesfs doctor looks for the cause")
        case .mountpointMissing(let path):
            self.init(.mountpointMissing, "\(path) does not exist; first: mkdir -p \(path.shellWord)")
        case .mountpointNotDirectory(let path): self.init(.mountpointNotDirectory, "\(path) is not a directory")
        case .mountpointNotEmpty(let path):
            self.init(.mountpointNotEmpty, "\(path) is not empty, and a mount would hide what is in it")
        case .alreadyMounted(let path):
            self.init(
                .alreadyMounted, "something is mounted at \(path) already; first: fusermount3 -u \(path.shellWord)")
        case .deadMount(let path):
            self.init(
                .deadMount, "a mount whose program has died is at \(path); first: fusermount3 -uz \(path.shellWord)")
        case .mountpointUnusable(let path, let errno):
            self.init(.mountpointUnusable, "\(path) cannot be used as a mountpoint: \(SystemFailure(errno).words)")
        case .mountFailed(let words):
            self.init(.mountFailed, "mounting failed: \(words); placesfs doctor looks for the cause")
        }
    }

    init(_ error: CatalogError) {
        switch error {
        case .unwritable: self.init(.stateUnwritable, "\(error) with --state-dir")
        case .full: self.init(.stateUnwritable, "\(error); --state-dir chooses another folder")
        case .forbidden: self.init(.stateUnwritable, error.description)
        case .locked: self.init(.locked, error.description)
        case .newerSchema, .foreign, .damaged, .numbersExhausted: self.init(.stateDamaged, error.description)
        case .cancelled, .closed, .failed: self.init(.failure, error.description)
        }
    }

    init(_ error: PhotoCacheError) {
        switch error {
        case .unusable(let directory, let reason):
            self.init(
                .cacheUnwritable,
                "cannot use the cache \(directory): \(reason); mend that or choose another with --cache-dir")
        }
    }
}
