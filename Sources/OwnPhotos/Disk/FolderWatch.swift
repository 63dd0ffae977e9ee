// inotify(7) and a pipe, behind names and numbers.
internal import Glibc
internal import Synchronization

/// Waits until something changes in watched folders, or somebody wants something else. One thread waits; any may ring.
final class FolderWatch: Sendable {
    /// What made the wait end.
    struct News: Sendable {
        /// The numbers of watches in whose folders something changed.
        var changed: Set<Int32> = []
        /// Those whose folders themselves were moved or renamed.
        var moved: Set<Int32> = []
        /// The watches that are no more: their folders are gone.
        var ended: Set<Int32> = []
        /// The kernel lost track.
        var isOverflown = false
        var isRung = false
        /// Something was mounted or unmounted.
        var areMountsOthers = false

        var isEmpty: Bool { changed.isEmpty && ended.isEmpty && !isOverflown && !isRung && !areMountsOthers }

        mutating func add(_ more: News) {
            changed.formUnion(more.changed)
            moved.formUnion(more.moved)
            ended.formUnion(more.ended)
            isOverflown = isOverflown || more.isOverflown
            isRung = isRung || more.isRung
            areMountsOthers = areMountsOthers || more.areMountsOthers
        }
    }

    /// Why a folder is not watched, in words.
    enum Refusal: Error, Hashable, Sendable {
        /// The system allows no more watches.
        case tooMany
        case failed(String)
    }

    private let watches: Int32
    private let bell: Int32
    private let clapper: Int32
    /// poll(2) tells when the table of mounts changed (proc(5)).
    private let mounts: Int32

    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
            | IN_UNMOUNT)
    private static let onlyFolders = UInt32(IN_ONLYDIR)

    init() {
        watches = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        var ends: [Int32] = [-1, -1]
        _ = unsafe pipe(&ends)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (bell, clapper) = (ends[0], ends[1])
        mounts = unsafe open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    }

    deinit {
        if watches >= 0 { close(watches) }
        if bell >= 0 { close(bell) }
        if clapper >= 0 { close(clapper) }
        if mounts >= 0 { close(mounts) }
    }

    /// The number of the watch; that of before for a folder that is watched already.
    func add(_ folder: DiskFolder) throws(Refusal) -> Int32 {
        // There are only so many for a user.
        guard watches >= 0 else { throw .tooMany }
        let number = unsafe inotify_add_watch(watches, folder.ownPath, Self.events | Self.onlyFolders)
        guard number < 0 else { return number }
        throw errno == ENOSPC || errno == EMFILE || errno == ENFILE
            ? .tooMany : .failed(unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)")
    }

    func remove(_ number: Int32) {
        _ = inotify_rm_watch(watches, number)
    }

    /// Ends the wait of the thread that waits, or its next one.
    func wake() {
        var one: UInt8 = 1
        _ = unsafe write(clapper, &one, 1)
    }

    /// Waits for news, `milliseconds` at most; for ever without a number.
    func wait(milliseconds: Int32 = -1) -> News {
        var polled = [
            pollfd(fd: watches, events: Int16(POLLIN), revents: 0), pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
            pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0),
        ]
        var news = News()
        guard unsafe poll(&polled, 3, milliseconds) > 0 else { return news }
        news.areMountsOthers = polled[2].revents & Int16(POLLPRI) != 0
        if polled[1].revents != 0 {
            var strokes = [UInt8](repeating: 0, count: 64)
            while unsafe Glibc.read(bell, &strokes, strokes.count) > 0 { news.isRung = true }
        }
        if polled[0].revents != 0 { readEvents(into: &news) }
        return news
    }

    private func readEvents(into news: inout News) {
        // A descriptor that cannot be read any more must not make a thread spin.
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let length = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe Glibc.read(watches, bytes.baseAddress, bytes.count)
            }
            guard length > 0 else { return }
            var position = 0
            while position + 16 <= length {
                func number(_ offset: Int) -> UInt32 {
                    (0..<4).reduce(0) { $0 | UInt32(buffer[position + offset + $1]) << (8 * UInt32($1)) }
                }
                let watch = Int32(bitPattern: number(0))
                let mask = number(4)
                if mask & UInt32(IN_Q_OVERFLOW) != 0 {
                    news.isOverflown = true
                } else if mask & UInt32(IN_IGNORED) != 0 {
                    news.ended.insert(watch)
                } else {
                    if mask & UInt32(IN_MOVE_SELF) != 0 { news.moved.insert(watch) }
                    news.changed.insert(watch)
                }
                position += 16 + Int(number(12))
            }
        }
    }
}
