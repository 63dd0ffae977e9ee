/// How long a host usually takes to send the first byte of an answer.
struct FirstByteTimes: Sendable, Hashable {
    private static let remembered = 15
    private var times: [Duration] = []

    /// The median of the latest 15; zero before the first.
    var usual: Duration { times.isEmpty ? .zero : times.sorted()[times.count / 2] }

    mutating func note(_ time: Duration) {
        times.append(time)
        if times.count > Self.remembered { times.removeFirst() }
    }
}
