internal import GRDB
internal import PhotoTree
internal import Synchronization

/// The one sequence of node numbers: above 1, below the constants at the end of 32 bits, never used again. Numbers are
/// taken in the transaction that uses them.
struct NumberSequence {
    /// Inode numbers stay within 32 bits, for programs that store them so.
    static let limit = NodeNumber.firstFixed.stored
    /// Where the numbers of a mount begin whose state cannot be written: none of them is one that another mount gave
    /// out.
    static let firstUnwritten: Int64 = 0xF000_0000

    static func isReadable(_ db: Database) throws -> Bool {
        try Int64.fetchOne(db, sql: "SELECT nextNumber FROM state") != nil
    }

    /// The next number to be taken.
    static func upcoming(_ db: Database) throws -> Int64 {
        let number = try Int64.fetchOne(db.cachedStatement(sql: "SELECT nextNumber FROM state"))
        guard let number, number > 1 else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the number sequence is lost")
        }
        return number
    }

    /// Whether the number was taken before; false for the root's.
    static func hasGiven(_ number: NodeNumber, _ db: Database) throws -> Bool {
        try number > .root && number.stored < upcoming(db)
    }

    static func next(_ db: Database) throws -> NodeNumber {
        NodeNumber(UInt64(try take(1, db).lowerBound))
    }

    static func next(_ count: Int, _ db: Database) throws -> [NodeNumber] {
        guard count > 0 else { return [] }
        return try take(Int64(count), db).map { NodeNumber(UInt64($0)) }
    }

    /// Sets a block of numbers aside, or as many as there are left for `count`.
    static func block(atLeast count: Int, _ db: Database) throws -> Range<Int64> {
        let left = limit - min(try upcoming(db), limit)
        return try take(max(Int64(count), min(Int64(NumberBlock.size), left)), db)
    }

    /// Takes back numbers that nobody got, if they were the last.
    static func giveBack(_ numbers: Range<Int64>, _ db: Database) throws {
        guard !numbers.isEmpty, try upcoming(db) == numbers.upperBound else { return }
        try db.cachedStatement(sql: "UPDATE state SET nextNumber = ?").execute(arguments: [numbers.lowerBound])
    }

    private static func take(_ count: Int64, _ db: Database) throws -> Range<Int64> {
        let first = try upcoming(db)
        guard count <= limit, first <= limit - count else {
            throw CatalogError.numbersExhausted
        }
        try db.cachedStatement(sql: "UPDATE state SET nextNumber = ?").execute(arguments: [first + count])
        return first..<(first + count)
    }
}

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

    /// The next numbers, for the writer; sets more aside where too few are left.
    func take(_ count: Int, _ db: Database) throws -> [NodeNumber] {
        while true {
            if let numbers = take(count) { return numbers }
            // Not before the disk has taken it: a later mount would give the same numbers out.
            var numbers = Int64(0)..<Int64(0)
            try db.inTransaction {
                numbers = try NumberSequence.block(atLeast: count, db)
                return .commit
            }
            put(numbers)
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
