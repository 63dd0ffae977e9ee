import Promises
import Testing

/// Holds docs/reliability.md to the tests. Which of them proves a promise they say themselves, by `.proves`.
@Suite("docs/reliability.md")
struct ReliabilityTests {
    @Test func `each scenario has a test that proves what is promised`() throws {
        let proved = try WrittenProof.all().flatMap(\.promises)
        let scenarios = try Scenario.all()
        #expect(scenarios.count > 50)
        for scenario in scenarios {
            #expect(proved.contains { scenario.happens.hasPrefix($0) }, "no test proves: \(scenario.happens)")
        }
    }

    @Test func `no scenario of other file systems is left out`() throws {
        #expect(try Scenario.all().compactMap(\.number).sorted() == Array(1...25))
    }
}
