internal import CProcess
internal import Glibc

/// A POSIX thread with a name that `ps -L`, `top -H` and debuggers show. A call may block on it.
@safe package struct NamedThread: Sendable {
    // Only a number. Either `join` or `detach` uses it, once.
    private let thread: pthread_t

    /// - Parameters:
    ///   - name: At most 15 bytes (pthread_setname_np(3)).
    ///   - body: The work of the thread; the thread ends when it returns.
    /// - Throws: EAGAIN if the system cannot create another thread.
    package init(_ name: StaticString, _ body: @escaping @Sendable () -> Void) throws(Errno) {
        // The threads made here block all signals, so that the program's own threads receive them.
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }

        let start = unsafe Unmanaged.passRetained(Start(name: name, body: body))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { raw in
                guard let raw = unsafe raw else { return nil }
                let start = unsafe Unmanaged<Start>.fromOpaque(raw).takeRetainedValue()
                start.name.withUTF8Buffer { bytes in
                    unsafe bytes.withMemoryRebound(to: CChar.self) { name in
                        if let name = name.baseAddress { _ = unsafe pthread_setname_np(pthread_self(), name) }
                    }
                }
                start.body()
                return nil
            }, start.toOpaque())
        guard code == 0 else {
            unsafe start.release()
            throw Errno(rawValue: code)
        }
        self.thread = thread
    }

    /// Waits until the body has returned. Call either this or `detach`, once.
    package func join() {
        pthread_join(thread, nil)
    }

    /// Lets the system free the thread when its body returns.
    package func detach() {
        pthread_detach(thread)
    }

    private final class Start: Sendable {
        let name: StaticString
        let body: @Sendable () -> Void

        init(name: StaticString, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}

/// Whether there are threads to be had: limits of processes (RLIMIT_NPROC, pids of a cgroup) and of memory
/// (RLIMIT_DATA, RLIMIT_AS) leave fewer.
public enum ThreadSupply {
    /// Makes `count` threads that live at the same time, and ends them.
    ///
    /// - Throws: EAGAIN if there are fewer, or what pipe(2) says.
    public static func check(_ count: Int) throws(Errno) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw Errno(rawValue: errno) }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        var threads: [NamedThread] = []
        defer {
            // The end of the pipe wakes them all.
            close(writeEnd)
            for thread in threads { thread.join() }
            close(readEnd)
        }
        for _ in 0..<count {
            threads.append(
                try NamedThread("supply") {
                    var byte: UInt8 = 0
                    while unsafe read(readEnd, &byte, 1) < 0 && errno == EINTR {}
                })
        }
    }
}

/// The processor's time, of which threads take turns.
public enum ThreadTurn {
    /// Lets threads that wait for this processor go first, as sched_yield(2).
    public static func pass() {
        _ = sched_yield()
    }
}
