internal import GRDB
public import PhotoTree

extension Catalog {
    /// All topics, in the order they were added.
    public func topics() async throws(CatalogError) -> [Topic] {
        try await read { db in try TopicRecord.all(db) }
    }

    /// Adds a topic; nil when one has that key already, which is what two spellings of a tag have in common.
    public func addTopic(named name: String, key: String) async throws(CatalogError) -> Topic? {
        let now = now()
        return try await write { db in
            guard try TopicRecord.number(key: key, db) == nil else { return nil }
            let number = try DirectoryRecord.add(reusing: nil, db) { .topic($0) }
            let topic = Topic(number: number, name: name)
            try TopicRecord.insert(topic, key: key, db)
            try ChangeRecord.note(.tags, now: now, db)
            return topic
        }
    }

    /// Names a topic anew under the same number; the files that tell its path get new ones. With another key it is
    /// another tag: its listing is forgotten and the directories of its tags are retired. False when there is no such
    /// topic, or another one has the key.
    public func renameTopic(
        _ number: NodeNumber, to name: String, key: String
    ) async throws(CatalogError) -> Bool {
        let now = now()
        return try await write { db in
            guard try TopicRecord.exists(number, db) else { return false }
            let owner = try TopicRecord.number(key: key, db)
            if owner == number {
                try ListingReplacement.renumber(.topic(number), now: now, db)
            } else {
                guard owner == nil else { return false }
                try ListingRecord.remove(number, now: now, db)
                try DirectoryRecord.retireTags(of: number, now: now, db)
            }
            try TopicRecord.update(Topic(number: number, name: name), key: key, db)
            try ChangeRecord.note(.tags, now: now, db)
            return true
        }
    }

    /// Takes a topic away, and retires its directory and those of its tags. What is not there is left so.
    public func removeTopic(_ number: NodeNumber) async throws(CatalogError) {
        let now = now()
        try await write { db in
            guard try TopicRecord.exists(number, db) else { return }
            try DirectoryRecord.retireTags(of: number, now: now, db)
            try DirectoryRecord.retire(.topic(number), now: now, db)
            try ChangeRecord.note(.tags, now: now, db)
        }
    }

    /// Makes a source's answer the topic's content, like `replaceListing(of:with:)`. `directories` is how many
    /// directories of tags show each photo, 0 for those absent: what the topic adds to its `directoryCount`. Another
    /// number alone is a change. Nil when the topic is gone; then nothing was kept.
    public func replaceTopic(
        _ number: NodeNumber, with page: PhotoPage, directories: [PhotoID: Int]
    ) async throws(CatalogError) -> ListingUpdate? {
        let now = now()
        return try await write { db in
            guard try TopicRecord.exists(number, db) else { return nil }
            return try ListingReplacement(of: .topic(number), now: now, db)
                .replace(with: page) { max(0, directories[$0] ?? 0) }
        }
    }

    /// Whether a photo bore a tag, given by its key (`TopicName`), until within the last 30 days.
    public func hasLost(_ photo: PhotoID, tag: String) async throws(CatalogError) -> Bool {
        let expiry = EntryRecord.expiry(now())
        return try await read { db in try FormerTagRecord.has(tag, photo, after: expiry, db) }
    }
}
