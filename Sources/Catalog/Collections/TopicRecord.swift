internal import GRDB
internal import PhotoTree

/// A row of `topic`: a tag whose photos are sorted by their other tags, each of which has a directory of its own.
struct TopicRecord {
    private static func topic(_ row: CheckedRow) -> Topic? {
        guard let number = row.number(0), let name = row.text(1) else { return nil }
        return Topic(number: number, name: name)
    }

    /// All topics, in the order they were added.
    static func all(_ db: Database) throws -> [Topic] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT directory, name FROM topic ORDER BY directory"))
        return rows.compactMap { topic(CheckedRow(row: $0)) }
    }

    /// All topics with their keys.
    static func allMade(_ db: Database) throws -> [MadeTopic] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT directory, name, key FROM topic ORDER BY directory"))
        return rows.map(CheckedRow.init).compactMap { row in
            guard let topic = topic(row), let key = row.text(2) else { return nil }
            return MadeTopic(number: topic.number, name: topic.name, key: key)
        }
    }

    static func exists(_ number: NodeNumber, _ db: Database) throws -> Bool {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM topic WHERE directory = ?"), arguments: [number.stored]) != nil
    }

    static func number(key: String, _ db: Database) throws -> NodeNumber? {
        let statement = try db.cachedStatement(sql: "SELECT directory FROM topic WHERE key = ?")
        return try Row.fetchOne(statement, arguments: [key]).flatMap { CheckedRow(row: $0).number(0) }
    }

    static func insert(_ topic: Topic, key: String, _ db: Database) throws {
        try db.cachedStatement(sql: "INSERT INTO topic (directory, name, key) VALUES (?, ?, ?)")
            .execute(arguments: [topic.number.stored, topic.name, key])
    }

    /// Another key means another tag, of which it is not known where it leads.
    static func update(_ topic: Topic, key: String, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE topic SET name = ?1, redirect = CASE WHEN key = ?2 THEN redirect END, key = ?2
                WHERE directory = ?3
                """)
        try statement.execute(arguments: [topic.name, key, topic.number.stored])
    }

    /// The tags that the source files topics under, of those that it redirects.
    static func redirects(_ db: Database) throws -> [NodeNumber: String] {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT directory, redirect FROM topic WHERE redirect IS NOT NULL"))
        return rows.map(CheckedRow.init).reduce(into: [:]) { found, row in
            if let number = row.number(0), let redirect = row.text(1) { found[number] = redirect }
        }
    }

    static func redirect(_ number: NodeNumber, to tag: String?, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE topic SET redirect = ? WHERE directory = ?")
            .execute(arguments: [tag, number.stored])
    }
}
