internal import Foundation
internal import LinuxProcess

/// The files whose credits are asked for.
enum CreditedFiles {
    struct Content {
        /// In order of names; each begins with the folder's path as it was typed.
        var paths: [String] = []
        var failures: [CommandFailure] = []
    }

    struct Unreadable: Error {
        let words: String
    }

    private static let imageExtensions: Set<String> = [
        "jpg", "jpeg", "jpe", "png", "gif", "webp", "tif", "tiff", "avif", "heic", "heif",
    ]

    /// The type of the file that `path` names or links to.
    static func type(of path: String) -> Result<FileAttributeType, Unreadable> {
        do {
            let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            let type = try FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
            return .success(type ?? .typeUnknown)
        } catch {
            return .failure(Unreadable(words: SystemFailure(error).words))
        }
    }

    /// The images in a folder and its subfolders, and all other files that contain a credit; links to folders are not
    /// followed.
    ///
    /// Foundation's enumerator is not used: it relies on a folder's link count to tell whether there are folders in it
    /// (fts(3) without stat), and in our mounts, as on btrfs, that count says nothing.
    static func photos(in folder: String) -> Content {
        var content = Content()
        let base = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        // Another's mount below may hang; ours and those that answer are walked.
        let (table, whole) = (MountTable.now(), FollowedPath(folder).path)
        func obstacle(at path: String) -> CommandFailure? {
            guard let mount = table.top(at: whole + path.dropFirst(base.count)), mount.mayHang else { return nil }
            return FollowedPath(mount.mountpoint).obstacle?.failure
        }
        var folders = [base]
        while let next = folders.popLast() {
            do {
                let names = try FileManager.default.contentsOfDirectory(atPath: next)
                let all = names.sorted().map { next == "/" ? next + $0 : "\(next)/\($0)" }
                let obstacles = all.map(obstacle)
                content.failures += obstacles.compactMap(\.self)
                let paths = zip(all, obstacles).filter { $1 == nil }.map(\.0)
                let types = paths.map {
                    try? FileManager.default.attributesOfItem(atPath: $0)[.type] as? FileAttributeType
                }
                content.paths += zip(paths, types).filter { isPhoto($0, $1) }.map(\.0)
                folders += zip(paths, types).filter { $1 == .typeDirectory }.map(\.0).reversed()
            } catch {
                content.failures.append(
                    CommandFailure(.pathUnreadable, "cannot read \(next): \(SystemFailure(error).words)"))
            }
        }
        return content
    }

    private static func isPhoto(_ path: String, _ type: FileAttributeType??) -> Bool {
        switch type {
        case .typeRegular: break
        case .typeSymbolicLink:
            guard FollowedPath(path).obstacle == nil, case .success(.typeRegular) = Self.type(of: path) else {
                return false
            }
        default: return false
        }
        return imageExtensions.contains(URL(fileURLWithPath: path).pathExtension.lowercased())
            || (try? FileCredit(attributesOf: path)).flatMap(\.self) != nil
    }
}
