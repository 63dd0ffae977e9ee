internal import GRDB
public import PhotoTree

extension Catalog {
    /// All topics, in the order they were added.
    public func topics() async throws(CatalogError) -> [Topic] {
        try await read { db in try TopicRecord.all(db) }
    }

    /// The tags that the source files topics under, of those that it redirects; by the numbers of the topics.
    public func topicRedirects() async throws(CatalogError) -> [NodeNumber: String] {
        try await read { db in try TopicRecord.redirects(db) }
    }

    /// Adds a topic; returns nil when one has that key already. Two spellings of a tag have the same key.
    public func addTopic(named name: String, key: String) async throws(CatalogError) -> Topic? {
        let now = now()
        return try await make { db, made in
            guard try TopicRecord.number(key: key, db) == nil else { return nil }
            let number = try DirectoryRecord.add(reusing: nil, db) { .topic($0) }
            let topic = Topic(number: number, name: name)
            try TopicRecord.insert(topic, key: key, db)
            try ChangeRecord.note(.tags, now: now, db)
            made.append(try .now(topic: number, db))
            return topic
        }
    }

    /// Renames a topic under the same number; the files that contain its path get new numbers. A name with another key
    /// means another tag: then the topic's listing is forgotten and the directories of its tags are retired. Returns
    /// false when there is no such topic, or another one has the key.
    public func renameTopic(
        _ number: NodeNumber, to name: String, key: String
    ) async throws(CatalogError) -> Bool {
        let now = now()
        return try await make { db, made in
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
            made.append(try .now(topic: number, db))
            return true
        }
    }

    /// Removes a topic, and retires its directory and those of its tags. Does nothing when there is no such topic.
    public func removeTopic(_ number: NodeNumber) async throws(CatalogError) {
        let now = now()
        try await make { db, made in
            guard try TopicRecord.exists(number, db) else { return }
            try DirectoryRecord.retireTags(of: number, now: now, db)
            try DirectoryRecord.retire(.topic(number), now: now, db)
            try ChangeRecord.note(.tags, now: now, db)
            made.append(try .now(topic: number, db))
        }
    }

    /// Makes a source's answer the topic's content, like `replaceListing(of:with:)`. `directories` has for each photo
    /// how many of the topic's tag directories show it, 0 for photos not in it: the topic adds this to the photo's
    /// `directoryCount`. Another number alone counts as a change. Returns nil, with nothing kept, when the topic is
    /// gone.
    public func replaceTopic(
        _ number: NodeNumber, with page: PhotoPage, directories: [PhotoID: Int]
    ) async throws(CatalogError) -> ListingUpdate? {
        let now = now()
        return try await write { db in
            guard try TopicRecord.exists(number, db) else { return nil }
            try TopicRecord.redirect(number, to: page.redirect, db)
            return try ListingReplacement(of: .topic(number), now: now, db)
                .replace(with: page) { max(0, directories[$0] ?? 0) }
        }
    }

    /// Whether a photo lost a tag, given by its key (`TopicName`), within the last 30 days.
    public func hasLost(_ photo: PhotoID, tag: String) async throws(CatalogError) -> Bool {
        let expiry = EntryRecord.expiry(now())
        return try await read { db in try FormerTagRecord.has(tag, photo, after: expiry, db) }
    }

    /// The photos that lost it within the last 30 days.
    public func photos(thatLost tag: String) async throws(CatalogError) -> Set<PhotoID> {
        let expiry = EntryRecord.expiry(now())
        return try await read { db in try FormerTagRecord.photos(thatLost: tag, after: expiry, db) }
    }
}
