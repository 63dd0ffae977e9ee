import CFUSE
import Glibc
import Logging
import Synchronization

/// Receives libfuse's log messages, which it would otherwise print on stderr. libfuse has one log function for the
/// whole process, so this state is global too.
enum LibraryLog {
    private static let state = Mutex(State())
    private static let capturing = Mutex(())

    private struct State {
        var logger: Logger?
        var captured: String?
    }

    /// Sends libfuse's messages to `logger` from now on.
    static func use(_ logger: Logger) {
        state.withLock { $0.logger = logger }
        unsafe fuse_set_log_func { level, format, arguments in
            guard let format = unsafe format, let arguments = unsafe arguments else { return }
            let line = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer -> String in
                guard let start = buffer.baseAddress else { return "" }
                unsafe vsnprintf(start, buffer.count, format, arguments)
                return unsafe String(cString: start)
            }
            LibraryLog.hear(line, isError: level.rawValue <= FUSE_LOG_ERR.rawValue)
        }
    }

    /// Runs `body` and returns what libfuse, and the programs that it runs, print in the meantime.
    ///
    /// fusermount3 writes to the stderr that it inherits, so descriptor 2 points to a file while `body` runs. Its words
    /// then become part of one error, and are not printed as well.
    static func capture<R>(_ body: () -> R) -> (R, words: String) {
        capturing.withLock { _ in
            state.withLock { $0.captured = "" }
            // MFD_CLOEXEC is 1.
            let file = unsafe memfd_create("fuse-stderr", 1)
            let before = dup(2)
            if file >= 0, before >= 0 { dup2(file, 2) }
            let result = body()
            if file >= 0, before >= 0 { dup2(before, 2) }
            let printed = file >= 0 ? text(of: file) : ""
            for descriptor in [file, before] where descriptor >= 0 { close(descriptor) }
            let said = state.withLock { state in
                defer { state.captured = nil }
                return state.captured ?? ""
            }
            return (result, joined(said + printed))
        }
    }

    private static func hear(_ line: String, isError: Bool) {
        let logger = state.withLock { state -> Logger? in
            guard state.captured == nil else {
                state.captured?.append(line)
                return nil
            }
            return state.logger
        }
        logger?.log(level: isError ? .error : .debug, "libfuse says", metadata: ["words": "\(joined(line))"])
    }

    private static func text(of descriptor: Int32) -> String {
        unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, 0)
            return count > 0 ? unsafe String(decoding: buffer[..<count], as: UTF8.self) : ""
        }
    }

    /// Joins the lines into one, each sentence once, without the name of the program that printed it.
    private static func joined(_ text: String) -> String {
        var sentences: [Substring] = []
        for line in text.split(separator: "\n") {
            var sentence = line
            for speaker in ["fusermount3: ", "fuse: "] where sentence.hasPrefix(speaker) {
                sentence = sentence.dropFirst(speaker.count)
            }
            if !sentences.contains(sentence) { sentences.append(sentence) }
        }
        return sentences.joined(separator: "; ")
    }
}
