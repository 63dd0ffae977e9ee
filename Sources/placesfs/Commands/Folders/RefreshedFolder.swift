internal import Foundation
internal import LinuxProcess
internal import PhotoTree

/// The folder of a place, topic or search, or the list of places, in a mount of ours, that is refreshed from the
/// source.
struct RefreshedFolder: Hashable, Sendable {
    private let place: PathInMount
    var path: String { place.path }
    var mount: MountTable.Mount { place.mount }

    /// The path below the mountpoint.
    var name: String { place.inside.joined(separator: "/") }

    /// Refreshes the folder that `given`, as typed, is or is in. For a country, a list or the mountpoint, refreshes all
    /// folders below it that were listed before.
    ///
    /// - Throws: Why nothing was refreshed, and what to do.
    static func asked(at given: String) throws(CommandFailure) -> [RefreshedFolder] {
        var place = try PathInMount(given, in: "places", to: "have it refreshed")
        do {
            let facts = try FileManager.default.attributesOfItem(atPath: place.path)
            // For a file, its folder is used.
            let isFolder = facts[.type] as? FileAttributeType == .typeDirectory
            if !isFolder {
                let folder = URL(fileURLWithPath: place.path).deletingLastPathComponent().path
                place = PathInMount(path: folder, mount: place.mount)
            }
        } catch {
            throw CommandFailure(
                .pathUnreadable,
                "there is no \(place.path); the places are the folders in \(place.mount.mountpoint)/places")
        }
        var asked: [RefreshedFolder] = []
        for folder in try folders(at: place) {
            do throws(CommandFailure) {
                try folder.ask()
                asked.append(folder)
            } catch {
                // Of several, those that keep their photos are passed over, as pins are.
                guard error.status == .notRefreshable, folder.path != place.path else { throw error }
            }
        }
        return asked
    }

    private static func folders(at place: PathInMount) throws(CommandFailure) -> [RefreshedFolder] {
        let (path, mount, parts) = (place.path, place.mount, place.inside)
        let top = mount.mountpoint == "/" ? "" : mount.mountpoint
        func folder(_ parts: some Collection<String>) -> RefreshedFolder {
            RefreshedFolder(place: PathInMount(path: ([top] + parts).joined(separator: "/"), mount: mount))
        }
        // A mount for all users has no searches.
        func isThere(_ name: String) -> Bool { FileManager.default.fileExists(atPath: top + "/" + name) }
        switch (parts.first, parts.count) {
        case (nil, _):
            return try [folder(["places"])] + listed(below: folder(["places"]), depth: 2)
                + listed(below: folder(["tags"]), depth: 1)
                + (isThere("search") ? listed(below: folder(["search"]), depth: 1) : [])
        case ("places", 1): return try [folder(parts)] + listed(below: folder(parts), depth: 2)
        case ("places", 2): return try listed(below: folder(parts), depth: 1)
        case ("places", _): return [folder(parts.prefix(3))]
        case ("tags", 1): return try listed(below: folder(parts), depth: 1)
        case ("tags", _): return [folder(parts.prefix(2))]
        case ("search", 1): return try listed(below: folder(parts), depth: 1)
        case ("search", _): return [folder(parts.prefix(2))]
        case ("pins", 2...):
            throw CommandFailure(
                .notRefreshable,
                "the pin \(path) keeps its collection; for another: placesfs new-collection \(path.shellWord)")
        default:
            throw CommandFailure(
                .notRefreshable,
                "\(path) is not asked for from the source; refresh folders in \(top)/places, \(top)/tags or \(top)/search"
            )
        }
    }

    /// The folders `depth` levels below `folder` that were listed before.
    private static func listed(
        below folder: RefreshedFolder, depth: Int
    ) throws(CommandFailure) -> [RefreshedFolder] {
        let urls: [URL]
        do {
            urls = try FileManager.default.contentsOfDirectory(
                at: URL(fileURLWithPath: folder.path), includingPropertiesForKeys: [.isDirectoryKey])
        } catch {
            throw folder.place.unusable(SystemFailure(error))
        }
        var found: [RefreshedFolder] = []
        for url in urls.sorted(by: { $0.path < $1.path }) where url.hasDirectoryPath {
            let below = RefreshedFolder(
                place: PathInMount(path: folder.path + "/" + url.lastPathComponent, mount: folder.mount))
            if depth > 1 {
                found += try listed(below: below, depth: depth - 1)
            } else if try below.place.attribute("refreshed") != nil {
                found.append(below)
            }
        }
        return found
    }

    private func ask() throws(CommandFailure) {
        do throws(Errno) {
            try MountedFolder(mount).create("\(name)/\(RefreshTrigger.name)")
        } catch {
            switch error {
            case .readOnly where mount.isReadOnly:
                throw place.readOnly(to: "refresh by hand")
            case .readOnly where place.inside.first == "search":
                throw CommandFailure(
                    .notRefreshable,
                    "the search \(path) keeps its photos; to draw others: placesfs new-collection \(path.shellWord)")
            case .access, .notPermitted:
                throw CommandFailure(.notPermitted, "only the user who mounted \(mount.mountpoint) may refresh it")
            case .noEntry:
                throw CommandFailure(.pathUnreadable, "there is no \(path) any more")
            default: throw place.unusable(SystemFailure(error))
            }
        }
    }

    /// The result in a few words; nil while the answer has not arrived.
    ///
    /// - Throws: `.refreshFailed` with the source's words.
    func outcome() throws(CommandFailure) -> String? {
        let state = try place.attribute("state")
        guard state?.hasPrefix("downloading") != true else { return nil }
        guard state == "fresh" else {
            let reason = try place.attribute("error").map { " (\($0))" } ?? ""
            throw CommandFailure(.refreshFailed, "\(path) could not be refreshed\(reason); what was listed stays")
        }
        let count = try place.attribute("count") ?? "0"
        let (one, many) = place.inside.count == 1 ? ("country", "countries") : ("photo", "photos")
        return "\(count) \(count == "1" ? one : many)"
    }
}
