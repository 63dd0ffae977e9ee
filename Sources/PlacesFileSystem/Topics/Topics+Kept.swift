import Catalog
import PhotoTree

extension Topics {
    /// So many photos are read from the catalog at once.
    private static let chunk = 200

    /// What is to be kept of a tag: its part of its topic's list; and what left the topic, lost the tag, or is hidden
    /// by options. Nil while the topic was never listed.
    func keptPhotos(of tag: String, in number: NodeNumber) async throws(CatalogError) -> KeptList? {
        let catalog = listings.catalog
        guard let topic = state.topic(number).flatMap({ TopicName.key(of: $0.name) }),
            let whole = try await catalog.keptPhotos(of: [.topic(number)])[.topic(number)], whole.changed != nil
        else { return nil }
        // From then on its folder has its name.
        _ = try await listing(of: tag, in: number)
        var photos: [PhotoID: Photo] = [:]
        var rest = (whole.listed + whole.former)[...]
        while !rest.isEmpty {
            photos.merge(try await catalog.photos(Array(rest.prefix(Self.chunk)))) { $1 }
            rest = rest.dropFirst(Self.chunk)
        }
        func part(_ ids: [PhotoID]) -> [PhotoID] {
            let known = ids.compactMap { photos[$0] }
            return TagIndex(known, topic: topic).entry(of: tag)?.photos.map { known[$0].id } ?? []
        }
        let lost = try await catalog.photos(thatLost: TopicName.key(of: tag) ?? "")
        let listed = part(whole.listed)
        let former = Set(part(whole.former)).union((whole.listed + whole.former).filter(lost.contains))
        return KeptList(listed: listed, former: Array(former.subtracting(listed)), changed: whole.changed)
    }
}
