internal import Foundation
internal import LinuxProcess

/// What the system said, dug out of an error of Foundation's.
struct SystemFailure: Sendable {
    /// Nil when no system call is behind it.
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
        errno = found ?? (error as? Errno)
        description = (error as NSError).localizedDescription
    }

    /// "permission denied": for the middle of a sentence.
    var words: String {
        let text = errno.map { String(describing: $0) } ?? description
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
