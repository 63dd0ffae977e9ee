import Glibc

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
