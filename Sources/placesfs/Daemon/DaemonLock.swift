internal import Foundation
internal import Glibc
internal import LinuxProcess

/// Ensures that each state and each cache has at most one daemon: a file locked with flock(2), which the kernel unlocks
/// however the daemon ends. The state's lock file names its holder in two lines: process id and mountpoint.
struct DaemonLock: Sendable {
    /// The daemon that holds a lock.
    struct Holder: Hashable, Sendable {
        var processID: Int32
        var mountpoint: String

        init?(_ text: String) {
            let lines = text.split(separator: "\n")
            guard lines.count == 2, let processID = Int32(lines[0]) else { return nil }
            self.processID = processID
            mountpoint = String(lines[1])
        }

        /// Why nothing else can be mounted on the same state, and what to do. `source` is the name of its folder.
        func complaint(_ source: Substring) -> String {
            let daemon = ServingProcess(processID)
            let who =
                "placesfs (\(daemon?.description ?? "process \(processID)")) serves the same state at \(mountpoint)"
            let apart = "or mount with --state-dir and --cache-dir of its own"
            if MountTable.now().top(at: mountpoint)?.isOurs == true {
                let lazily = daemon?.state == .stopped ? "-z " : ""
                return
                    "\(source) is mounted at \(mountpoint) already (\(daemon?.description ?? "process \(processID)")); "
                    + "use that, or first: placesfs unmount \(lazily)\(mountpoint.shellWord) (two mounts of one source "
                    + "need --state-dir and --cache-dir)"
            }
            if daemon?.state == .stopped {
                return "\(who), which is no longer mounted; to let it end: kill -CONT \(processID), \(apart)"
            }
            let ours = Set(MountTable.now().mounts.map(\.device))
            let unseen = MountElsewhere.all { $0.isOurs && !ours.contains($0.device) }
            let devices = Set(unseen.filter { $0.path == mountpoint }.map(\.device))
            let others = unseen.filter { devices.contains($0.device) }
            let places = others.isEmpty ? "" : " (\(MountElsewhere.words(others)))"
            return "\(who), which is not seen here\(places); to end it: kill \(processID), \(apart)"
        }

        /// The daemon that took the lock at `path` last, whether or not it still holds it.
        init?(at path: String) {
            guard let bytes = try? RegularFile.read(path, limit: 16 << 10).bytes else { return nil }
            self.init(String(decoding: bytes, as: UTF8.self))
        }
    }

    private let files: [FileHandle]

    /// Takes both locks. If the holder's mount is gone, the holder is ending, and `patience` is how long that may take.
    ///
    /// - Throws: `.locked`, naming the holder; or what is wrong with the folder.
    init(
        _ directories: SourceDirectories, mountpoint: String, patience: Duration = .seconds(4),
        clock: any Clock<Duration> = ContinuousClock()
    ) async throws(CommandFailure) {
        let state = try Self.open(directories.stateLock, or: .stateUnwritable)
        try await Self.take(
            state, at: directories.stateLock, or: .stateUnwritable, patience, clock,
            holder: { Holder(at: directories.stateLock) }
        ) { holder in
            holder?.complaint(directories.name)
                ?? "another placesfs is using \(directories.state); mount with --state-dir and --cache-dir of its own"
        }
        let cache = try Self.open(directories.cacheLock, or: .cacheUnwritable)
        // This file stays empty, so that a cache on its own file system has every block for photos.
        try await Self.take(
            cache, at: directories.cacheLock, or: .cacheUnwritable, patience, clock,
            holder: { ServingProcess.holder(ofLock: cache.fileDescriptor) }
        ) { holder in
            let who = holder.map { "placesfs (process \($0.processID)), mounted at \($0.mountpoint)," }
            return "\(who ?? "another placesfs") is using the cache \(directories.cache); "
                + "mount with --cache-dir of its own"
        }
        // A full disk takes what stands where something stood before. On one that takes nothing the state is locked all
        // the same.
        let text = Data("\(getpid())\n\(mountpoint)\n".utf8)
        try? state.seek(toOffset: 0)
        try? state.write(contentsOf: text)
        try? state.truncate(atOffset: UInt64(text.count))
        files = [state, cache]
    }

    /// The holder of the lock at `path`; nil when nobody holds it.
    static func holder(at path: String) -> Holder? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        guard flock(file.fileDescriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
        return Holder(at: path)
    }

    func release() {
        for file in files { try? file.close() }
    }

    private static func open(_ path: String, or status: ExitStatus) throws(CommandFailure) -> FileHandle {
        do throws(RegularFile.Failure) {
            // fusermount3, which libfuse starts, does not inherit it: a lock lives until its last descriptor is closed.
            return FileHandle(fileDescriptor: try RegularFile.open(path, appending: false), closeOnDealloc: true)
        } catch {
            throw CommandFailure(status, "cannot open \(path): \(SystemFailure(error).words)")
        }
    }

    private static func take(
        _ file: FileHandle, at path: String, or status: ExitStatus, _ patience: Duration, _ clock: any Clock<Duration>,
        holder: () -> Holder?, complaint: (Holder?) -> String
    ) async throws(CommandFailure) {
        var left = patience
        let pause = Duration.milliseconds(50)
        while flock(file.fileDescriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw CommandFailure(status, "cannot lock \(path): \(SystemFailure(Errno(rawValue: errno)).words)")
            }
            let holder = holder()
            let isEnding = holder.map { MountTable.now().top(at: $0.mountpoint)?.isOurs != true } ?? true
            guard isEnding, left > .zero else { throw CommandFailure(.locked, complaint(holder)) }
            left -= pause
            do {
                try await clock.sleep(for: pause, tolerance: nil)
            } catch {
                throw CommandFailure(.locked, complaint(holder))
            }
        }
    }
}
