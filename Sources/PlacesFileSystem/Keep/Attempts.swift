/// What failed, and why. Each is tried again later than the time before.
struct Attempts<Key: Hashable & Sendable>: Sendable {
    private struct Failure {
        var sentence: String
        var version: Int
        var pause: Duration
        /// When it may be tried again.
        var next: Duration
    }

    private static var firstPause: Duration { .seconds(30) }

    private var failures: [Key: Failure] = [:]

    /// Why it failed last; nil for what did not.
    func sentence(of key: Key) -> String? { failures[key]?.sentence }

    func isDue(_ key: Key, at now: Duration) -> Bool { failures[key].map { $0.next <= now } ?? true }

    /// When the first of these that failed may be tried again; nil if none did.
    func next(of keys: some Sequence<Key>) -> Duration? { keys.compactMap { failures[$0]?.next }.min() }

    /// It failed once more, and waits twice as long as before.
    ///
    /// - Parameters:
    ///   - key: What failed.
    ///   - sentence: Why.
    ///   - version: What of it was tried; another version is tried at once.
    ///   - now: When.
    ///   - longest: The longest pause.
    mutating func failed(
        _ key: Key, _ sentence: String, version: Int = 0, at now: Duration, upTo longest: Duration
    ) {
        let pause = min(longest, failures[key].map { $0.pause * 2 } ?? Self.firstPause)
        failures[key] = Failure(sentence: sentence, version: version, pause: pause, next: now + pause)
    }

    mutating func forget(_ key: Key) { failures[key] = nil }
    mutating func forget(_ key: Key, unless version: Int) {
        if failures[key]?.version != version { failures[key] = nil }
    }
    mutating func forget(where isOver: (Key) -> Bool) { failures = failures.filter { !isOver($0.key) } }
}
