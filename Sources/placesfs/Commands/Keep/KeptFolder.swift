internal import Foundation
internal import LinuxProcess
internal import PhotoTree

/// A folder in a mount of ours whose photos can be kept offline.
struct KeptFolder: Hashable, Sendable {
    private static let attribute = "user.places.keep"

    private let place: PathInMount
    var path: String { place.path }
    var mount: MountTable.Mount { place.mount }
    /// The path below the mountpoint.
    var name: String { place.inside.joined(separator: "/") }
    /// Its own name.
    var title: String { place.inside.last ?? name }

    /// The folder at `given`, as typed. What its photos are is asked of the source, if nobody has yet.
    ///
    /// - Throws: Why it cannot be kept, and what to do.
    static func found(at given: String) throws(CommandFailure) -> KeptFolder {
        let place = try PathInMount(given, in: "places", to: "keep folders")
        guard let facts = FileStatus(place.path) else {
            throw CommandFailure(.pathUnreadable, "there is no \(place.path)")
        }
        guard facts.isDirectory else {
            throw CommandFailure(.notKeepable, "\(place.path) is a file; keep the folder that it is in")
        }
        let folder = KeptFolder(place: place)
        guard let state = try place.attribute("keep") else {
            try place.checkOwner(to: "keep folders")
            throw CommandFailure(
                .notKeepable,
                "\(place.path) cannot be kept; places, countries, topics, tags, pins and searches can")
        }
        if state != "yes", try folder.facts().unlisted > 0, place.inside.count != 2 || place.inside.first != "places" {
            _ = try? FileManager.default.contentsOfDirectory(atPath: place.path)
        }
        return folder
    }

    /// Whether the folder itself is kept.
    func isKept() throws(CommandFailure) -> Bool { try place.attribute("keep") == "yes" }

    /// What keeping it takes.
    func facts() throws(CommandFailure) -> KeptFacts {
        try place.attribute("keeping").flatMap(KeptFacts.init) ?? KeptFacts()
    }

    /// Whether its mount keeps folders at all.
    func isKeepable() throws(CommandFailure) -> Bool { try place.attribute("keeping") != nil }

    /// What keeping all of them takes.
    static func facts(of folders: [KeptFolder]) throws(CommandFailure) -> KeptFacts {
        var all = KeptFacts()
        for folder in folders {
            let facts = try folder.facts()
            all.photos += facts.photos
            all.bytes += facts.bytes
            all.reserved += facts.reserved
            all.unlisted += facts.unlisted
            all.left = facts.left
        }
        return all
    }

    /// Why its list is not what it should be; nil where nothing is wrong.
    func error() throws(CommandFailure) -> String? { try place.attribute("error") }

    /// "42 of 50" in numbers; nil while it is not kept.
    func progress() throws(CommandFailure) -> (photos: Int, of: Int)? {
        let parts = try place.attribute("kept")?.split(separator: " ").compactMap { Int($0) }
        guard let parts, parts.count == 2 else { return nil }
        return (parts[0], parts[1])
    }

    /// Keeps the folder from now on, or no more.
    func keep(_ isKept: Bool) throws(CommandFailure) {
        do throws(Errno) {
            try ExtendedAttributes(of: path).set(Array((isKept ? "yes" : "no").utf8), for: Self.attribute)
        } catch {
            switch error {
            case .readOnly where mount.isReadOnly:
                throw place.readOnly(to: "keep folders")
            case .access, .notPermitted:
                throw CommandFailure(.notPermitted, "only the user who mounted \(mount.mountpoint) may keep folders")
            case .noSpace, .invalid:
                let reason = try place.attribute("error").map { String($0.drop { $0 != " " }.dropFirst()) }
                // What went wrong last with the folder may be another matter.
                guard error == .invalid || reason?.contains("--keep-size") == true else {
                    throw CommandFailure(
                        .stateUnwritable,
                        "\(path): there is no room on the disk of the mount's state; free some space and try again")
                }
                throw CommandFailure(
                    error == .noSpace ? .keepFull : .notKeepable, "\(path): \(reason ?? SystemFailure(error).words)")
            case .noEntry: throw CommandFailure(.pathUnreadable, "there is no \(path) any more")
            default: throw place.unusable(SystemFailure(error))
            }
        }
    }
}

/// The part of a mount's `status.json` that tells what is kept.
struct KeptMount: Decodable, Sendable {
    var mountpoint: String
    /// Nil from a daemon of an earlier version.
    var kept: [KeptStatus]?
    var keptBytes: Int64?
    var keepLimit: Int64?

    /// - Throws: Why the mount does not tell.
    init(at mountpoint: String) throws(CommandFailure) {
        let text = try MountStatus(of: mountpoint).json()
        do {
            self = try JSONDecoder().decode(KeptMount.self, from: Data(text.utf8))
        } catch {
            throw CommandFailure(
                .pathUnreadable, "the daemon behind \(mountpoint) is of another version; unmount and mount again")
        }
    }

    /// A line for each folder: path, `42 of 50`, size, when its list last changed.
    var lines: [String] {
        let rows = (kept ?? []).map { folder in
            [
                (mountpoint == "/" ? "" : mountpoint) + "/" + folder.path, "\(folder.photos) of \(folder.of)",
                "\(ByteCount(folder.bytes))", folder.changed ?? "never listed", folder.error ?? "",
            ]
        }
        let widths = (0..<4).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        return rows.map { row in
            let padded = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: max(0, width - DisplayWidth.of(cell)))
            }
            let line = padded.joined(separator: "  ") + (row[4].isEmpty ? "" : "  (\(row[4]))")
            return line
        }
    }
}
