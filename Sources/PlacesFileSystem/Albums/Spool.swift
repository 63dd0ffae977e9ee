import FUSE
import PhotoCache
import PhotoTree
import Synchronization
import Waiting

/// What a program is writing into an album, until it is known which photo it is.
final class Spool: Sendable {
    let number: NodeNumber
    /// Writes, judgements and renames come one at a time.
    let order = AsyncMutex()

    private struct State {
        var album: NodeNumber
        var name: String
        /// Nil until the first bytes come.
        var file: SpoolFile?
        var size: Int64 = 0
        /// The photo that it is a copy of, as copy_file_range(2) says: then it has no bytes of its own.
        var source: PhotoID?
        /// A file that placesfs writes itself: its bytes are not kept.
        var isDropped: Bool
        /// Whether bytes were written at all: ftruncate(2) before mmap(2) is no content yet.
        var isWritten = false
        /// Whether something was written since it was last judged.
        var isChanged = false
        /// The photo that it has become: no name leads to it then.
        var photo: PhotoID?
        /// Somebody removed it, or gave its name to something else.
        var isRemoved = false
        var handles = 0
        /// When its last handle was closed.
        var closed: Duration?
    }

    private let state: Mutex<State>

    init(_ number: NodeNumber, in album: NodeNumber, named name: String, isDropped: Bool) {
        self.number = number
        state = Mutex(State(album: album, name: name, isDropped: isDropped))
    }

    var album: NodeNumber { state.withLock(\.album) }
    var name: String { state.withLock(\.name) }
    var size: Int64 { state.withLock(\.size) }
    var file: SpoolFile? { state.withLock(\.file) }
    var source: PhotoID? { state.withLock(\.source) }
    var isDropped: Bool { state.withLock(\.isDropped) }
    var isOpen: Bool { state.withLock { $0.handles > 0 } }
    var closed: Duration? { state.withLock(\.closed) }

    var photo: PhotoID? { state.withLock(\.photo) }
    /// Whether nothing comes of it any more, as of a file that was removed while it is open.
    var isRemoved: Bool { state.withLock(\.isRemoved) }

    /// Whether only a rename will tell what it is.
    var isProvisional: Bool { CopyName.final(of: name) != nil }

    /// Whether it is dropped because of its name.
    static func isOurs(_ name: String) -> Bool { CopyName.isOurs(CopyName.final(of: name) ?? name) }

    func discard() { state.withLock { $0.isDropped = true } }
    func remove() { state.withLock { $0.isRemoved = true } }
    func became(_ photo: PhotoID) { state.withLock { $0.photo = photo } }

    func rename(to name: String, in album: NodeNumber) {
        state.withLock { state in
            state.name = name
            state.album = album
        }
    }

    // MARK: Bytes

    func begin(_ file: SpoolFile) { state.withLock { $0.file = file } }

    /// It has `length` bytes now. Without any it begins anew, whatever it was.
    func resized(to length: Int64) {
        state.withLock { state in
            guard length > 0 else {
                (state.size, state.source, state.isWritten, state.isChanged) = (0, nil, false, false)
                state.isDropped = Self.isOurs(state.name)
                return
            }
            state.isChanged = state.isChanged || state.isWritten && state.size != length
            state.size = length
        }
    }

    func wrote(to end: Int64) {
        state.withLock { state in
            state.size = max(state.size, end)
            (state.isWritten, state.isChanged) = (true, true)
        }
    }

    /// It is a copy of this photo, up to `end`; false when it is something else already.
    func copied(_ photo: PhotoID, to end: Int64) -> Bool {
        state.withLock { state in
            guard state.file == nil, state.source == nil || state.source == photo else { return false }
            state.source = photo
            state.size = max(state.size, end)
            (state.isWritten, state.isChanged) = (true, true)
            return true
        }
    }

    func noteChange() { state.withLock { $0.isChanged = true } }

    /// Whether something was written since the last call that answered so.
    func takeChange() -> Bool {
        state.withLock { state in
            defer { state.isChanged = false }
            return state.isChanged
        }
    }

    // MARK: Handles

    func opened() {
        state.withLock { state in
            state.handles += 1
            state.closed = nil
        }
    }

    /// Somebody is about to rename it: it was not left behind.
    func used(at now: Duration) {
        state.withLock { state in
            if state.closed != nil { state.closed = now }
        }
    }

    /// - Returns: Whether that was the last handle.
    func released(at now: Duration) -> Bool {
        state.withLock { state in
            state.handles -= 1
            if state.handles == 0 { state.closed = now }
            return state.handles == 0
        }
    }
}
