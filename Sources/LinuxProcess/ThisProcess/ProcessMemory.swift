internal import CProcess
import Glibc

/// The memory that holds a process's code. The kernel reads it from the files of the program and its libraries.
public enum ProgramPages {
    /// Releases the code pages used so far; those used again come back from the page cache.
    ///
    /// Loading and starting touch 30 MiB of code and of what the kernel maps around it. Most of it never runs again,
    /// but counts as this process's memory for as long as it lives. Measured on placesfs with 32 readers: at most 36
    /// MiB resident instead of 50.
    public static func release() {
        for mapping in code(MountTable.bytes(of: "/proc/self/maps")) {
            // These pages are never written to, so nothing is lost. The call fails for locked pages, which then stay as
            // they are.
            _ = unsafe madvise(UnsafeMutableRawPointer(bitPattern: mapping.lowerBound), mapping.count, MADV_DONTNEED)
        }
    }

    /// `55d0c0a00000-55d0c0b00000 r-xp 00000000 fd:00 1234   /usr/bin/program` (proc(5))
    static func code(_ maps: [UInt8]) -> [Range<UInt>] {
        // By bytes, because iterating over characters would add milliseconds to every start.
        maps.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
            guard words.count == 6, words[1].elementsEqual("r-xp".utf8),
                words[5].first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "/")
            else { return nil }
            let ends = words[0].split(separator: UInt8(ascii: "-")).compactMap {
                UInt(String(decoding: $0, as: UTF8.self), radix: 16)
            }
            return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
        }
    }
}

/// The heap that all threads of the process allocate from.
public enum SharedHeap {
    /// Gives all threads one heap, instead of one to each of the first few. Memory that one thread frees can then be
    /// used by another, so the process holds less (3 MiB less in a walk of 5,000 photos). The heap also grows by 128
    /// KiB at a time instead of by a page. Call it before there is a second thread.
    public static func begin() {
        _ = cprocess_share_heap()
    }
}

/// An environment variable that no other process may read.
public enum SecretVariable {
    /// Removes `name` from this process's environment and overwrites its bytes: /proc/PID/environ shows that memory
    /// even after unsetenv(3). Call it before other threads read the environment.
    ///
    /// - Returns: Its value; nil if there is no such variable.
    public static func take(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        let length = unsafe strlen(value)
        // "NAME=" precedes the value in memory (environ(7)).
        let start = unsafe value - (name.utf8.count + 1)
        unsafe unsetenv(name)
        unsafe memset(start, 0, name.utf8.count + 1 + length)
        return text
    }

    /// Overwrites the bytes of `name` that /proc/PID/environ shows, and keeps the variable for this process and those
    /// that it starts. Call it before other threads read the environment.
    public static func hide(_ name: String) {
        guard let value = take(name) else { return }
        unsafe setenv(name, value, 1)
    }
}

/// The core file that a process leaves when it crashes: a copy of its memory, from which keys could be read.
public enum CoreFiles {
    /// From now on this process and those it starts leave no core files. A handler that core(5) pipes core dumps to
    /// sees the same limit (`%c`); systemd's and Ubuntu's obey it. PR_SET_DUMPABLE is not used, because it would give
    /// /proc/self to root and keep debuggers out.
    public static func forbid() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        // Lowering a limit is always allowed (setrlimit(2)).
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}
