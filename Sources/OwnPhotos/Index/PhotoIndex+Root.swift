internal import GRDB

// The folder itself.
extension PhotoIndex {
    /// By which the folder is known again; nil before it was scanned once.
    func rootInode() throws -> UInt64? {
        try readNow { db in
            try String.fetchOne(db, sql: "SELECT value FROM known WHERE name = 'root'").flatMap { UInt64($0) }
        }
    }

    /// Whether all that was found is shown.
    func isShown() throws -> Bool {
        try readNow { db in
            try String.fetchOne(db, sql: "SELECT value FROM known WHERE name = 'shown'") != "no"
        }
    }

    func noteShown() async throws {
        try await write { db in
            try db.execute(sql: "INSERT OR REPLACE INTO known (name, value) VALUES ('shown', 'yes')")
            try Self.forgetTold(db)
        }
    }

    func setRootInode(_ inode: UInt64) throws {
        guard try rootInode() != inode else { return }
        try writeNow { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO known (name, value) VALUES ('root', ?)", arguments: ["\(inode)"])
        }
    }
}
