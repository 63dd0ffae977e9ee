internal import PhotoTree
internal import Synchronization

/// Numbers that the catalog has set aside on disk, for nodes that are not written down: none of them needs the disk,
/// and none is given out again by a later mount.
final class NumberBlock: Sendable {
    /// How many numbers are set aside at a time.
    static let size = 65_536

    private let rest = Mutex(Int64(0)..<Int64(0))

    /// `count` numbers in rising order; nil if fewer are left.
    func take(_ count: Int) -> [NodeNumber]? {
        rest.withLock { rest in
            guard rest.count >= count else { return nil }
            let taken = rest.prefix(count)
            rest = rest.dropFirst(count)
            return taken.map { NodeNumber(UInt64($0)) }
        }
    }

    /// Takes in numbers that were set aside now; those that are left of the block before are lost unless they are the
    /// ones before these.
    func put(_ numbers: Range<Int64>) {
        rest.withLock { rest in
            rest = rest.upperBound == numbers.lowerBound ? rest.lowerBound..<numbers.upperBound : numbers
        }
    }

    /// What is left, which nobody gets any more.
    func empty() -> Range<Int64> {
        rest.withLock { rest in
            defer { rest = 0..<0 }
            return rest
        }
    }
}
