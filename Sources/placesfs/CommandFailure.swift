internal import Foundation
internal import Glibc
internal import LinuxProcess
internal import PhotoTree

/// The error of a command that cannot do its work: one line that says what is wrong and what to do about it.
struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
    let status: ExitStatus
    let description: String

    init(_ status: ExitStatus, _ sentence: String) {
        self.status = status
        // File names, words of a configuration and messages of other programs may contain any bytes.
        description = PrintableText.line(sentence, maximumBytes: 1_500)
    }

    /// The line that is printed.
    var line: String { "placesfs: " + description }
}

/// The system's error inside an error of Foundation.
struct SystemFailure: Sendable {
    /// Nil when no system call caused the error.
    let errno: Errno?
    private let description: String

    init(_ error: any Error) {
        var current: (any Error)? = error
        var found: Errno?
        while let next = current {
            let bridged = next as NSError
            if bridged.domain == NSPOSIXErrorDomain { found = Errno(rawValue: Int32(bridged.code)) }
            current = bridged.userInfo[NSUnderlyingErrorKey] as? any Error
        }
        var opening: Errno?
        if case .system(let errno)? = error as? RegularFile.Failure { opening = errno }
        errno = found ?? opening ?? (error as? Errno)
        description =
            error as? RegularFile.Failure == .notRegular
            ? "it is no regular file" : (error as NSError).localizedDescription
    }

    /// Whether it is what the kernel answers in place of a program that served a mount.
    var isOfDeadMount: Bool { [ENOTCONN, ECONNABORTED].contains(errno?.rawValue) }

    /// Like "permission denied", for the middle of a sentence.
    var words: String {
        let text = errno.map { String(describing: $0) } ?? description
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
