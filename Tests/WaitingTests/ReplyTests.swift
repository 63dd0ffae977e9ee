import TestClock
import Testing
import Waiting

@Suite("An answer that is given once", .timeLimit(.minutes(1))) struct ReplyTests {
    private let reply = Reply<String>()

    private func waiter(behind count: Int = 0) async -> Task<String, Never> {
        let task = Task { [reply] in await reply.value(ifCancelled: "cancelled") }
        await until { reply.waiting > count }
        return task
    }

    @Test func `everybody who waits gets it, and who comes later, too`() async {
        let first = await waiter()
        let second = await waiter(behind: 1)
        reply.give("news")
        #expect(await first.value == "news")
        #expect(await second.value == "news")
        #expect(await reply.value(ifCancelled: "cancelled") == "news")
        #expect(reply.waiting == 0)
    }

    @Test func `the first answer stays`() async {
        reply.give("first")
        reply.give("second")
        #expect(await reply.value() == "first")
    }

    @Test func `who is cancelled leaves at once, and the others wait on`() async {
        let first = await waiter()
        let second = await waiter(behind: 1)
        first.cancel()
        #expect(await first.value == "cancelled")
        #expect(reply.waiting == 1)
        reply.give("news")
        #expect(await second.value == "news")
    }

    @Test func `who was cancelled before does not wait, but hears what is known`() async {
        let isCancelled = Shared(false)
        let late = Task { [reply] in
            await until { isCancelled.current }
            let before = await reply.value(ifCancelled: "cancelled")
            reply.give("news")
            return [before, await reply.value(ifCancelled: "cancelled")]
        }
        late.cancel()
        isCancelled.current = true
        #expect(await late.value == ["cancelled", "news"])
    }

    @Test func `who must have the answer waits for it though it was cancelled`() async {
        let task = Task { [reply] in await reply.value() }
        await until { reply.waiting == 1 }
        task.cancel()
        #expect(reply.waiting == 1)
        reply.give("news")
        #expect(await task.value == "news")
    }
}
