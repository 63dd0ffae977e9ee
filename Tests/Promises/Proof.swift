public import Testing

/// Says which promises a test proves: it would fail if one of them were not true.
public struct Proof: TestTrait {
    /// The beginning of each promise, as docs/semantics.md or docs/reliability.md has it.
    let promises: [String]

    /// Fails the test if what it proves is not promised.
    public func prepare(for test: Test) async throws {
        for promise in promises {
            let count = try Promise.beginning(with: promise).count
            guard count == 1 else { throw NotPromised(promise: promise, count: count) }
        }
    }
}

extension Trait where Self == Proof {
    /// The sentences of docs/semantics.md, and the scenarios of docs/reliability.md, that the test proves, each by its
    /// beginning. `WrittenProof` reads them where they stand, so they are literals.
    public static func proves(_ promises: String...) -> Self {
        Proof(promises: promises)
    }
}

/// A test proves what no page promises, or names it so that it could be two promises.
struct NotPromised: Error, CustomStringConvertible {
    let promise: String
    let count: Int

    var description: String {
        "\(count) promises of docs/semantics.md and docs/reliability.md begin with “\(promise)”, not one"
    }
}
