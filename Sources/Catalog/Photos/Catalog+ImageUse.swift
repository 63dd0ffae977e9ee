internal import GRDB

/// How many images one program asked for in one minute.
public struct ImageUse: Hashable, Sendable {
    /// Minutes since 1970.
    public var minute: Int64
    /// The process's id; 0 or less where it is unknown.
    public var process: Int32
    /// The program's name, untrusted text; empty where it is unknown.
    public var program: String
    public var images: Int

    public init(minute: Int64, process: Int32, program: String, images: Int) {
        self.minute = minute
        self.process = process
        self.program = program
        self.images = images
    }
}

extension Catalog {
    /// The uses noted since `minute`, oldest first.
    public func imageUse(since minute: Int64) async throws(CatalogError) -> [ImageUse] {
        try await read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT minute, process, program, images FROM imageUse WHERE minute >= ?
                    ORDER BY minute, process, program
                    """)
            return try Row.fetchAll(statement, arguments: [minute]).map(CheckedRow.init).compactMap { row in
                guard let minute = row.integer(0), let program = row.text(2),
                    let images = row.integer(3, in: 1...Int64(Int32.max))
                else { return nil }
                let process = row.integer(1).flatMap { Int32(exactly: $0) } ?? 0
                return ImageUse(minute: minute, process: process, program: program, images: Int(images))
            }
        }
    }

    /// Adds to the noted uses, and deletes all before `minute`.
    public func add(_ uses: [ImageUse], forgettingBefore minute: Int64) async throws(CatalogError) {
        try await write { db in
            try db.cachedStatement(sql: "DELETE FROM imageUse WHERE minute < ?").execute(arguments: [minute])
            // One row for each program: it may start thousands of processes.
            let known = try db.cachedStatement(
                sql: "SELECT COALESCE(SUM(images), 0) FROM imageUse WHERE minute = ? AND program = ?")
            let others = try db.cachedStatement(sql: "DELETE FROM imageUse WHERE minute = ? AND program = ?")
            let statement = try db.cachedStatement(
                sql: "INSERT INTO imageUse (minute, process, program, images) VALUES (?, ?, ?, ?)")
            for use in uses {
                let program = StoredFields.clean(use.program)
                let before = try Int.fetchOne(known, arguments: [use.minute, program]) ?? 0
                try others.execute(arguments: [use.minute, program])
                try statement.execute(arguments: [use.minute, use.process, program, before + use.images])
            }
        }
    }
}
