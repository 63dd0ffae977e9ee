import Catalog
import PhotoTree

extension Topics {
    /// Makes topics of a source's new keywords, and removes those that were made so and are empty now. One that a user
    /// removed does not come back, and one that a user made stays.
    func takeKeywords() async {
        guard let change = try? await listings.source.keywordChange(), !change.isEmpty else { return }
        var taken: [String: Bool] = [:]
        for (key, name) in change.added.sorted(by: { $0.key < $1.key }) {
            let folder = FileName.directory(name)
            guard listings.source.topicKey(of: folder) == key, !FileName.isReserved(folder) else {
                taken[key] = false
                continue
            }
            guard let isMade = await add(folder, key) else { return await listings.source.note(taken) }
            taken[key] = isMade
        }
        for key in change.removed {
            if let name = topic(meantBy: key)?.name, (try? await remove(name)) == nil { continue }
            taken[key] = false
        }
        await listings.source.note(taken)
    }

    /// - Returns: Whether there was no such topic; nil if the catalog cannot be written.
    private func add(_ name: String, _ key: String) async -> Bool? {
        do throws(CatalogError) {
            guard let topic = try await listings.catalog.addTopic(named: name, key: key) else { return false }
            state.put(topic, now: listings.now())
            listings.tree.publish(
                TreeChange(
                    came: [.topic(topic.number): topic.number],
                    names: [.tags: ListingChange(expiredDirectories: [name])]))
            return true
        } catch {
            return nil
        }
    }
}
