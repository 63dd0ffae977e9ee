import GRDB

@testable import Catalog

/// Makes one photo's row unreadable, as a flipped byte in a page might.
func damage(_ catalog: Catalog, photo id: String) async throws {
    try await catalog.write { db in
        try db.execute(sql: "UPDATE photo SET owner = NULL WHERE id = ?", arguments: [id])
    }
}

/// Gives an entry a name that this placesfs would not have chosen.
func rename(_ catalog: Catalog, from name: String, to other: String) async throws {
    try await catalog.write { db in
        try db.execute(sql: "UPDATE entry SET name = ?1, key = ?1 WHERE name = ?2", arguments: [other, name])
    }
}
