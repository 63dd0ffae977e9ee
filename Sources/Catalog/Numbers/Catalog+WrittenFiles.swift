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

extension Catalog {
    /// The kept files of all directories.
    public func writtenFiles() async throws(CatalogError) -> [WrittenFile] {
        try await read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT directory, name, content, number FROM writtenFile WHERE name <> ''")
            return rows.map(LenientRow.init).compactMap { row in
                guard let key = row.text(0).flatMap({ DirectoryKey($0, .root) }), let name = row.text(1),
                    let content = row.text(2), let number = row.number(3)
                else { return nil }
                return WrittenFile(directory: key, name: name, content: content, number: number)
            }
        }
    }

    /// Keeps the numbers of files over remounts, after those of `emptied` directories are forgotten.
    public func keep(
        _ files: [WrittenFile], forgettingThoseOf emptied: Set<DirectoryKey> = []
    ) async throws(CatalogError) {
        try await write { db in
            for directory in emptied { try WrittenFileRecord.forgetAll(of: directory.text, db) }
            for file in files { try WrittenFileRecord.save(file, db) }
        }
    }

    /// The first of `count` consecutive numbers of the files that a directory's content is made of: those that it had
    /// with the same content, else new ones, which are kept where the disk takes it.
    public func numbers(
        ofFilesIn directory: DirectoryKey, content: String, count: Int
    ) async throws(CatalogError) -> NodeNumber {
        let known = try await read { db in try WrittenFileRecord.number(in: directory, content: content, db) }
        if let known { return known }
        do throws(CatalogError) {
            return try await write { db in
                if let known = try WrittenFileRecord.number(in: directory, content: content, db) { return known }
                let first = try NumberSequence.next(max(1, count), db)[0]
                try WrittenFileRecord.save(
                    WrittenFile(directory: directory, name: "", content: content, number: first), db)
                return first
            }
        } catch {
            guard error.isOfTheDisk, let numbers = block.take(max(1, count)) else { throw error }
            return numbers[0]
        }
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
        return row.flatMap { LenientRow(row: $0).number(0) }
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

extension DirectoryKey {
    /// The key with this text; `number` is the directory's.
    init?(_ text: String, _ number: NodeNumber) {
        if let listed = DirectoryKey(listing: text, number) {
            self = listed
            return
        }
        let (country, tag) = ("country:", "tag:")
        switch text {
        case DirectoryKey.places.text: self = .places
        case DirectoryKey.tags.text: self = .tags
        case DirectoryKey.pins.text: self = .pins
        case DirectoryKey.state.text: self = .state
        case _ where text.utf8.starts(with: country.utf8):
            self = .country(String(Substring(text.utf8.dropFirst(country.utf8.count))))
        case _ where text.utf8.starts(with: tag.utf8):
            let rest = text.utf8.dropFirst(tag.utf8.count)
            guard let slash = rest.firstIndex(of: UInt8(ascii: "/")), let topic = UInt64(Substring(rest[..<slash]))
            else { return nil }
            self = .tag(String(Substring(rest[rest.index(after: slash)...])), of: NodeNumber(topic))
        default: return nil
        }
    }
}
