import Synchronization

/// The active faults. Several that match one request all affect it, in the order they were added.
public final class Faults: Sendable {
    /// Identifies a fault that was added.
    public struct ID: Hashable, Sendable, Codable {
        let number: Int
    }

    private struct Entry: Sendable {
        var id: ID
        var fault: Fault
        var skips: Int
        var left: Int?
        var hits = 0
        var gate = Gate()
    }

    private struct State: Sendable {
        var entries: [Entry] = []
        /// Gates of used-up faults that may still hold answers.
        var spent: [ID: Gate] = [:]
        var hits: [ID: Int] = [:]
        /// The members seen, by method; nil while they are not noted.
        var members: [String: Set<String>]?
        var last = 0
    }

    private let state = Mutex(State())

    init() {}

    /// Adds a fault, which is active from the next request on.
    @discardableResult
    public func add(_ fault: Fault) -> ID {
        state.withLock { state in
            state.last += 1
            let id = ID(number: state.last)
            state.entries.append(Entry(id: id, fault: fault, skips: fault.skip, left: fault.times))
            return id
        }
    }

    /// The same as `add(Fault(effect, on: match, times: times, skip: skip))`.
    @discardableResult
    public func add(
        _ effect: Fault.Effect, on match: Fault.Match = .everything, times: Int? = nil, skip: Int = 0
    ) -> ID {
        add(Fault(effect, on: match, times: times, skip: skip))
    }

    /// Removes the fault and releases the answers that it held.
    public func remove(_ id: ID) {
        let gates = state.withLock { state in
            let removed = state.entries.filter { $0.id == id }.map(\.gate)
            state.entries.removeAll { $0.id == id }
            return removed + [state.spent.removeValue(forKey: id)].compactMap { $0 }
        }
        for gate in gates { gate.open() }
    }

    /// Removes all faults and releases the answers that they held.
    public func removeAll() {
        let gates = state.withLock { state in
            defer { state.entries = []; state.spent = [:] }
            return state.entries.map(\.gate) + state.spent.values
        }
        for gate in gates { gate.open() }
    }

    /// Releases the answers that a stall holds now; later requests stall again.
    public func release(_ id: ID) {
        let gate = state.withLock { state in
            guard let place = state.entries.firstIndex(where: { $0.id == id }) else {
                return state.spent.removeValue(forKey: id)
            }
            defer { state.entries[place].gate = Gate() }
            return state.entries[place].gate
        }
        gate?.open()
    }

    /// From now on notes the members of the API's answers.
    public func noteMembers() {
        state.withLock { $0.members = [:] }
    }

    /// The members of the answers so far, by the method called, with the paths of `Effect.member`.
    public var members: [String: Set<String>] { state.withLock { $0.members ?? [:] } }

    func note(_ response: Response, to subject: () -> RequestSubject) {
        guard state.withLock({ $0.members != nil }), case .api(let method) = subject().kind else { return }
        let members = JSONMembers.paths(in: response.content.bytes)
        state.withLock { $0.members?[method, default: []].formUnion(members) }
    }

    /// How many requests it has affected.
    public func hits(of id: ID) -> Int {
        state.withLock { $0.hits[id] ?? 0 }
    }

    public var active: [(id: ID, fault: Fault)] {
        state.withLock { $0.entries.map { ($0.id, $0.fault) } }
    }

    /// The faults for one request; counts the request.
    func plan(for subject: RequestSubject) -> FaultPlan {
        state.withLock { state in
            var plan = FaultPlan()
            for index in state.entries.indices where state.entries[index].fault.match.matches(subject) {
                guard state.entries[index].skips == 0 else {
                    state.entries[index].skips -= 1
                    continue
                }
                guard state.entries[index].left != 0 else { continue }
                let entry = state.entries[index]
                plan.add(entry.fault.effect, entry.gate)
                state.hits[entry.id, default: 0] += 1
                if let left = entry.left { state.entries[index].left = left - 1 }
            }
            for entry in state.entries where entry.left == 0 { state.spent[entry.id] = entry.gate }
            state.entries.removeAll { $0.left == 0 }
            return plan
        }
    }
}

/// All faults for one request.
struct FaultPlan: Sendable {
    var latency: Duration = .zero
    var gateBeforeHead: Gate?
    var stall: (afterBytes: Int, gate: Gate)?
    var cutAfterBytes: Int?
    var bytesPerSecond: Int?
    var hangsUp = false
    var ignoresRange = false
    /// Effects that change the answer itself.
    var alterations: [Fault.Effect] = []

    mutating func add(_ effect: Fault.Effect, _ gate: Gate) {
        switch effect {
        case .latency(let more): latency += more
        case .bandwidth(let limit): bytesPerSecond = min(bytesPerSecond ?? .max, max(1, limit))
        case .stallBeforeHead: gateBeforeHead = gate
        case .stall(let count): stall = (max(0, count), gate)
        case .cut(let count): cutAfterBytes = min(cutAfterBytes ?? .max, max(0, count))
        case .hangUp: hangsUp = true
        case .ignoredRange: ignoresRange = true
        case .shortBody, .longBody, .announcedLength, .framing, .lengthHint, .status, .htmlUnder200, .contentType,
            .emptyBody, .redirect, .photoUnavailable, .newVersion, .endlessBody, .garbageJSON, .body, .apiFailure,
            .commonsError, .header, .withoutHeader, .unaskedPart, .member, .excess, .strayAnswer:
            alterations.append(effect)
        }
    }
}
