internal import Foundation
internal import LinuxProcess
internal import PhotoTree

/// A folder of photos in a mount of ours, whose photos' sizes are learnt before anybody reads them.
struct SizedFolder: Hashable, Sendable {
    private let place: PathInMount
    var path: String { place.path }

    /// The path below the mountpoint.
    var name: String { place.inside.joined(separator: "/") }

    /// The folders of photos that `given`, as typed, is, is in or has below it, as far as they were listed before; a
    /// folder of photos that is named itself is listed for that.
    ///
    /// - Throws: Why there are none, and what to do.
    static func found(at given: String) throws(CommandFailure) -> [SizedFolder] {
        var place = try PathInMount(given, in: "places", to: "have sizes learnt")
        guard let facts = FileStatus(place.path) else {
            throw CommandFailure(.pathUnreadable, "there is no \(place.path)")
        }
        if !facts.isDirectory {
            let folder = URL(fileURLWithPath: place.path).deletingLastPathComponent().path
            place = PathInMount(path: folder, mount: place.mount)
        }
        // Asks the source for what was never listed.
        _ = try Self.entries(of: place)
        let found = try below(place)
        guard !found.isEmpty else {
            throw CommandFailure(
                .notRefreshable, "\(place.path) has no photos below it yet; open a folder of photos there first")
        }
        return found
    }

    private static func below(_ place: PathInMount) throws(CommandFailure) -> [SizedFolder] {
        if try place.attribute("sizes") != nil { return [SizedFolder(place: place)] }
        // A folder of folders. A place that was never listed has no photos whose sizes could be learnt, and a topic
        // has them in its parts.
        var found: [SizedFolder] = []
        for name in try entries(of: place) {
            let inner = PathInMount(path: place.path + "/" + name, mount: place.mount)
            guard FileStatus(inner.path)?.isDirectory == true else { continue }
            let isPlace = inner.inside.first == "places" && inner.inside.count > 2
            if isPlace, try inner.attribute("refreshed") == nil { continue }
            found += try below(inner)
        }
        return found
    }

    private static func entries(of place: PathInMount) throws(CommandFailure) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
        } catch {
            throw place.unusable(SystemFailure(error))
        }
    }

    /// The photos in it: by inode number, whether the size is known.
    func photos() throws(CommandFailure) -> [UInt64: Bool] {
        var photos: [UInt64: Bool] = [:]
        for name in try Self.entries(of: place) {
            let photo = PathInMount(path: path + "/" + name, mount: place.mount)
            // Files of ours have no size to learn.
            guard let size = try? photo.attribute("size"), let status = FileStatus(photo.path) else { continue }
            photos[status.number] = size == "exact"
        }
        return photos
    }

    /// Has the unknown sizes learnt.
    func ask() throws(CommandFailure) {
        do throws(Errno) {
            try MountedFolder(place.mount).create("\(name)/\(SizesTrigger.name)")
        } catch {
            switch error {
            case .readOnly where place.mount.isReadOnly:
                throw CommandFailure(
                    .notPermitted,
                    "\(place.mount.mountpoint) is mounted read-only; mount it without that, or with --sizes exact")
            case .access, .notPermitted:
                throw CommandFailure(
                    .notPermitted, "only the user who mounted \(place.mount.mountpoint) may have sizes learnt")
            case .noEntry: throw CommandFailure(.pathUnreadable, "there is no \(path) any more")
            default: throw place.unusable(SystemFailure(error))
            }
        }
    }

    /// Whether the daemon still asks for sizes.
    func isLearning() throws(CommandFailure) -> Bool { try place.attribute("sizes") == "learning" }
}
