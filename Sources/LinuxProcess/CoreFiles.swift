import Glibc

/// What a process leaves behind when it crashes: a copy of its memory, in which keys are to be read.
public enum CoreFiles {
    /// None from now on, in this process and those it starts. A handler that core(5) pipes them to is told so by the same
    /// limit (`%c`), which systemd's and Ubuntu's obey. Not PR_SET_DUMPABLE, which would give /proc/self to root and
    /// keep debuggers out.
    public static func forbid() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        // Lowering a limit is always allowed (setrlimit(2)).
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
    }
}
