import Glibc

/// A variable of the environment that nobody is to read but us.
public enum SecretVariable {
    /// Takes `name` out of this process's environment. Its bytes are overwritten where they lie, for that is where
    /// /proc/PID/environ goes on showing them after unsetenv(3). Call it before other threads look at the environment.
    ///
    /// - Returns: Its value; nil where there is no such variable.
    public static func take(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        let length = unsafe strlen(value)
        // "NAME=" stands right before it (environ(7)).
        let start = unsafe value - (name.utf8.count + 1)
        unsafe unsetenv(name)
        unsafe memset(start, 0, name.utf8.count + 1 + length)
        return text
    }
}
