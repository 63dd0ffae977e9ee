internal import CProcess
import Glibc

/// A POSIX thread with a name that `ps -L`, `top -H` and debuggers show. Blocking calls run only on such threads.
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
