import PhotoTree

/// A folder that every mount has once: its row says where it stands.
protocol StandingFolder: Folder {
    var standing: StandingDirectory { get }
}

extension StandingFolder {
    var key: DirectoryKey { .standing(standing) }
    var parent: DirectoryKey? { standing.parent.map { .standing($0) } ?? .root }
    var name: String { standing.name }
    var isThere: Bool { settings.shows(standing) }
}

extension Folder {
    /// The directories that are always in it: those that lists show, in their order, and those found by name alone.
    var fixed: [(name: String, key: DirectoryKey, isListed: Bool)] {
        switch key {
        case .root: standing(in: nil)
        case .standing(let directory): standing(in: directory) + small
        default: small
        }
    }

    /// The one of them that has this name.
    func fixed(named name: String) -> DirectoryKey? { fixed.first { $0.name == name }?.key }

    private func standing(in parent: StandingDirectory?) -> [(name: String, key: DirectoryKey, isListed: Bool)] {
        StandingDirectory.below(parent).filter(settings.shows).map { ($0.name, .standing($0), $0.isListed) }
    }

    private var small: [(name: String, key: DirectoryKey, isListed: Bool)] {
        shape.contents == .photos ? [(Shape.smallRenditions, .smallRenditions(of: key), false)] : []
    }
}

extension Settings {
    /// A mount for all users has no collections.
    fileprivate func shows(_ directory: StandingDirectory) -> Bool { hasPersonalFolders || !directory.isPersonal }
}
