import HTTP
import Promises
import Testing

@Suite struct ConnectionBudgetTests {
    private typealias Transfer = ConnectionBudget.Transfer

    private let budget = ConnectionBudget(limit: 2, ceiling: 4, patience: .seconds(1))

    /// Transfers numbered from 1 that moved at these milliseconds.
    private func running(_ moved: Int...) -> [Transfer] {
        moved.enumerated().map { Transfer(id: $0.offset + 1, moved: .milliseconds($0.element)) }
    }

    private func verdict(
        _ running: [Transfer], at now: Int, _ priority: HTTPRequest.Priority = .waiting, displacements: Int = 0,
        usual: Duration = .zero
    ) -> ConnectionBudget.Verdict {
        let candidate = Transfer(id: 0, priority: priority, moved: .zero, displacements: displacements)
        let running = running.map { transfer in
            var transfer = transfer
            transfer.usual = max(transfer.usual, usual)
            return transfer
        }
        return budget.verdict(for: candidate, beside: running, now: .milliseconds(now))
    }

    @Test func `a host gets so many connections that move, and no more`() {
        #expect(verdict(running(0), at: 0) == .start)
        #expect(verdict(running(200, 0), at: 500) == .lookAgain(at: .seconds(1)))
        #expect(verdict(running(300, 100, 200), at: 400) == .lookAgain(at: .milliseconds(1_200)))
    }

    @Test(.proves("A hundred stalled photos"))
    func `twice as many while some lie still, and beyond that the one still for longest goes`() {
        #expect(ConnectionBudget().ceiling == 16 && ConnectionBudget(limit: 2, ceiling: 2).ceiling == 2)
        #expect(verdict(running(0, 0), at: 1_000) == .start)
        #expect(verdict(running(0, 0, 5_000), at: 5_000) == .start)
        #expect(verdict(running(20, 0, 5_000, 5_100), at: 5_500) == .lookAgain(at: .seconds(6)))
        #expect(verdict(running(20, 10, 5_000, 5_100), at: 6_000) == .displace(2))
    }

    @Test func `nobody goes for somebody less pressing`() {
        var still = running(0, 10, 20, 30)
        #expect(verdict(still, at: 9_000, .background) == .full)
        still[2].priority = .background
        #expect(verdict(still, at: 9_000, .background) == .displace(3))
        #expect(verdict(still, at: 9_000) == .displace(3), "the least pressing first")
    }

    @Test func `no connection to a host that is slow to answer counts as still so soon`() {
        #expect(verdict(running(0, 0), at: 1_500, usual: .milliseconds(900)) == .lookAgain(at: .milliseconds(1_800)))
        #expect(verdict(running(0, 0), at: 1_500, usual: .milliseconds(400)) == .start)
        var ofTwoHosts = running(0, 0)
        ofTwoHosts[0].usual = .milliseconds(900)
        #expect(verdict(ofTwoHosts, at: 1_500) == .start, "the host that is fast has one that lies still")
    }

    @Test(.proves("A hundred stalled photos"))
    func `what lay still before has half of the places, and is waited for longer each time`() {
        var again = running(0)
        again[0].displacements = 1
        #expect(verdict(again, at: 1_500, displacements: 1) == .lookAgain(at: .seconds(2)))
        #expect(verdict(again, at: 1_500) == .start, "who was not tried yet")
        #expect(verdict(again, at: 2_000, displacements: 1) == .start)
        again[0].displacements = 3
        #expect(verdict(again, at: 7_000, displacements: 1) == .lookAgain(at: .seconds(8)))
        again[0].displacements = 1_000
        #expect(verdict(again, at: 16_000, displacements: 1) == .start)
    }
}
