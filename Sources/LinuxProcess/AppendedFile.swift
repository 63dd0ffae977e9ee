import Glibc

/// A file that several processes append to: what one writes at once stands together, whoever writes beside it (O_APPEND,
/// open(2)). Closed with its last holder.
public final class AppendedFile: Sendable {
    /// How long one process waits for another's lock. That one may have been stopped while it held it.
    private static let patience = Duration.milliseconds(100)

    public let descriptor: Int32

    /// Opened, or made with mode 0600; not for processes that this one starts.
    ///
    /// - Throws: What open(2) says.
    public init(_ path: String) throws(Errno) {
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o600)
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    }

    /// Somebody else's, which stays open.
    public static let standardError = AppendedFile(descriptor: STDERR_FILENO)

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        if descriptor != STDERR_FILENO { close(descriptor) }
    }

    /// In bytes, whoever wrote them; 0 where that cannot be said.
    public var length: Int64 { Self.status { unsafe fstat(descriptor, &$0) }.map { Int64($0.st_size) } ?? 0 }

    /// Whether `path` still leads to this file.
    public func isAt(_ path: String) -> Bool {
        guard let own = Self.status({ unsafe fstat(descriptor, &$0) }),
            let named = Self.status({ unsafe stat(path, &$0) })
        else { return false }
        return own.st_dev == named.st_dev && own.st_ino == named.st_ino
    }

    /// Whether all of it was written. In one write(2), unless the disk takes no more than a part at once.
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

    /// Does `work` while no other process does with this file. One that cannot be locked, or not soon, is used all the same.
    public func locked<Value>(_ work: () -> Value) -> Value {
        let clock = ContinuousClock()
        let deadline = clock.now + Self.patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, [EWOULDBLOCK, EINTR].contains(errno), clock.now < deadline {
            sched_yield()
        }
        defer { _ = flock(descriptor, LOCK_UN) }
        return work()
    }

    /// What is printed to standard error goes here from now on.
    public func takeStandardError() {
        dup2(descriptor, STDERR_FILENO)
    }

    private static func status(_ call: (inout stat) -> Int32) -> stat? {
        var status = stat()
        return call(&status) == 0 ? status : nil
    }
}
