import CFUSE
import LinuxProcess
public import Logging
import Synchronization

/// A mounted file system. `init` mounts it, `run` serves it, and it ends when `end` or another program unmounts it.
// Sendable: `pointer` is libfuse's own locked object; it is destroyed once, by `close`, after all threads and replies
// that use it have ended.
@safe public final class Session: @unchecked Sendable {
    private let pointer: OpaquePointer
    let connection: Connection
    private let mountpoint: Mountpoint
    /// The mount's device number, which tells it apart from another mount at the same path.
    private let device: String?
    private let stage = Mutex(Stage.mounted)
    let lacking = Mutex<Errno?>(nil)

    private enum Stage {
        case mounted, serving, closed
    }

    /// Mounts. The kernel holds requests back until `run`.
    ///
    /// - Throws: The reason; then nothing is mounted.
    public init(
        _ fileSystem: any FileSystem, _ options: MountOptions, logger: Logger
    ) throws(SessionError) {
        LibraryLog.use(logger)
        if options.descriptor == nil {
            mountpoint = try Mountpoint(checking: options.mountpoint, allowNonEmpty: options.allowNonEmpty)
            try Self.checkSystem()
        } else {
            mountpoint = Mountpoint(of: options.mountpoint)
        }
        do throws(Errno) {
            connection = try Connection(fileSystem, options, logger)
        } catch {
            throw .mountFailed("\(error)")
        }
        unsafe pointer = try unsafe Self.mount(mountpoint, options, connection)
        device = MountTable.now().top(at: mountpoint.path)?.device
        logger.info("mounted", metadata: ["mountpoint": "\(mountpoint.path)"])
    }

    deinit {
        // `run` was never called, so nobody else unmounts.
        guard stage.withLock({ $0 }) == .mounted else { return }
        close()
    }

    /// The mountpoint's absolute path.
    public var path: String { mountpoint.path }

    /// False once the session is over; then no request is answered any more.
    public var isMounted: Bool { stage.withLock { $0 } != .closed }

    /// Serves until the mount ends, by `end`, the cancellation of this task, `fusermount3 -u`, or an abort. Call it
    /// once.
    ///
    /// - Parameter whenEnding: Called when the session begins to end, up to two seconds before `run` returns; perhaps
    ///   twice.
    public func run(whenEnding: @escaping @Sendable () -> Void = {}) async {
        connection.whenEnding(whenEnding)
        let isFirst = stage.withLock { stage in
            defer { if stage == .mounted { stage = .serving } }
            return stage == .mounted
        }
        guard isFirst else { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                do throws(Errno) {
                    try NamedThread("fuse-session") {
                        self.serve()
                        self.close()
                        continuation.resume()
                    }.detach()
                } catch {
                    connection.logger.error("no thread to serve the mount", metadata: ["error": "\(error)"])
                    lacking.withLock { $0 = error }
                    close()
                    continuation.resume()
                }
            }
        } onCancel: {
            end()
        }
    }

    /// Starts to unmount, and returns at once. `run` returns when that is done, within two seconds whatever is under
    /// way. Waiting requests are cancelled and answered with ENOTCONN. Does nothing if the mount has ended already.
    public func end() {
        guard connection.beginEnding() else { return }
        do throws(Errno) {
            try NamedThread("fuse-unmount") { self.unmount() }.detach()
        } catch {
            connection.logger.error("no thread to unmount on", metadata: ["error": "\(error)"])
            connection.channel.stop()
        }
    }

    // MARK: Threads

    private func serve() {
        unsafe connection.notifier.open(pointer)
        var threads: [NamedThread] = []
        do throws(Errno) {
            threads.append(try NamedThread("kernel-notify") { [connection] in connection.notifier.serve() })
            threads.append(try NamedThread("interrupt-watch") { [connection] in connection.interruptions.watch() })
            connection.uptake.open(at: mountpoint.path, device: device)
            // Not joined, because another mount may cover the mountpoint by then, and may hang.
            try NamedThread("size-uptake") { [connection] in connection.uptake.serve() }.detach()
            connection.nameReturn.open(at: mountpoint.path, device: device)
            try NamedThread("name-return") { [connection] in connection.nameReturn.serve() }.detach()
            try receive()
        } catch {
            connection.logger.error("no threads to serve the mount", metadata: ["error": "\(error)"])
            lacking.withLock { $0 = error }
        }
        // The mount is gone or `end` was called, so nobody waits for the requests under way.
        _ = connection.beginEnding()
        connection.inFlight.abandonAll(.notConnected)
        connection.uptake.close()
        connection.nameReturn.close()
        connection.notifier.close()
        connection.interruptions.close()
        connection.inFlight.drain(milliseconds: 1000)
        for thread in threads { thread.join() }
        connection.notifier.forgetSession()
    }

    private func receive() throws(Errno) {
        // INIT is handled first, on one thread: the other threads read its results without a lock.
        guard let receiver = unsafe Receiver(pointer), receiver.receiveOne() else { return }
        connection.fileSystem.start(connection.notifier)
        var threads: [NamedThread] = []
        defer { for thread in threads { thread.join() } }
        let count = max(1, connection.options.receiveThreads)
        do throws(Errno) {
            for _ in 0..<count {
                threads.append(
                    try NamedThread("fuse-receive") { [self] in
                        guard let receiver = unsafe Receiver(pointer) else { return }
                        while receiver.receiveOne() {}
                    })
            }
        } catch {
            // Nobody else would end those that there are already, and they are waited for.
            connection.channel.stop()
            throw error
        }
    }

    private func unmount() {
        connection.logger.info("unmounting", metadata: ["mountpoint": "\(mountpoint.path)"])
        connection.inFlight.abandonAll(.notConnected)
        connection.notifier.close()
        connection.retries.wait(milliseconds: 1000)
        unmountIfOurs()
        // A lazily detached mount stays for as long as a process uses it; closing the device ends it. But first
        // `kernel-notify` must leave the kernel, where it may wait for a LOOKUP that only this process can answer.
        connection.notifier.waitUntilClosed(milliseconds: 500)
        connection.channel.stop()
    }

    /// Another program may have unmounted it, and mounted something else there.
    private func unmountIfOurs() {
        guard connection.options.descriptor == nil, let device, mountpoint.isCovered(by: device) else { return }
        mountpoint.unmount()
    }

    /// Closes the device, so that the kernel ends the rest of the mount.
    private func close() {
        let isLast = stage.withLock { stage in
            defer { stage = .closed }
            return stage != .closed
        }
        guard isLast else { return }
        connection.notifier.close()
        // fuse_session_unmount is not used, because it unmounts whatever is at the path by now. After an abort the
        // mount is still there, and still ours to unmount.
        unsafe fuse_session_destroy(pointer)
        unmountIfOurs()
        withExtendedLifetime(connection) {}
        connection.fileSystem.destroy()
        connection.logger.info("unmounted", metadata: ["mountpoint": "\(mountpoint.path)"])
    }
}
