import TestClock
import Testing
import Waiting

@Suite("One at a time") struct AsyncMutexTests {
    private let mutex = AsyncMutex()
    private let log = Shared<[String]>([])

    /// Work that waits until `count` others wait behind it.
    private func hold(until count: Int) async {
        await until { mutex.waiting >= count }
    }

    /// A task whose work is `name`, once it waits behind `count` others.
    private func waiter(_ name: String, behind count: Int) async -> Task<Void, Never> {
        let task = Task { [mutex, log] in
            await mutex.run { log.edit { $0.append(Task.isCancelled ? name + ", cancelled" : name) } }
        }
        await until { mutex.waiting > count }
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
        await until { isIn.current }
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
        await until { isIn.current }
        let cancelled = Task { [mutex, log] in
            await mutex.run { log.edit { $0.append(Task.isCancelled ? "cancelled" : "not cancelled") } }
        }
        await until { mutex.waiting >= 1 }
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
