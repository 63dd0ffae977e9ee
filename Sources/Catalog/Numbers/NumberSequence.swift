internal import GRDB
internal import PhotoTree

/// The one sequence of node numbers: above 1, below 2^32, never used again. Numbers are taken in the transaction that
/// uses them.
struct NumberSequence {
    /// Inode numbers stay within 32 bits, for programs that store them so.
    static let limit: Int64 = 1 << 32

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

    private static func take(_ count: Int64, _ db: Database) throws -> Range<Int64> {
        let first = try upcoming(db)
        guard count <= limit, first <= limit - count else {
            throw CatalogError.numbersExhausted
        }
        try db.cachedStatement(sql: "UPDATE state SET nextNumber = ?").execute(arguments: [first + count])
        return first..<(first + count)
    }
}
