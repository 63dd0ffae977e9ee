internal import Foundation
internal import LinuxProcess
internal import PhotoTree

/// The folder of a place or topic, or the list of places, in a mount of ours, of which the source is asked anew.
struct RefreshedFolder: Hashable, Sendable {
    let path: String
    let mount: MountTable.Mount

    /// From the mountpoint.
    var name: String { inside.joined(separator: "/") }
    private var inside: [String] { Self.parts(of: path, in: mount) }

    /// Asks for what `given`, as typed, is the folder of, or lies in; for all that was listed before below a country, a list
    /// or the mountpoint.
    ///
    /// - Throws: Why nothing was asked for, and what to do.
    static func asked(at given: String) throws(CommandFailure) -> [RefreshedFolder] {
        guard !given.isEmpty else { throw CommandFailure(.usage, "an empty path names no folder") }
        var path = MountDirectory.resolved(given)
        guard let mount = MountTable.now().mount(of: path), mount.isOurs else {
            let hint = MountTable.now().ours.first.map { "the places are the folders in \($0.mountpoint)/places" }
            throw CommandFailure(
                .notMounted,
                "\(path) is not in a mount of placesfs; \(hint ?? "to mount one: placesfs mount MOUNTPOINT")")
        }
        guard mount.isTrusted else {
            throw CommandFailure(.notPermitted, "\(mount.strangerWords); only they may have it refreshed")
        }
        // It says what to do about one that has died.
        _ = try MountStatus(of: mount.mountpoint)
        do {
            let facts = try FileManager.default.attributesOfItem(atPath: path)
            // A file's folder will do.
            let isFolder = facts[.type] as? FileAttributeType == .typeDirectory
            if !isFolder { path = URL(fileURLWithPath: path).deletingLastPathComponent().path }
        } catch {
            throw CommandFailure(
                .pathUnreadable, "there is no \(path); the places are the folders in \(mount.mountpoint)/places")
        }
        let folders = try folders(at: path, in: mount)
        for folder in folders { try folder.ask() }
        return folders
    }

    private static func folders(
        at path: String, in mount: MountTable.Mount
    ) throws(CommandFailure) -> [RefreshedFolder] {
        let parts = parts(of: path, in: mount)
        let top = mount.mountpoint == "/" ? "" : mount.mountpoint
        func folder(_ parts: some Collection<String>) -> RefreshedFolder {
            RefreshedFolder(path: ([top] + parts).joined(separator: "/"), mount: mount)
        }
        switch (parts.first, parts.count) {
        case (nil, _):
            return try [folder(["places"])] + listed(below: folder(["places"]), depth: 2)
                + listed(below: folder(["tags"]), depth: 1)
        case ("places", 1): return try [folder(parts)] + listed(below: folder(parts), depth: 2)
        case ("places", 2): return try listed(below: folder(parts), depth: 1)
        case ("places", _): return [folder(parts.prefix(3))]
        case ("tags", 1): return try listed(below: folder(parts), depth: 1)
        case ("tags", _): return [folder(parts.prefix(2))]
        case ("pins", 2...):
            throw CommandFailure(
                .notRefreshable,
                "the album \(path) keeps its collection; for another: placesfs new-collection \(path)")
        default:
            throw CommandFailure(
                .notRefreshable,
                "\(path) is not asked for from the source; refresh folders in \(top)/places or \(top)/tags")
        }
    }

    /// The folders so far below `folder` that were listed before.
    private static func listed(
        below folder: RefreshedFolder, depth: Int
    ) throws(CommandFailure) -> [RefreshedFolder] {
        let urls: [URL]
        do {
            urls = try FileManager.default.contentsOfDirectory(
                at: URL(fileURLWithPath: folder.path), includingPropertiesForKeys: [.isDirectoryKey])
        } catch {
            throw folder.failure(SystemFailure(error))
        }
        var found: [RefreshedFolder] = []
        for url in urls.sorted(by: { $0.path < $1.path }) where url.hasDirectoryPath {
            let below = RefreshedFolder(path: folder.path + "/" + url.lastPathComponent, mount: folder.mount)
            if depth > 1 {
                found += try listed(below: below, depth: depth - 1)
            } else if try below.attribute("refreshed") != nil {
                found.append(below)
            }
        }
        return found
    }

    private static func parts(of path: String, in mount: MountTable.Mount) -> [String] {
        let beneath = path.utf8.dropFirst(mount.mountpoint == "/" ? 0 : mount.mountpoint.utf8.count)
        return String(decoding: beneath, as: UTF8.self).split(separator: "/").map(String.init)
    }

    private func ask() throws(CommandFailure) {
        do throws(Errno) {
            try MountedFolder(mount).create("\(name)/\(RefreshTrigger.name)")
        } catch {
            switch error {
            case .readOnly where mount.isReadOnly:
                throw CommandFailure(
                    .notPermitted, "\(mount.mountpoint) is mounted read-only; mount it without that to refresh by hand")
            case .access, .notPermitted:
                throw CommandFailure(.notPermitted, "only the user who mounted \(mount.mountpoint) may refresh it")
            case .noEntry:
                throw CommandFailure(.pathUnreadable, "there is no \(path) any more")
            default: throw failure(SystemFailure(error))
            }
        }
    }

    /// How it went, in a few words; nil while the answer has not come.
    ///
    /// - Throws: `.refreshFailed` with what the source said.
    func outcome() throws(CommandFailure) -> String? {
        let state = try attribute("state")
        guard state != "downloading" else { return nil }
        guard state == "fresh" else {
            let reason = try attribute("error").map { " (\($0))" } ?? ""
            throw CommandFailure(.refreshFailed, "\(path) could not be refreshed\(reason); what was listed stays")
        }
        let count = try attribute("count") ?? "0"
        let (one, many) = inside.count == 1 ? ("country", "countries") : ("photo", "photos")
        return "\(count) \(count == "1" ? one : many)"
    }

    /// Nil where there is no such attribute.
    private func attribute(_ name: String) throws(CommandFailure) -> String? {
        do throws(Errno) {
            return String(decoding: try ExtendedAttributes(of: path).value(of: "user.places." + name), as: UTF8.self)
        } catch {
            guard error != .noData else { return nil }
            // Says so, when the mount has ended.
            _ = try MountStatus(of: mount.mountpoint)
            throw failure(SystemFailure(error))
        }
    }

    private func failure(_ cause: SystemFailure) -> CommandFailure {
        CommandFailure(.pathUnreadable, "cannot use \(path): \(cause.words)")
    }
}
