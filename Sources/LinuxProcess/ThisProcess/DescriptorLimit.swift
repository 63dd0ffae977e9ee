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
