import Foundation
import Glibc

/// System calls of the test process itself, each of which may wait for the mount: to be made on a thread of their own.
enum ModelCalls {
    struct Dirent: Hashable, Sendable {
        var name: String
        var number: UInt64
        var isDirectory: Bool
    }

    struct Facts: Hashable, Sendable {
        var number: UInt64
        var size: Int64
        var links: UInt64
        var mode: UInt32
    }

    // MARK: Changing, answered with 0 or an errno

    static func mkdir(_ path: String) -> Int32 { unsafe outcome(Glibc.mkdir(path, 0o755)) }
    static func rmdir(_ path: String) -> Int32 { unsafe outcome(Glibc.rmdir(path)) }
    static func unlink(_ path: String) -> Int32 { unsafe outcome(Glibc.unlink(path)) }
    static func rename(_ path: String, to other: String) -> Int32 { unsafe outcome(Glibc.rename(path, other)) }

    static func link(_ path: String, as other: String) -> Int32 { unsafe outcome(Glibc.link(path, other)) }
    static func symlink(_ path: String, as other: String) -> Int32 { unsafe outcome(Glibc.symlink(path, other)) }

    private typealias SetXattr =
        @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32) -> Int32

    static func setAttribute(_ name: String, _ value: String, of path: String) -> Int32 {
        guard let symbol = unsafe dlsym(nil, "setxattr") else { return ENOSYS }
        let call = unsafe unsafeBitCast(symbol, to: SetXattr.self)
        return unsafe outcome(call(path, name, value, value.utf8.count, 0))
    }

    /// What touch(1) does to a file that is there.
    static func touch(_ path: String) -> Int32 { unsafe outcome(utimensat(AT_FDCWD, path, nil, 0)) }

    static func create(_ path: String) -> Int32 {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT, 0o644)
        guard descriptor >= 0 else { return errno }
        close(descriptor)
        return 0
    }

    private static func outcome(_ result: Int32) -> Int32 { result == 0 ? 0 : errno }

    // MARK: Looking

    /// Everything but `.` and `..`, in the order told.
    static func list(_ path: String) throws -> [Dirent] {
        guard let stream = unsafe opendir(path) else { throw ModelFailure("opendir", path, errno) }
        defer { unsafe closedir(stream) }
        var entries: [Dirent] = []
        errno = 0
        while let entry = unsafe readdir(stream) {
            // Not the field itself, which is longer than what is there.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            let bytes = unsafe UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            let name = unsafe String(cString: bytes)
            let kind = unsafe entry.pointee.d_type
            let number = unsafe UInt64(entry.pointee.d_ino)
            guard name != ".", name != ".." else { continue }
            entries.append(Dirent(name: name, number: number, isDirectory: kind == UInt8(DT_DIR)))
        }
        guard errno == 0 else { throw ModelFailure("readdir", path, errno) }
        return entries
    }

    static func facts(_ path: String) throws -> Facts {
        var facts = stat()
        guard unsafe lstat(path, &facts) == 0 else { throw ModelFailure("lstat", path, errno) }
        return Facts(
            number: UInt64(facts.st_ino), size: Int64(facts.st_size), links: UInt64(facts.st_nlink),
            mode: facts.st_mode)
    }

    /// The module of the C library leaves sys/xattr.h out.
    private typealias GetXattr =
        @convention(c) (
            UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutablePointer<UInt8>, Int
        ) -> Int

    static func attribute(_ name: String, of path: String) throws -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        guard let symbol = unsafe dlsym(nil, "getxattr") else { throw ModelFailure("no getxattr in the C library") }
        let call = unsafe unsafeBitCast(symbol, to: GetXattr.self)
        let count = unsafe call(path, name, &bytes, bytes.count)
        guard count >= 0 else { throw ModelFailure("getxattr \(name)", path, errno) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// The first `limit` bytes.
    static func read(_ path: String, upTo limit: Int = .max) throws -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY)
        guard descriptor >= 0 else { throw ModelFailure("open", path, errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: min(limit, 65_536))
        while bytes.count < limit {
            let count = unsafe Glibc.read(descriptor, &piece, min(piece.count, limit - bytes.count))
            guard count >= 0 else { throw ModelFailure("read", path, errno) }
            if count == 0 { break }
            bytes += piece.prefix(count)
        }
        return bytes
    }

    /// Reads a whole file by a process of its own, as a person's viewer is one; nil where that failed.
    static func view(_ path: String, by way: String) throws -> [UInt8]? {
        run(["cat", path], output: way) == 0 ? try read(way) : nil
    }

    /// Runs a program to its end, and returns its exit status, or that of wait(2) when it had none.
    static func run(_ words: [String], output: String = "/dev/null") -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var process = pid_t()
        let arguments = unsafe words.map { unsafe strdup($0) }
        defer { unsafe arguments.forEach { unsafe free($0) } }
        let started = unsafe posix_spawnp(&process, words[0], &actions, nil, arguments + [nil], environ)
        guard started == 0 else { return started }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { return errno }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : status
    }
}

/// What a sequence ends with when the mount and the model disagree.
struct ModelFailure: Error, CustomStringConvertible {
    var description: String
    /// The error's number, if it is one of a call.
    var number: Int32?

    init(_ text: String) {
        description = text
    }

    init(_ call: String, _ path: String, _ number: Int32) {
        description = "\(call) \(path): \(unsafe String(cString: strerror(number)))"
        self.number = number
    }
}

/// Runs blocking calls on a thread of their own: on one of the cooperative pool's two, a mount that hangs would take
/// the simulator and the whole test with it.
func onThread<Value: Sendable>(
    within limit: Duration = .seconds(40), _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
    let (results, sink) = AsyncStream<Result<Value, any Error>>.makeStream()
    let thread = Thread {
        sink.yield(Result { try body() })
        sink.finish()
    }
    thread.start()
    let timer = Task {
        guard (try? await ContinuousClock().sleep(for: limit)) != nil else { return }
        sink.yield(.failure(ModelFailure("the mount has not answered for \(limit)")))
        sink.finish()
    }
    defer { timer.cancel() }
    for await result in results { return try result.get() }
    throw ModelFailure("no answer")
}
