import Glibc

/// Whether there are threads to be had: limits of processes (RLIMIT_NPROC, pids of a cgroup) and of memory (RLIMIT_DATA,
/// RLIMIT_AS) leave fewer.
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
