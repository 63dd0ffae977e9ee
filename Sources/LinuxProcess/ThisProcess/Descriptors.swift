internal import CProcess
import Glibc

/// Standard input, output and error.
public enum StandardDescriptors {
    /// Opens /dev/null for each that is closed. Else the next file that is opened has its number: a line for users
    /// would be written into it.
    public static func open() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // The lowest free number is taken. Reading from it tells the end, and what is written is an error, as
            // before.
            guard unsafe Glibc.open("/dev/null", O_RDONLY) == descriptor else { return }
        }
    }
}

/// A descriptor table of one thread's own, in place of the process's.
package enum OwnDescriptors {
    /// Gives the calling thread its own descriptor table, which holds only `descriptor` (close_range(2)).
    ///
    /// A thread that waits in the kernel can outlive a SIGKILL of its process. Until it ends, the descriptors in its
    /// table stay open.
    ///
    /// - Returns: False if the kernel cannot do it, as before Linux 5.9; then nothing has changed.
    package static func take(keeping descriptor: Int32) -> Bool {
        cprocess_own_descriptors(descriptor) == 0
    }
}

/// How many files this process may have open at once (RLIMIT_NOFILE of getrlimit(2)).
public enum DescriptorLimit {
    /// Raises the limit to `wanted`, or as far as it may be raised without asking. Never lowers it.
    ///
    /// - Returns: The limit from now on; nil if it cannot be told.
    public static func raise(to wanted: Int) -> Int? {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return nil }
        let before = limit.rlim_cur
        if before < rlim_t(wanted), before < limit.rlim_max {
            limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
            if unsafe setrlimit(resource, &limit) != 0 { limit.rlim_cur = before }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
