import Glibc

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
