import Testing

@testable import Promises

@Suite("A test says what it proves")
struct ProofTests {
    @Test func `it is read where it stands, with its test's name`() {
        let proofs = read(
            """
            @Suite("Suite")
            struct SomeTests {
                #Test func `no proof`() { call("x)") }
                #Test(.proves("`df` leaves (this) out", "Names"), .timeLimit(.minutes(1)), arguments: ["a", "b"])
                func `two sentences`(_ value: String) {}
                // #Test(.proves("in a comment")) func `not there`() {}
                #Test(.disabled("slow"), .proves("A photo")) func `switched off`() {}
            }
            """)
        #expect(proofs.map(\.test) == ["two sentences", "switched off"])
        #expect(proofs.map(\.promises) == [["`df` leaves (this) out", "Names"], ["A photo"]])
        #expect(proofs.map(\.isDisabled) == [false, true])
    }

    @Test func `a suite that is disabled disables its proofs`() {
        let proofs = read(
            """
            @Suite("Suite", .disabled("slow")) struct SomeTests { #Test(.proves("A photo")) func `one`() {} }
            """)
        #expect(proofs.map(\.isDisabled) == [true])
    }

    @Test(arguments: ["Nobody promises this", "A photo"])
    func `a test that proves no sentence, or one of several, fails`(_ beginning: String) async throws {
        let test = try #require(Test.current)
        await #expect(throws: NotPromised.self) { try await Proof.proves(beginning).prepare(for: test) }
    }

    @Test(arguments: ["`df` leaves the mount out", "A host accepts a connection and"])
    func `a test that proves a sentence or a row goes on`(_ beginning: String) async throws {
        let test = try #require(Test.current)
        try await Proof.proves(beginning).prepare(for: test)
    }

    /// Proofs of a source file; `#Test` keeps those of this one from being taken for any.
    private func read(_ source: String) -> [WrittenProof] {
        WrittenProof.read(source.replacing("#Test", with: "@Test"))
    }
}
