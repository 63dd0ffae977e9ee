import Testing

@testable import FUSE

@Suite struct EagerWaitTests {
    /// Waits as a receive thread does, on a clock of its own, for a message that comes after `gap`; a look takes
    /// `step`.
    ///
    /// - Returns: How many nanoseconds it looked, or nil if it slept at once.
    @discardableResult private func wait(
        _ eager: borrowing EagerWait, _ gap: Int, step: Int = 500, areAnswersPending: Bool = false
    ) -> Int? {
        var (now, slept) = (7, Int?.none)
        var wait = eager.begin(at: now, areAnswersPending: areAnswersPending)
        while now < 7 + gap {
            if wait.looksAgain(at: now) {
                now += step
            } else {
                slept = now - 7
                now = 7 + gap
            }
        }
        eager.end(wait, at: now)
        return slept == 0 ? nil : slept ?? now - 7
    }

    /// One that has learnt to look.
    private func learnt() -> EagerWait {
        let eager = EagerWait(processors: 2, receiveThreads: 1)
        for _ in 0..<8 { wait(eager, 50_000) }
        return eager
    }

    @Test func `who asks again soon is looked for from the fourth wait on`() {
        let eager = EagerWait(processors: 2, receiveThreads: 1)
        for _ in 0..<3 { #expect(wait(eager, 90_000) == nil) }
        for _ in 0..<20 { #expect(wait(eager, 40_000) == 40_000) }
    }

    @Test func `who stays away is looked for a few times only`() {
        let eager = learnt()
        let looks = (0..<20).compactMap { _ in wait(eager, 1_000_000) }
        #expect(looks == [EagerWait.look, EagerWait.look, EagerWait.look])
    }

    @Test func `who comes in pairs, and slowly, is not looked for`() {
        let eager = EagerWait(processors: 2, receiveThreads: 1)
        for _ in 0..<20 {
            #expect(wait(eager, 50_000) == nil)
            #expect(wait(eager, 1_000_000) == nil)
        }
    }

    @Test func `whose processor is awake is not looked for`() {
        let eager = EagerWait(processors: 2, receiveThreads: 1)
        for _ in 0..<20 { #expect(wait(eager, 5_000) == nil) }
    }

    @Test func `a processor that somebody else wants is left to them`() {
        let eager = learnt()
        let longer = EagerWait.longest + 500
        // They had it while we looked in vain, or until there was a message.
        #expect(wait(eager, 50_000, step: longer) == longer)
        for _ in 0..<2 { #expect(wait(eager, 9_000, step: longer) == longer) }
        #expect(wait(eager, 50_000) == nil)
    }

    @Test func `one interruption changes nothing`() {
        let eager = learnt()
        wait(eager, 50_000, step: EagerWait.longest + 500)
        #expect(wait(eager, 50_000) == 50_000)
    }

    @Test func `while answers are pending nobody looks, and nothing is learnt`() {
        let new = EagerWait(processors: 2, receiveThreads: 1)
        for _ in 0..<8 { #expect(wait(new, 50_000, areAnswersPending: true) == nil) }
        #expect(wait(new, 50_000) == nil)
        let eager = learnt()
        for _ in 0..<8 { #expect(wait(eager, 1_000_000, areAnswersPending: true) == nil) }
        #expect(wait(eager, 50_000) == 50_000)
    }

    @Test(arguments: [(0, 1), (1, 1), (2, 2)])
    func `with one processor, or several threads that receive, no thread looks for requests`(
        processors: Int, receiveThreads: Int
    ) {
        let eager = EagerWait(processors: processors, receiveThreads: receiveThreads)
        for _ in 0..<20 { #expect(wait(eager, 50_000) == nil) }
    }

    @Test func `the processors that may be used are counted`() async throws {
        // Where this variable is set, nproc(1) says that.
        let counted = try await Child(["env", "-u", "OMP_NUM_THREADS", "nproc"]).result(within: .seconds(30))
        #expect("\(EagerWait.processors)\n" == counted.output)
    }
}
