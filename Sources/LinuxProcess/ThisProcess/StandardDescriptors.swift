import Glibc

/// Standard input, output and error.
public enum StandardDescriptors {
    /// Opens /dev/null for each that is closed. Else the next file that is opened has its number: a line for users would
    /// be written into it.
    public static func open() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
            // The lowest free number is taken. Reading from it tells the end, and what is written is an error, as before.
            guard unsafe Glibc.open("/dev/null", O_RDONLY) == descriptor else { return }
        }
    }
}
