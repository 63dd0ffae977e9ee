internal import Foundation

/// What a daemon has learnt from one source, as it is on disk.
struct StoredState: Hashable, Sendable {
    /// "sample" or "flickr", perhaps with the digest of an API base.
    let name: String
    /// The path of the catalog's file.
    let catalog: String
    private let lock: String

    /// Whether a daemon writes to it now.
    var isInUse: Bool { DaemonLock.holder(at: lock) != nil }

    /// The catalogs in order of their names; only that of `source`, if it is given.
    ///
    /// - Throws: `.sourceUnknown` when nothing is known of the source that was named.
    static func catalogs(in state: String, of source: String?) throws(CommandFailure) -> [StoredState] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
        let all = names.sorted().compactMap { name -> StoredState? in
            let catalog = "\(state)/\(name)/catalog.sqlite"
            // A pipe with this name would block the reader.
            let type = try? FileManager.default.attributesOfItem(atPath: catalog)[.type] as? FileAttributeType
            guard type == .typeRegular else { return nil }
            let directories = SourceDirectories(state: "\(state)/\(name)", cache: "")
            return StoredState(name: name, catalog: catalog, lock: directories.stateLock)
        }
        guard let source else { return all }
        guard let meant = all.first(where: { $0.name == source }) else {
            let names = all.map(\.name).joined(separator: ", ")
            throw CommandFailure(
                .sourceUnknown,
                "nothing is known of '\(source)' in \(state)" + (names.isEmpty ? "" : "; there are \(names)"))
        }
        return [meant]
    }
}
