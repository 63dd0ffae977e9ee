import Testing

@testable import PlacesFileSystem

@Suite("What failed, and is tried again") struct AttemptsTests {
    private var attempts = Attempts<String>()

    @Test mutating func `each pause is twice as long as the one before, up to the longest`() {
        var now = Duration.zero
        for pause in [30, 60, 120, 240, 300, 300] {
            attempts.failed("one", "why", at: now, upTo: .seconds(300))
            #expect(attempts.next(of: ["one", "two"]) == now + .seconds(pause))
            now += .seconds(pause)
            #expect(!attempts.isDue("one", at: now - .seconds(1)) && attempts.isDue("one", at: now))
        }
        #expect(attempts.sentence(of: "one") == "why" && attempts.sentence(of: "two") == nil)
    }

    @Test mutating func `what did not fail, what is forgotten and another version are due at once`() {
        #expect(attempts.isDue("one", at: .zero) && attempts.next(of: ["one"]) == nil)
        attempts.failed("one", "why", version: 1, at: .zero, upTo: .seconds(300))
        attempts.forget("one", unless: 1)
        #expect(!attempts.isDue("one", at: .zero))
        attempts.forget("one", unless: 2)
        #expect(attempts.isDue("one", at: .zero))
        attempts.failed("one", "why", at: .zero, upTo: .seconds(300))
        attempts.forget { $0 == "one" }
        #expect(attempts.isDue("one", at: .zero))
    }
}
