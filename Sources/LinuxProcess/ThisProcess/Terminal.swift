internal import CProcess
import Glibc

/// The terminal on standard output, if there is one, and the keys of the terminal on standard input.
public final class Terminal: Sendable {
    private let before: termios?

    /// Until `restore`, keys are read one by one and not echoed. Ctrl-C still works; Ctrl-Z is an ordinary key.
    ///
    /// Nil if standard output is no terminal.
    public init?() {
        guard isatty(STDOUT_FILENO) != 0 else { return nil }
        var settings = termios()
        guard isatty(STDIN_FILENO) != 0, unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else {
            before = nil
            return
        }
        before = settings
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        // Index 10 is VSUSP, and 0 is _POSIX_VDISABLE. A program stopped by Ctrl-Z would leave its own screen, without
        // a cursor, to the shell. It would continue with the shell's settings, under which no key arrives before Enter.
        settings.c_cc.10 = 0
        unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// Restores the settings that `init` found.
    public func restore() {
        guard var settings = before else { return }
        unsafe tcsetattr(STDIN_FILENO, TCSANOW, &settings)
    }

    /// The current size; 24 rows of 80 columns if the terminal does not say.
    public var size: (rows: Int, columns: Int) {
        let packed = cprocess_terminal_size(STDOUT_FILENO)
        let (rows, columns) = (Int(packed >> 16), Int(packed & 0xFFFF))
        return (rows > 0 ? rows : 24, columns > 0 ? columns : 80)
    }

    /// A key that was pressed, or nil if there is none. Never waits.
    public func key() -> UInt8? {
        guard before != nil else { return nil }
        var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&ready, 1, 0) == 1 else { return nil }
        var byte: UInt8 = 0
        return unsafe read(STDIN_FILENO, &byte, 1) == 1 ? byte : nil
    }
}
