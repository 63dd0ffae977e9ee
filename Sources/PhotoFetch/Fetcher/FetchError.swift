import HTTP
import PhotoTree

/// Why a photo's bytes could not be fetched. Only `gone` says that the photo is absent.
package enum FetchError: Error, Hashable, Sendable {
    /// The calling task was cancelled; the download goes on for others.
    case interrupted
    /// The source says the photo is gone or private.
    case gone
    /// The host has other bytes now than this handle was opened or served with; open again.
    case changed
    /// The host answered something that is no photo; the text says what.
    case notAPhoto(String)
    /// The host has the photo, but not in this rendition.
    case unserved(String)
    case unreachable(String)
    case timedOut(String)
    /// Transfers ended too early, again and again.
    case cutShort(String)
    /// The fetcher makes no request to the host for this long, because earlier ones failed.
    case backingOff(Duration)
    /// No request is sent for this long, because the hour's share is used.
    case shareUsed(Duration)
    /// Larger than the limit for any photo, in bytes.
    case tooLarge(limit: Int64)
    /// The source refused the API key when the photo was looked up.
    case credentialsRefused(String)
    case failed(String)
    /// The file system is shutting down.
    case shutDown

    init(_ error: HTTPError) {
        self =
            switch error {
            case .unreachable(let text): .unreachable(text)
            case .timedOut(let text): .timedOut(text)
            case .cutShort(let text): .cutShort(text)
            case .bodyTooLarge(let limit): .tooLarge(limit: limit)
            case .redirectRefused: .notAPhoto("redirected to another host")
            case .badURL: .failed("the image has no usable address")
            case .backingOff(let duration): .backingOff(duration)
            case .shareUsed(let pause): .shareUsed(pause)
            case .cancelled: .interrupted
            case .displaced: .timedOut(error.summary)
            case .failed(let text): .failed(text)
            }
    }

    init(_ error: PhotoSourceError) {
        self =
            switch error {
            case .unreachable(let text): .unreachable(text)
            case .timedOut(let text): .timedOut(text)
            case .credentialsRefused(let text): .credentialsRefused(text)
            case .tooManyRequests(let text), .failed(let text): .failed(text)
            case .backingOff(let duration):
                .failed("the source asks us to wait \(max(1, duration.components.seconds)) s")
            case .shareUsed(let pause): .shareUsed(pause)
            case .gone: .gone
            case .cancelled: .interrupted
            }
    }

    /// Whether the bytes so far are worth keeping for another try.
    var leavesPrefix: Bool {
        switch self {
        case .interrupted, .unreachable, .timedOut, .cutShort, .backingOff, .shareUsed, .failed,
            .credentialsRefused:
            true
        case .gone, .changed, .notAPhoto, .unserved, .tooLarge, .shutDown: false
        }
    }

    /// Whether the host sent a body that is no photo, so that its length says nothing.
    var isOfBody: Bool {
        if case .notAPhoto = self { true } else { false }
    }

    /// A few words for a status line or an attribute, without addresses.
    package var text: String {
        switch self {
        case .interrupted: "interrupted"
        case .gone: "gone at the source"
        case .changed: "changed at the source"
        case .notAPhoto(let text): "no photo: \(text)"
        case .unserved(let text): "not served in this size: \(text)"
        case .unreachable(let text): "unreachable: \(text)"
        case .timedOut(let text): "timed out: \(text)"
        case .cutShort(let text): "cut short: \(text)"
        case .backingOff(let duration): "host left alone for \(max(1, duration.components.seconds)) s"
        case .shareUsed(let pause): "the hour's share is used, the next is free in \(pause.components.seconds) s"
        case .tooLarge(let limit): "larger than \(ByteCount(limit)) (photo-size-limit)"
        case .credentialsRefused(let text): "key refused: \(text)"
        case .failed(let text): text
        case .shutDown: "ending"
        }
    }
}
