import FUSE
import LinuxProcess
import PhotoTree
import Synchronization

/// The thumbnailers that get small renditions in place of photos, and what was done for them.
final class Thumbnails: Sendable {
    /// What was done for thumbnailers since the mount.
    struct Tally: Hashable, Sendable {
        /// Handles that were served the small rendition.
        var handles = 0
        /// Bytes of the small renditions that were served.
        var bytes: Int64 = 0
    }

    private struct State {
        var tally = Tally()
        /// Photos whose small rendition the host does not have.
        var lacking = RecentlyUsed<PhotoID, Bool>(capacity: 1024)
    }

    let policy: ThumbnailerPolicy
    let renditions: SmallRenditions
    private let state = Mutex(State())

    init(_ policy: ThumbnailerPolicy, _ renditions: SmallRenditions) {
        self.policy = policy
        self.renditions = renditions
    }

    /// `known` is the remembered identity of the caller. It is enough for a no, which is what nearly all get. It is not
    /// enough for a yes, because a moment ago the thread may have had another identity.
    func serves(_ caller: Caller, known: CallingProcess) -> Bool {
        guard policy.mayName(known), let process = CallingProcess(threadID: caller.threadID) else { return false }
        return policy.names(process)
    }

    var tally: Tally {
        state.withLock { $0.tally }
    }

    func served(_ count: Int, isFirst: Bool) {
        state.withLock { state in
            if isFirst { state.tally.handles += 1 }
            state.tally.bytes += Int64(count)
        }
    }

    func lacks(_ photo: PhotoID) -> Bool {
        state.withLock { $0.lacking[photo] == true }
    }

    /// Notes that the host has no such rendition of the photo: this mount does not ask for it again.
    func note(lackOf photo: PhotoID) {
        state.withLock { $0.lacking[photo] = true }
    }
}
