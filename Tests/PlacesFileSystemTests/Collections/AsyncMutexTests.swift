import Testing

@testable import PlacesFileSystem

@Suite("One at a time") struct AsyncMutexTests {
    private let mutex = AsyncMutex()
    private let log = Shared<[String]>([])

    /// Work that waits until `count` others wait behind it.
    private func hold(until count: Int) async {
        while mutex.waiting < count { await Task.yield() }
    }

    /// A task whose work is `name`, once it waits behind `count` others.
    private func waiter(_ name: String, behind count: Int) async -> Task<Void, Never> {
        let task = Task { [mutex, log] in
            await mutex.run { log.edit { $0.append(Task.isCancelled ? name + ", cancelled" : name) } }
        }
        while mutex.waiting <= count { await Task.yield() }
        return task
    }

    @Test func `who comes first goes first, and nobody who comes later overtakes`() async {
        let isIn = Shared(false)
        let first = Task { [mutex, log] in
            await mutex.run {
                isIn.edit { $0 = true }
                await hold(until: 2)
                log.edit { $0.append("first") }
            }
            // At the very moment at which the first of those who wait is let in.
            await mutex.run { log.edit { $0.append("newcomer") } }
        }
        while !isIn.current { await Task.yield() }
        let second = await waiter("second", behind: 0)
        let third = await waiter("third", behind: 1)
        for task in [first, second, third] { await task.value }
        #expect(log.current == ["first", "second", "third", "newcomer"])
        #expect(mutex.waiting == 0)
    }

    @Test func `who is cancelled while it waits keeps its turn, and holds up nobody`() async {
        let isIn = Shared(false)
        let first = Task { [mutex] in
            await mutex.run {
                isIn.edit { $0 = true }
                await hold(until: 2)
            }
        }
        while !isIn.current { await Task.yield() }
        let cancelled = Task { [mutex, log] in
            await mutex.run { log.edit { $0.append(Task.isCancelled ? "cancelled" : "not cancelled") } }
        }
        while mutex.waiting < 1 { await Task.yield() }
        cancelled.cancel()
        let last = await waiter("last", behind: 1)
        for task in [first, cancelled, last] { await task.value }
        #expect(log.current == ["cancelled", "last"])
    }

    @Test func `work that throws lets the next one in`() async {
        struct Failure: Error {}
        await #expect(throws: Failure.self) { try await mutex.run { () async throws(Failure) in throw Failure() } }
        #expect(await mutex.run { 7 } == 7)
    }
}
