internal import Foundation
internal import LinuxProcess

/// Puts photos of a mount into one of its albums by link(2): no byte is copied.
struct AlbumFilling: Sendable {
    private let paths: [String]
    private let mount: MountTable.Mount

    private var folder: String { (mount.mountpoint == "/" ? "" : mount.mountpoint) + "/albums" }

    /// - Parameter given: Photos, or folders whose photos are meant, in one mount.
    /// - Throws: Why they cannot be put into an album.
    init(of given: [String]) throws(CommandFailure) {
        var places: [PathInMount] = []
        for path in given { places.append(try PathInMount(path, in: "places", to: "fill its albums")) }
        guard let mount = places.first?.mount, places.allSatisfy({ $0.mount == mount }) else {
            throw CommandFailure(.usage, "the photos of an album come from one mount")
        }
        self.mount = mount
        paths = places.map(\.path)
    }

    /// The album that the user picks or names; nil when there is none after all.
    func chosenName() throws(CommandFailure) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let albums = names.filter { FileStatus("\(folder)/\($0)")?.isDirectory == true }.sorted()
        guard let dialog = DesktopDialog.there else {
            throw CommandFailure(
                .failure, "zenity or kdialog is missing, to ask for an album; first: apt-get install zenity")
        }
        let other = "New album…"
        if !albums.isEmpty {
            guard let picked = dialog.pick("Add to which album?", [other] + albums) else { return nil }
            if picked != other { return picked }
        }
        let suggestion = paths.count == 1 && FileStatus(paths[0])?.isDirectory == true
        return dialog.text("Name of the new album:", suggestion ? URL(fileURLWithPath: paths[0]).lastPathComponent : "")
    }

    /// - Returns: How many photos came into the album, how many were in it already, and why the first of the others
    ///   cannot be put into it.
    /// - Throws: Why the album cannot be made.
    func fill(_ name: String) throws(CommandFailure) -> (added: Int, present: Int, failure: CommandFailure?) {
        let album = "\(folder)/\(name)"
        guard !name.isEmpty, !name.contains("/"), ![".", ".."].contains(name) else {
            throw CommandFailure(.usage, "\"\(name)\" is no name for an album")
        }
        if FileStatus(album) == nil {
            do {
                try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: false)
            } catch {
                throw CommandFailure(.failure, "\(album) cannot be made: \(SystemFailure(error).words)")
            }
        }
        var there = Set(Self.files(in: album).compactMap { FileStatus($0)?.number })
        var (added, present) = (0, 0)
        var failure: CommandFailure?
        for path in paths {
            let isFolder = FileStatus(path)?.isDirectory == true
            for photo in isFolder ? Self.files(in: path) : [path] {
                guard let number = FileStatus(photo)?.number else {
                    failure = failure ?? CommandFailure(.pathUnreadable, "there is no \(photo)")
                    continue
                }
                guard there.insert(number).inserted else {
                    present += 1
                    continue
                }
                do throws(CommandFailure) {
                    if try Self.link(photo, into: album, isOptional: isFolder) { added += 1 }
                } catch {
                    failure = failure ?? error
                }
            }
        }
        return (added, present, failure)
    }

    /// Whether the photo is in the album now; a file that `isOptional` and no photo is passed over.
    private static func link(_ photo: String, into album: String, isOptional: Bool) throws(CommandFailure) -> Bool {
        let name = URL(fileURLWithPath: photo).lastPathComponent as NSString
        // Another photo may have the name.
        for attempt in 1...100 {
            let ending = attempt == 1 ? "" : " (\(attempt))"
            let target = "\(album)/\(name.deletingPathExtension)\(ending).\(name.pathExtension)"
            do {
                try FileManager.default.linkItem(atPath: photo, toPath: target)
                return true
            } catch {
                let failure = SystemFailure(error)
                if failure.errno == .exists { continue }
                // Our own files, and a photo that its source has just called gone.
                if isOptional, failure.errno == .notPermitted || failure.errno == .noEntry { return false }
                throw CommandFailure(.notAPhoto, "\(photo) cannot be put into an album: \(failure.words)")
            }
        }
        throw CommandFailure(.failure, "\(album) has too many photos with the name \(name)")
    }

    private static func files(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map { "\(folder)/\($0)" }
            .filter { FileStatus($0)?.isDirectory == false }
    }
}
