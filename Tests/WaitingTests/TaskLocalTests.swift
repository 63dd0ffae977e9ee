import Testing
import Waiting

@Suite("A value for one piece of work") struct TaskLocalTests {
    @TaskLocal private static var hint = "none"

    private struct Failure: Error, Equatable {
        var hint: String
    }

    @Test func `work sees the value, and its error is of its own kind`() async {
        do throws(Failure) {
            try await Self.$hint.withValue(
                "soon", throwing: { () async throws(Failure) in throw Failure(hint: Self.hint) })
            Issue.record("nothing was thrown")
        } catch {
            #expect(error == Failure(hint: "soon"))
        }
        #expect(Self.hint == "none")
    }

    @Test func `work that is cancelled is told so`() async {
        let task = Task {
            await Self.$hint.withValue(
                "later",
                throwing: { () async throws(Never) -> Bool in
                    while !Task.isCancelled { await Task.yield() }
                    return Self.hint == "later"
                })
        }
        task.cancel()
        #expect(await task.value)
    }
}
