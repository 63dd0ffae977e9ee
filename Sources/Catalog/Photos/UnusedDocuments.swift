internal import Synchronization

/// When it is worth a look how many documents of the index of words are no photo's any more. Counting them reads the
/// whole table of documents.
final class UnusedDocuments: Sendable {
    /// So many more than those in use may lie about.
    private static let most = 10_000
    /// How many photos can lose their document before there may be too many. Nothing is known before the first count.
    private let spare = Mutex(0)

    /// Some photos lost their documents, whether they got new ones or not.
    ///
    /// - Returns: Whether it must be counted now.
    func isDue(after losses: Int) -> Bool {
        spare.withLock { spare in
            spare -= losses
            return spare <= 0
        }
    }

    /// - Parameters:
    ///   - all: The documents.
    ///   - used: Those of them that are a photo's.
    /// - Returns: Whether there are too many others.
    func isCrowded(_ all: Int64, used: Int64) -> Bool {
        let rest = 2 * Int(used) + Self.most - Int(all)
        // Who loses a document and gets none takes from both sides.
        spare.withLock { $0 = max(0, rest) / 2 }
        return rest < 0
    }
}
