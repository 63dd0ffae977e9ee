internal import CProcess
import Glibc

/// The terminal that standard output is, if it is one, and the keys of the one that standard input is.
public final class Terminal: Sendable {
    private let before: termios?

    /// Keys are read one by one from here on, and not shown, until `restore`; Ctrl-C goes on working, Ctrl-Z is a key like others.
    ///
    /// Nil when standard output is no terminal.
    public init?() {
        guard isatty(STDOUT_FILENO) != 0 else { return nil }
        var settings = termios()
        guard isatty(STDIN_FILENO) != 0, unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else {
            before = nil
            return
        }
        before = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        // VSUSP, to _POSIX_VDISABLE: a program that Ctrl-Z stops leaves the shell on its own screen, without a cursor, and
        // goes on with the shell's settings, under which no key arrives before Enter.
        settings.c_cc.10 = 0
        unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// As it was found.
    public func restore() {
        guard var settings = before else { return }
        unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// Of this moment; 24 rows of 80 columns where it does not say.
    public var size: (rows: Int, columns: Int) {
        let packed = cprocess_terminal_size(STDOUT_FILENO)
        let (rows, columns) = (Int(packed >> 16), Int(packed & 0xFFFF))
        return (rows > 0 ? rows : 24, columns > 0 ? columns : 80)
    }

    /// A key that was pressed; nil when none was. Never waits.
    public func key() -> UInt8? {
        guard before != nil else { return nil }
        var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&ready, 1, 0) == 1 else { return nil }
        var byte: UInt8 = 0
        return unsafe read(STDIN_FILENO, &byte, 1) == 1 ? byte : nil
    }
}
