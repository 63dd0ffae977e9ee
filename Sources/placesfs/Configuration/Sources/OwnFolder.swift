internal import Foundation
internal import LinuxProcess
internal import OwnPhotos

/// The folder of one's own photos.
enum OwnFolder {
    /// Its path without links, as far as it is there.
    static func real(_ path: String) -> String {
        URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false).droppingLastSlash
    }

    /// - Throws: why the folder cannot be shown at `mountpoint`, one line.
    static func check(_ path: String, mountpoint: String) throws(CommandFailure) {
        let folder = real(path)
        let place = real(mountpoint)
        guard folder != place, !folder.hasPrefix(place + "/") else {
            throw CommandFailure(
                .usage, "--from \(path): the mount at \(mountpoint) would cover this folder; mount somewhere else")
        }
    }

    /// - Parameters:
    ///   - path: as the user gave it.
    ///   - isKnown: whether it was shown before: then it may come later, like a stick.
    /// - Throws: why it cannot be shown, one line.
    static func check(_ path: String, isKnown: Bool) throws(CommandFailure) {
        let folder = real(path)
        if let mount = MountTable.now().mount(of: folder), mount.type == "fuse.placesfs" {
            throw CommandFailure(
                .usage,
                "--from \(path): this is a mount of placesfs (at \(mount.mountpoint)); give a folder of your own")
        }
        guard let status = FileStatus(folder), !status.isLink else {
            guard !isKnown else { return }
            let reason =
                FileStatus(folder)?.isLink == true
                ? "this is a link that leads nowhere"
                : path.unicodeScalars.contains("\u{FFFD}")
                    ? "its name is no UTF-8; rename the folder" : "there is no such folder"
            throw CommandFailure(.pathUnreadable, "--from \(path): \(reason)")
        }
        guard FileManager.default.isReadableFile(atPath: folder) else {
            throw CommandFailure(.pathUnreadable, "--from \(path): you may not read this folder")
        }
        guard !status.isDirectory else { return }
        let head =
            status.isRegular ? (try? FileHandle(forReadingFrom: URL(filePath: folder)).read(upToCount: 2)) ?? nil : nil
        guard head == Data("PK".utf8) else {
            throw CommandFailure(.pathUnreadable, "--from \(path): this is neither a folder nor a zip file")
        }
        // A zip that was shown before may come back.
        if !isKnown, let reason = OwnPhotosSource.refusal(of: folder) {
            throw CommandFailure(.pathUnreadable, "--from \(path): \(reason)")
        }
    }
}

extension String {
    fileprivate var droppingLastSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}
