import CFUSE
import Glibc
import Synchronization

extension Session {
    /// What kept `run` from serving: the system had no thread. Nil if it served.
    public var failure: Errno? { lacking.withLock { $0 } }

    /// - Throws: What the system lacks for a mount.
    static func checkSystem() throws(SessionError) {
        guard unsafe access("/dev/fuse", F_OK) == 0 else { throw .noDevice }
        guard geteuid() == 0 || hasFusermount else { throw .noFusermount }
    }

    private static var hasFusermount: Bool {
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? ""
        return (path.split(separator: ":").map(String.init) + ["/usr/bin", "/bin"]).contains {
            unsafe access($0 + "/fusermount3", X_OK) == 0
        }
    }

    /// - Returns: libfuse's session, mounted, with its device set up for `Channel`.
    static func mount(
        _ mountpoint: Mountpoint, _ options: MountOptions, _ connection: Connection
    ) throws(SessionError) -> OpaquePointer {
        let (session, words) = unsafe LibraryLog.capture { unsafe mounted(mountpoint, options, connection) }
        if let session = unsafe session { return unsafe session }
        for refusal in ["Operation not permitted", "Permission denied", "only allowed if", "no write access"]
        where words.contains(refusal) {
            throw .notPermitted(words)
        }
        if words.contains("device not found") || words.contains("No such device") { throw .noDevice }
        throw .mountFailed(words.isEmpty ? "libfuse does not say why" : words)
    }

    private static func mounted(
        _ mountpoint: Mountpoint, _ options: MountOptions, _ connection: Connection
    ) -> OpaquePointer? {
        var arguments = unsafe fuse_args()
        defer { unsafe fuse_opt_free_args(&arguments) }
        _ = unsafe fuse_opt_add_arg(&arguments, "fuse")
        for word in options.words(asRoot: geteuid() == 0) {
            _ = unsafe fuse_opt_add_arg(&arguments, "-o")
            _ = unsafe fuse_opt_add_arg(&arguments, word)
        }
        var operations = Callbacks.operations()
        // Unretained, because `Session` keeps the connection alive until libfuse's session has been destroyed.
        let session = unsafe cfuse_session_new(
            &arguments, &operations, MemoryLayout<fuse_lowlevel_ops>.size,
            Unmanaged.passUnretained(connection).toOpaque())
        guard let session = unsafe session else { return nil }
        let path = options.descriptor.map { "/dev/fd/\($0)" } ?? mountpoint.path
        guard unsafe fuse_session_mount(session, path) == 0 else {
            unsafe fuse_session_destroy(session)
            return nil
        }
        let descriptor = unsafe fuse_session_fd(session)
        // Without O_NONBLOCK, only a signal could stop a receive thread in read(2).
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        var functions = Connection.deviceFunctions()
        guard unsafe fuse_session_custom_io(session, &functions, descriptor) == 0 else {
            if options.descriptor == nil { unsafe fuse_session_unmount(session) }
            unsafe fuse_session_destroy(session)
            return nil
        }
        return unsafe session
    }
}
