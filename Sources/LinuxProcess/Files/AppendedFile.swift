import Glibc

/// A file that several processes append to. The bytes of one write(2) stay together, whatever other processes write
/// (O_APPEND, open(2)). Closed when its last reference is released.
public final class AppendedFile: Sendable {
    /// How long one process waits for another's lock. The other may have been stopped while it held the lock.
    private static let patience = Duration.milliseconds(100)

    public let descriptor: Int32

    /// Opens the file, or creates it with mode 0600.
    ///
    /// - Throws: As `RegularFile.open`: a link is not followed.
    public init(_ path: String) throws(RegularFile.Failure) {
        descriptor = try RegularFile.open(path, appending: true)
    }

    /// Standard error, which is never closed here.
    public static let standardError = AppendedFile(descriptor: STDERR_FILENO)

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        if descriptor != STDERR_FILENO { close(descriptor) }
    }

    /// In bytes, whoever wrote them; 0 if it cannot be determined.
    public var length: Int64 { Self.status { unsafe fstat(descriptor, &$0) }.map { Int64($0.st_size) } ?? 0 }

    /// Whether `path` still leads to this file.
    public func isAt(_ path: String) -> Bool {
        guard let own = Self.status({ unsafe fstat(descriptor, &$0) }),
            let named = Self.status({ unsafe stat(path, &$0) })
        else { return false }
        return own.st_dev == named.st_dev && own.st_ino == named.st_ino
    }

    /// Returns whether all bytes were written. One write(2) is enough, unless the disk takes only a part.
    @discardableResult
    public func append(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return false }
            rest = rest.dropFirst(written)
        }
        return true
    }

    public func empty() {
        _ = ftruncate(descriptor, 0)
    }

    /// Runs `work` while no other process runs its own under this file's lock. If the file cannot be locked, or not
    /// soon enough, runs `work` without the lock.
    public func locked<Value>(_ work: () -> Value) -> Value {
        let clock = ContinuousClock()
        let deadline = clock.now + Self.patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, [EWOULDBLOCK, EINTR].contains(errno), clock.now < deadline {
            sched_yield()
        }
        defer { _ = flock(descriptor, LOCK_UN) }
        return work()
    }

    /// From now on everything printed to standard error goes to this file.
    public func takeStandardError() {
        dup2(descriptor, STDERR_FILENO)
    }

    private static func status(_ call: (inout stat) -> Int32) -> stat? {
        var status = stat()
        return call(&status) == 0 ? status : nil
    }
}
