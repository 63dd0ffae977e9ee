import CFUSE
import Glibc
import Logging

/// The functions that libfuse calls on a receive thread. Each copies its arguments and starts a task, nothing else. If
/// the task's method never suspends, its reply has been sent when the callback returns.
///
/// They must not be in an `@main` type or at the top level of main.swift, where closures belong to the main actor.
enum Callbacks {
    /// An operation not set here answers ENOSYS. From this the kernel concludes that it need not ask (flush, fsync,
    /// poll), that it has to do the work itself (locks, lseek, copy_file_range), or that the file is no terminal
    /// (ioctl).
    static func operations() -> fuse_lowlevel_ops {
        var operations = fuse_lowlevel_ops()
        addSession(to: &operations)
        addNames(to: &operations)
        addInodes(to: &operations)
        addFiles(to: &operations)
        addDirectories(to: &operations)
        addXattrs(to: &operations)
        return operations
    }

    /// Runs a method on a request. The method starts on this thread (0.2 us, against 2-8 us for a plain `Task`) and
    /// changes threads only if it suspends. With `forBytes` it then continues on the file system's `executor`. Until
    /// the answer the kernel holds the locks of `directories`, and of pages of `file`.
    static func serve(
        _ pointer: fuse_req_t?, holding directories: [InodeNumber] = [], pagesOf file: InodeNumber? = nil,
        forBytes: Bool = false,
        _ method: @escaping @Sendable (Request) async throws(Errno) -> Void
    ) {
        guard let pointer = unsafe pointer, let connection = unsafe Connection.of(pointer) else { return }
        let request = unsafe Request(pointer, connection)
        connection.retries.arrived(request.caller.threadID)
        guard !connection.isEnding else {
            request.refuse(.notConnected)
            return
        }
        connection.notifier.hold(directories)
        if let file { connection.notifier.holdPages(of: file) }
        let task = Task.immediate(executorPreference: forBytes ? connection.fileSystem.executor : nil) {
            do throws(Errno) {
                try await method(request)
            } catch {
                request.refuse(error)
            }
            request.finish()
            connection.notifier.release(directories)
            if let file { connection.notifier.releasePages(of: file) }
        }
        request.outlive(task)
    }

    /// Like `serve` above, for a request that carries a name. Copies the name first, and refuses an illegal one without
    /// making a task.
    static func serve(
        _ pointer: fuse_req_t?, _ name: UnsafePointer<CChar>?, in directories: fuse_ino_t..., foreign: Errno,
        _ method: @escaping @Sendable (Request, String) async throws(Errno) -> Void
    ) {
        do throws(Errno) {
            let name = try unsafe FileNameBytes.string(name, foreign: foreign)
            unsafe Callbacks.serve(pointer, holding: directories.map { InodeNumber($0) }) { request throws(Errno) in
                try await method(request, name)
            }
        } catch {
            unsafe Callbacks.refuse(pointer, error)
        }
    }

    static func refuse(_ pointer: fuse_req_t?, _ error: Errno) {
        guard let pointer = unsafe pointer else { return }
        _ = unsafe fuse_reply_err(pointer, error.rawValue)
    }

    private static func addSession(to operations: inout fuse_lowlevel_ops) {
        unsafe operations.`init` = { userdata, kernel in
            guard let connection = unsafe Connection.of(userdata: userdata), let kernel = unsafe kernel else { return }
            unsafe Negotiation.negotiate(kernel, for: connection)
        }
        unsafe operations.statfs = { pointer, inode in
            unsafe Callbacks.serve(pointer) { request throws(Errno) in
                var statvfs = try await request.fileSystem.statfs(InodeNumber(inode)).statvfs
                unsafe request.answer { unsafe fuse_reply_statfs($0, &statvfs) }
            }
        }
    }
}

extension Errno {
    /// ENOTCONN, which the kernel also answers for a mount whose daemon is gone.
    static let notConnected = Errno(rawValue: ENOTCONN)
}
