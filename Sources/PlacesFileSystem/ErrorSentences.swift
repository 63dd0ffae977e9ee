import Catalog
import LinuxProcess
import PhotoFetch
public import PhotoTree

// One sentence an error, for people: who did not do what, and when it is tried again.

extension RefreshError {
    /// `source` is the source's name, `reason` why a host is left alone, if that is known.
    func sentence(_ source: String, reason: String?, at now: Timestamp) -> String {
        switch self {
        case .source(.unreachable(let text)): "\(source) cannot be reached (\(text))"
        case .source(.timedOut(let text)): "\(source) did not answer in time (\(text))"
        case .source(.credentialsRefused(let text)): RefusedKey.sentence(source, text)
        case .source(.backingOff(let pause)):
            "\(source) asks us to wait\(Pause.because(reason)); \(Pause.nextTry(in: pause, at: now))"
        case .source(.shareUsed(let pause)): Pause.shareUsed(for: pause, at: now)
        case .source(.tooManyRequests(let text)), .source(.failed(let text)): text
        case .source(.gone): "\(source) has this no longer"
        case .source(.cancelled), .interrupted: "interrupted"
        case .catalog(let error): "\(error)"
        case .partialResults: "the search at \(source) ran out of time and brought only a part"
        case .timedOut: "\(source) did not answer in time"
        }
    }
}

extension PhotoSourceError {
    /// For a command that asked the source itself.
    public func sentence(_ source: String, at now: Timestamp) -> String {
        RefreshError.source(self).sentence(source, reason: nil, at: now)
    }
}

extension FetchError {
    /// `source` is the source's name, `reason` why a host is left alone, if that is known.
    func sentence(_ source: String, reason: String?, at now: Timestamp) -> String {
        switch self {
        case .backingOff(let pause):
            "the image host asks us to wait\(Pause.because(reason)); \(Pause.nextTry(in: pause, at: now))"
        case .shareUsed(let pause): Pause.shareUsed(for: pause, at: now)
        case .credentialsRefused(let text): RefusedKey.sentence(source, text)
        case .gone: "\(source) has this photo no longer"
        case .unreachable(let text): "the image host cannot be reached (\(text))"
        case .timedOut(let text): "the image host did not answer in time (\(text))"
        case .cutShort(let text): "the download ended too early, again and again (\(text))"
        case .interrupted, .changed, .notAPhoto, .unserved, .tooLarge, .failed, .shutDown: text
        }
    }
}

/// What is said of a key that the source refuses.
enum RefusedKey {
    static func sentence(_ source: String, _ text: String) -> String {
        let said = "\(source) says: "
        let words = text.hasPrefix(said) ? String(text.dropFirst(said.count)) : text
        return "\(source) refuses your key (\(words)); placesfs doctor helps"
    }
}

/// When something is tried again.
enum Pause {
    /// Nobody was asked: no host is named.
    static func shareUsed(for pause: Duration, at now: Timestamp) -> String {
        "the hour's share is used; \(nextTry(in: pause, at: now))"
    }

    static func because(_ reason: String?) -> String { reason.map { " (\($0))" } ?? "" }

    /// "next try at 14:58". A pause of less than two minutes is told to the second.
    static func nextTry(in pause: Duration, at now: Timestamp) -> String {
        let seconds = max(1, pause.components.seconds + (pause.components.attoseconds > 0 ? 1 : 0))
        let isShort = seconds < 120
        // Never a time that is over before the try.
        let moment = now.rawValue + seconds + (isShort ? 0 : 59)
        return "next try at \(LocalTime.clock(moment, withSeconds: isShort))"
    }
}
