import PhotoTree

/// The transfers under way and the reads in turn, under the pool's lock.
struct PassthroughTable {
    var cursors: [UInt64: PassthroughCursor] = [:]
    var turns: [PassthroughTurn] = []
    /// Photos whose host does not answer Range.
    var withoutRange: Set<ImageKey> = []
    var isShutDown = false
    /// Somebody looks for places that can be lent.
    var isWatched = false
    var lastNumber: UInt64 = 0

    func hasPlace(_ limits: FetchLimits) -> Bool {
        cursors.count < limits.allCursors && cursors.values.count { !$0.isLent } < limits.cursors
    }

    /// The images that a transfer brings now, or is to bring when its turn comes.
    var keysRead: Set<ImageKey> {
        Set(cursors.values.lazy.filter { !$0.isFinished }.map(\.key)).union(turns.lazy.map(\.key))
    }

    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }
}
