import Testing

@testable import HTTPCurl

@Suite struct SpeedWatchTests {
    private let start = SuspendingClock.now

    /// The seconds at which a watch that is asked every second says "stalled".
    private func stalls(in seconds: ClosedRange<Int64>, of watch: inout SpeedWatch, rate: Int64) -> [Int64] {
        seconds.filter { watch.hasStalled(at: start + .seconds($0), bytes: $0 * rate) }
    }

    private func watch() -> SpeedWatch {
        SpeedWatch(limit: 1_000, period: .seconds(15), now: start)
    }

    @Test(arguments: [Int64(0), 900])
    func `a body below the limit has stalled after the period, not before`(rate: Int64) {
        var watch = watch()
        #expect(stalls(in: 1...20, of: &watch, rate: rate) == [15, 16, 17, 18, 19, 20])
    }

    @Test func `a body above the limit never stalls`() {
        var watch = watch()
        #expect(stalls(in: 1...100, of: &watch, rate: 1_100).isEmpty)
    }

    @Test func `time in which we held the sender back does not count`() {
        var watch = watch()
        #expect(stalls(in: 1...14, of: &watch, rate: 0).isEmpty)
        watch.restart(at: start + .seconds(100), bytes: 0)
        #expect(stalls(in: 101...116, of: &watch, rate: 0) == [115, 116])
    }
}
