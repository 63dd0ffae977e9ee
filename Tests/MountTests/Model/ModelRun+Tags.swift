import Glibc
import PhotoSimulator

// What the model test does under tags/.
extension ModelRun {
    private static let topics = ["Model", "model", "tag1", "Tag 1", "tag2", "日本", "nothing at all", "sunset", "Grüße"]
    private static let noTopics = ["!!", "---", ".model", "?"]

    func makeTopic() async throws {
        let name = choice(chance(1, in: 8) ? Self.noTopics : Self.topics) ?? ""
        let path = path("tags/\(name)")
        let key = ModelWorld.key(ofTopic: name)
        let isTaken = tree.topics.values.contains { $0.key == key }
        let outcome = Self.noTopics.contains(name) ? EINVAL : isTaken ? EEXIST : 0
        try await expect(outcome, "mkdir tags/\(name)") { ModelCalls.mkdir(path) }
        guard outcome == 0 else { return }
        tree.addTopic(name, key)
    }

    func removeTopic() async throws {
        if let name = choice(tree.topics.keys.sorted()), chance(5, in: 6) { return try await remove(topic: name) }
        let path = path("tags/no such topic")
        try await expect(ENOENT, "rmdir tags/no such topic") { ModelCalls.rmdir(path) }
    }

    func remove(topic name: String) async throws {
        let path = path("tags/\(name)")
        try await expect(0, "rmdir tags/\(name)") { ModelCalls.rmdir(path) }
        tree.topics[name] = nil
        try await expectAbsence(of: path)
    }

    func renameTopic() async throws {
        guard let name = choice(tree.topics.keys.sorted()), let topic = tree.topics[name] else {
            return try await makeTopic()
        }
        let other = choice(chance(1, in: 8) ? Self.noTopics : Self.topics) ?? ""
        let key = ModelWorld.key(ofTopic: other)
        let isTaken = tree.topics[other] != nil && other != name
        // The kernel meets a link there, and never asks.
        let isLink = other != name && tree.topics[other] == nil && tree.topics.values.contains { $0.key == key }
        let outcome = Self.noTopics.contains(other) ? EINVAL : isTaken ? EEXIST : isLink ? ENOTDIR : 0
        let (old, new) = (path("tags/\(name)"), path("tags/\(other)"))
        try await expect(outcome, "mv tags/\(name) tags/\(other)") { ModelCalls.rename(old, to: new) }
        guard outcome == 0, name != other else { return }
        tree.topics[name] = nil
        // Another spelling of a topic is a link to it.
        if key != topic.key { try await expectAbsence(of: old) }
        let another = ModelTree.Topic(key: key, serial: topic.serial, tagsSerial: tree.newSerial())
        tree.topics[other] = key == topic.key ? topic : another
        guard topic.photos != nil else { return }
        if key == topic.key { try await awaitAnswer(to: other) }
        show(topic: other)
        try await check(tree.topicDirectories(other), isThorough: chance(1, in: 3))
    }

    /// Of the source, which may tell apart what is one tag in two spellings, and is asked once more.
    private func awaitAnswer(to topic: String) async throws {
        guard !isFleeting else { return }
        let path = path("tags/\(topic)")
        let answered = try await soon {
            try await onThread { try ModelCalls.attribute("user.places.state", of: path) } == "fresh" ? true : nil
        }
        if answered == nil { throw ModelFailure("tags/\(topic) is not asked for anew") }
    }

    func listTopic() async throws {
        guard let name = choice(tree.topics.keys.sorted()) else { return try await makeTopic() }
        tell("ls tags/\(name)")
        if tree.topics[name]?.photos == nil { show(topic: name) }
        try await check(tree.topicDirectories(name), isThorough: chance(1, in: 3))
    }

    /// The topic is listed for the first time, or was refreshed.
    func show(topic name: String) {
        tree.topics[name]?.photos = world.photos(ofTopic: name).map { photo in
            let tags = photo.tags.compactMap { tag in
                ModelWorld.key(ofTag: tag).map { ($0, ModelWorld.directory(ofTag: tag)) }
            }
            return ModelTree.Topic.Photo(id: photo.id, tags: Dictionary(tags) { $1 })
        }
    }

    /// What nobody can change, by root neither.
    func tryToChange() async throws {
        let town = choice(0..<3) ?? 0
        let (photo, places) = (world.base.last { $0.woeid == world.library.places[town].woeid }, tree.town(town).path)
        let name = world.titles[photo?.id ?? ""]?.count == 1 ? world.name(of: photo?.id ?? "") : nil
        var tries: [(Int32, String, @Sendable (String) -> Int32)] = [
            (EROFS, "recents/new", ModelCalls.mkdir), (EROFS, places + "/new", ModelCalls.mkdir),
            (EROFS, places, ModelCalls.rmdir), (EROFS, places + "/map.geojson", ModelCalls.unlink),
            (EROFS, "pins/new.jpg", ModelCalls.create), (EROFS, "recents/.new-collection", ModelCalls.create),
            (0, "pins/map.geojson", ModelCalls.unlink), (ENOTDIR, "pins/map.geojson", ModelCalls.rmdir),
            (ENOENT, "recents/nothing.jpg", ModelCalls.unlink), (0, "recents/CREDITS.txt", ModelCalls.unlink),
        ]
        if let name { tries.append((EROFS, "\(places)/\(name)", ModelCalls.unlink)) }
        if let topic = choice(tree.topics.filter { $0.value.photos?.isEmpty == false }.keys.sorted()) {
            tries += [
                (EROFS, "tags/\(topic)/new", ModelCalls.mkdir), (EROFS, "tags/\(topic)/map.geojson", ModelCalls.unlink),
            ]
            if let tag = choice(tree.topics[topic]?.directories.keys.sorted() ?? []) {
                tries += [
                    (EROFS, "tags/\(topic)/\(tag)", ModelCalls.rmdir),
                    (EISDIR, "tags/\(topic)/\(tag)", ModelCalls.unlink),
                    (EROFS, "tags/\(topic)/\(tag)/CREDITS.txt", ModelCalls.unlink),
                ]
            }
        }
        if let pin = choice(tree.pins.keys.sorted()) {
            tries += [
                (EROFS, "pins/\(pin)/new", ModelCalls.mkdir), (EROFS, "pins/\(pin)/new.jpg", ModelCalls.create),
                (EISDIR, "pins/\(pin)", ModelCalls.unlink), (ENOENT, "pins/\(pin)/none.jpg", ModelCalls.unlink),
            ]
        }
        guard let (outcome, relative, call) = choice(tries) else { return }
        let path = path(relative)
        try await expect(outcome, "try to change \(relative)") { call(path) }
    }
}
