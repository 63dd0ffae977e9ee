internal import GRDB
public import PhotoTree

extension Catalog {
    /// The kept files of all directories.
    public func writtenFiles() async throws(CatalogError) -> [WrittenFile] {
        try await read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT directory, name, content, number FROM writtenFile WHERE name <> ''")
            return rows.map(CheckedRow.init).compactMap { row in
                guard let key = row.text(0).flatMap({ DirectoryKey($0, .root) }), let name = row.text(1),
                    let content = row.text(2), let number = row.number(3)
                else { return nil }
                return WrittenFile(directory: key, name: name, content: content, number: number)
            }
        }
    }

    /// Keeps the numbers of files over remounts, after those of `emptied` directories are forgotten.
    public func store(
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
