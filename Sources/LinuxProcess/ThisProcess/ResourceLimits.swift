import Glibc

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
