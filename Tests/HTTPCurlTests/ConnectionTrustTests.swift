import Testing

@testable import HTTPCurl

@Suite struct ConnectionTrustTests {
    @Test func `connections of any age are used as long as the machine stays awake`() {
        var trust = ConnectionTrust()
        for second in 0..<1_000 {
            trust.noteTime(awake: .seconds(second), elapsed: .seconds(second) + .milliseconds(3))
        }
        #expect(trust.lifetime(at: .seconds(1_000)) == nil)
    }

    @Test func `connections from before a sleep are too old for good`() {
        var trust = ConnectionTrust()
        trust.noteTime(awake: .seconds(50), elapsed: .seconds(50))
        trust.noteTime(awake: .seconds(60), elapsed: .seconds(3_660))
        #expect(trust.lifetime(at: .seconds(60)) == 1)
        #expect(trust.lifetime(at: .seconds(100)) == 41)
        trust.noteTime(awake: .seconds(101), elapsed: .seconds(3_701))
        #expect(trust.lifetime(at: .seconds(101)) == 42)
    }
}
