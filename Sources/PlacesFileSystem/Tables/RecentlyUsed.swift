/// A small table that evicts the values used longest ago.
struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private var values: [Key: (value: Value, used: UInt64)] = [:]
    private var clock: UInt64 = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { values.count }

    subscript(key: Key) -> Value? {
        mutating get {
            guard let found = values[key] else { return nil }
            clock += 1
            values[key]?.used = clock
            return found.value
        }
        set {
            clock += 1
            values[key] = newValue.map { ($0, clock) }
            guard values.count > capacity else { return }
            // Evicts a quarter at once, so that few insertions pay for a pass over all values. Sorts the numbers alone:
            // values may be large.
            let uses = values.values.map(\.used).sorted()
            let last = uses[max(1, capacity / 4) - 1]
            values = values.filter { $0.value.used > last }
        }
    }

    mutating func removeAll(where isUnwanted: (Key) -> Bool) {
        for key in values.keys.filter(isUnwanted) { values[key] = nil }
    }
}
