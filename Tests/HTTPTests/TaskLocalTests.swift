import HTTP
import Testing

@Suite("A value for one piece of work") struct TaskLocalTests {
    private struct Failure: Error, Equatable {
        var priority: HTTPRequest.Priority
    }

    @Test func `work sees the value, and its error is of its own kind`() async {
        do throws(Failure) {
            try await HTTPRequest.Priority.$current.withValue(
                .soon,
                throwing: { () async throws(Failure) in
                    throw Failure(priority: .current)
                })
            Issue.record("nothing was thrown")
        } catch {
            #expect(error == Failure(priority: .soon))
        }
        #expect(HTTPRequest.Priority.current == .waiting)
    }

    @Test func `work that is cancelled is told so`() async {
        let task = Task {
            await HTTPRequest.Priority.$current.withValue(
                .background,
                throwing: { () async throws(Never) -> Bool in
                    while !Task.isCancelled { await Task.yield() }
                    return HTTPRequest.Priority.current == .background
                })
        }
        task.cancel()
        #expect(await task.value)
    }
}
