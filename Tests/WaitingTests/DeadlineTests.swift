import Synchronization
import TestClock
import Testing
import Waiting

@Suite("What is waited for no longer than", .timeLimit(.minutes(1))) struct DeadlineTests {
    private let clock = ManualClock()

    /// Work that ends when it is cancelled.
    @Sendable private func endless() async -> String {
        while !Task.isCancelled { await Task.yield() }
        return "cancelled"
    }

    @Test func `what comes in time is the answer, and the bound is waited for no more`() async {
        let (answer, isLate) = await within(.seconds(5), by: ElapsedClock(clock)) { "in time" }
        #expect(answer == "in time" && !isLate)
        #expect(clock.sleeping == 0)
    }

    @Test func `what is late is cancelled, and said to be late`() async {
        let waiting = Task { await within(.seconds(5), by: ElapsedClock(clock), endless) }
        await until { clock.sleeping == 1 }
        clock.advance(by: .seconds(5))
        let (answer, isLate) = await waiting.value
        #expect(answer == "cancelled" && isLate)
    }

    @Test func `a bound is as much longer as is said when it is over`() async {
        let more = Mutex<[Duration?]>([.seconds(7), nil])
        let waiting = Task {
            await within(
                .seconds(5), by: ElapsedClock(clock), orLonger: { more.withLock { $0.removeFirst() } }, endless)
        }
        for length in [5, 7] { #expect(await clock.advanceToNextWake() == .seconds(length)) }
        let (answer, isLate) = await waiting.value
        #expect(answer == "cancelled" && isLate)
    }

    @Test func `whoever is cancelled cancels it, and it is not late`() async {
        let waiting = Task { await within(.seconds(5), by: ElapsedClock(clock), endless) }
        await until { clock.sleeping == 1 }
        waiting.cancel()
        let (answer, isLate) = await waiting.value
        #expect(answer == "cancelled" && !isLate)
    }
}
