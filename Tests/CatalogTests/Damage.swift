import GRDB

@testable import Catalog

/// Makes one photo's row unreadable, as a flipped byte in a page might.
func damage(_ catalog: Catalog, photo id: String) async throws {
    try await catalog.write { db in
        try db.execute(sql: "UPDATE photo SET owner = NULL WHERE id = ?", arguments: [id])
    }
}
