internal import GRDB
public import PhotoTree

/// A file that placesfs writes outside of listings, with the number that it has while its content stays the same.
public struct WrittenFile: Hashable, Sendable {
    public var directory: DirectoryKey
    public var name: String
    /// Identifies the content, in this program and the next.
    public var content: String
    public var number: NodeNumber

    public init(directory: DirectoryKey, name: String, content: String, number: NodeNumber) {
        self.directory = directory
        self.name = name
        self.content = content
        self.number = number
    }
}

/// A row of `writtenFile`.
enum WrittenFileRecord {
    static func number(in directory: DirectoryKey, content: String, _ db: Database) throws -> NodeNumber? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT number FROM writtenFile WHERE directory = ? AND name = '' AND content = ?
                """)
        let row = try Row.fetchOne(statement, arguments: [directory.text, content])
        return row.flatMap { CheckedRow(row: $0).number(0) }
    }

    static func save(_ file: WrittenFile, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO writtenFile (directory, name, content, number) VALUES (?, ?, ?, ?)
                """)
        try statement.execute(arguments: [file.directory.text, file.name, file.content, file.number.stored])
    }

    /// Forgets the files of a directory that is no more: made again it has new ones.
    static func forgetAll(of directory: String, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM writtenFile WHERE directory = ?").execute(arguments: [directory])
    }
}
