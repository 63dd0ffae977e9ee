import Testing

@testable import placesfs

@Suite("How long keep waits") struct KeepProgressTests {
    private typealias State = KeepProgress.State

    /// The first second in which it waits no longer, and why.
    private func end(_ states: (Int) -> State) -> (second: Int, reason: String)? {
        var standstill = KeepProgress.Standstill()
        for second in 0..<600 {
            let reason = standstill.reason(in: states(second), at: .seconds(second))
            if let reason { return (second, reason) }
        }
        return nil
    }

    @Test func `where nothing comes it ends after a minute, though nothing is wrong`() throws {
        let end = try #require(end { _ in State(photos: 1, of: 2, bytes: 100) })
        #expect(end.second == 61 && end.reason == "nothing came for a minute")
    }

    @Test func `a trouble that lasts ends it after five seconds, one that passes does not`() throws {
        let end = try #require(end { State(photos: 1, of: 2, bytes: 100, error: $0 < 20 ? nil : "no network") })
        #expect(end.second == 25 && end.reason == "no network")
        let passing = try #require(self.end { State(photos: 1, of: 2, bytes: 100, error: $0 % 4 == 0 ? nil : "slow") })
        #expect(passing.second == 61)
    }

    @Test func `as long as something comes it waits`() {
        #expect(end { State(photos: $0 / 50, of: 20, bytes: Int64($0 / 50) * 100) } == nil)
        #expect(end { State(photos: 1, of: 20, bytes: Int64($0 / 4) * 100, error: "slow") } == nil)
    }

    @Test func `what takes the mount long is asked for less often`() {
        #expect(KeepProgress.pause(after: .milliseconds(20)) == .milliseconds(100))
        #expect(KeepProgress.pause(after: .milliseconds(300)) == .seconds(1))
    }
}
