import PhotoTree

/// The transfers under way and the queued reads, under the pool's lock.
struct PassthroughTable {
    var cursors: [UInt64: PassthroughCursor] = [:]
    var turns: [PassthroughTurn] = []
    /// Photos whose host ignores Range.
    var withoutRange: Set<ImageKey> = []
    var isShutDown = false
    /// A task looks for cursors that can lend their place.
    var isWatched = false
    var lastNumber: UInt64 = 0

    func hasPlace(_ limits: FetchLimits) -> Bool {
        cursors.count < limits.allCursors && cursors.values.count { !$0.isLent } < limits.cursors
    }

    /// The images that a transfer reads now, or will read when its turn comes.
    var keysRead: Set<ImageKey> {
        Set(cursors.values.lazy.filter { !$0.isFinished }.map(\.key)).union(turns.lazy.map(\.key))
    }

    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }
}
