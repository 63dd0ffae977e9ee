internal import Foundation
internal import LinuxProcess

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

    /// Like "permission denied", for the middle of a sentence.
    var words: String {
        let text = errno.map { String(describing: $0) } ?? description
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
