import Promises
import Testing

/// Holds docs/reliability.md to the tests that it names, and these to it.
@Suite("docs/reliability.md")
struct ReliabilityTests {
    @Test func `every row names the tests that prove it, and no other`() throws {
        let proofs = try WrittenProof.all()
        for row in try Row.all() {
            #expect(!row.tests.isEmpty, "\(row.happens)")
            let proving = proofs.filter { $0.promises.contains { row.happens.hasPrefix($0) } }.map(\.test)
            #expect(Set(proving) == Set(row.tests), "\(row.happens)")
        }
    }

    @Test func `no scenario of other file systems is left out`() throws {
        #expect(try Row.all().compactMap(\.number) == Array(1...25))
    }
}
