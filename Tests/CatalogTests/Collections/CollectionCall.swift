import PhotoTree

@testable import Catalog

/// Numbers of what `TransactionTests` fills a catalog with.
struct FilledCatalog {
    var placeholder: NodeNumber
    /// Lists photos 1 to 3.
    var pin: NodeNumber
    /// Lists photo 3.
    var lonely: NodeNumber
    /// Lists photos 4 to 6.
    var topic: NodeNumber
}

/// A call that changes collections.
enum CollectionCall: CaseIterable {
    case addPin, renamePin, movePin, removePin
    case awaitCollection, replaceCollection, removeFromCollection, emptyCollection
    case addTopic, renameTopic, changeTopic, removeTopic, replaceTopic
    case replaceRecents, removeFromRecents, noteViews, drop

    func make(on catalog: Catalog, _ filled: FilledCatalog) async throws(CatalogError) {
        let three = PhotoID("3")
        switch self {
        case .addPin:
            _ = try await catalog.addPin(named: "", at: point(9), subtitle: "", reusing: filled.placeholder)
        case .renamePin: _ = try await catalog.movePin(filled.pin, to: "B", at: point(1), subtitle: "")
        case .movePin: _ = try await catalog.movePin(filled.pin, to: "B", at: point(9), subtitle: "x")
        case .removePin: try await catalog.removePin(filled.pin)
        case .awaitCollection: _ = try await catalog.awaitCollection(of: filled.pin)
        case .replaceCollection: _ = try await catalog.replaceCollection(of: filled.pin, with: page(2...5), number: 2)
        case .removeFromCollection: _ = try await catalog.removeFromCollection(PhotoID("2"), of: filled.pin)
        case .emptyCollection: _ = try await catalog.removeFromCollection(three, of: filled.lonely)
        case .addTopic: _ = try await catalog.addTopic(named: "A", key: "a")
        case .renameTopic: _ = try await catalog.renameTopic(filled.topic, to: "A", key: "cs193pspot")
        case .changeTopic: _ = try await catalog.renameTopic(filled.topic, to: "A", key: "a")
        case .removeTopic: try await catalog.removeTopic(filled.topic)
        case .replaceTopic:
            _ = try await catalog.replaceTopic(filled.topic, with: page(3...6), directories: [PhotoID("4"): 2])
        case .replaceRecents: _ = try await catalog.replaceRecents(with: [PhotoID("2"), PhotoID("1"), three])
        case .removeFromRecents: _ = try await catalog.removeFromRecents(PhotoID("1"))
        case .noteViews: try await catalog.noteViews([PhotoID("1"): nil, PhotoID("9"): Timestamp(1)])
        case .drop: _ = try await catalog.withdraw(three, as: .forgotten)
        }
    }
}
