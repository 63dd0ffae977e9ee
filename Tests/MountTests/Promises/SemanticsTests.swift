import Promises
import Testing

/// Holds docs/semantics.md to the tests. Which of them proves a sentence they say themselves, by `.proves`.
@Suite("docs/semantics.md")
struct SemanticsTests {
    @Test func `each sentence has a test that proves it`() throws {
        let proved = try WrittenProof.all().flatMap(\.promises)
        let promises = try Promise.all(of: .semantics)
        #expect(promises.count > 100)
        for promise in promises {
            #expect(proved.contains { promise.text.hasPrefix($0) }, "no test proves: \(promise.text)")
        }
    }

    @Test func `what a test proves is one sentence here, or one scenario of reliability.md`() throws {
        let promises = try Promise.all(of: .semantics) + Promise.all(of: .reliability)
        for proof in try WrittenProof.all() {
            for beginning in proof.promises {
                #expect(promises.count { $0.text.hasPrefix(beginning) } == 1, "\(proof.test): \(beginning)")
            }
        }
    }

    @Test func `no test that proves something is disabled`() throws {
        #expect(try WrittenProof.all().filter(\.isDisabled).map(\.test) == [])
    }
}
