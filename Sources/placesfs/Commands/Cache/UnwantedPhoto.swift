internal import Catalog
internal import Foundation
internal import LinuxProcess
internal import PhotoCache
internal import PhotoTree

/// A photo that the user wants forgotten: by the daemon that serves it, or in files that no daemon uses.
struct UnwantedPhoto: Sendable {
    private let id: PhotoID

    /// Forgets the photo.
    ///
    /// - Parameters:
    ///   - given: A path in a mount, an id, or the address of a page.
    ///   - caches: The caches in which an id or a page is looked for.
    /// - Returns: What was forgotten, in a few words.
    /// - Throws: Why the photo was not forgotten, and what to do.
    static func forgotten(
        _ given: String, among caches: () throws(CommandFailure) -> [StoredCache]
    ) async throws(CommandFailure) -> String {
        guard !given.isEmpty else { throw CommandFailure(.usage, "an empty PHOTO names no photo") }
        let isAddress = given.hasPrefix("https://") || given.hasPrefix("http://")
        let path = isAddress ? given : try FollowedPath.reached(given)
        let isPath = given.contains("/") || FileManager.default.fileExists(atPath: path)
        guard !isAddress, isPath else { return try await forgotten(named: given, try caches()) }
        guard let mount = MountTable.now().mount(of: path), mount.isOurs else {
            throw CommandFailure(
                .notMounted,
                "\(path) is not in a mount of placesfs; give a photo's path there, its id, or the address of its page")
        }
        guard mount.isTrusted else {
            throw CommandFailure(.notPermitted, "\(mount.strangerWords); only they may have it forget photos")
        }
        try UnwantedPhoto(id: try id(of: path)).forget(in: mount)
        return path
    }

    private static func id(of path: String) throws(CommandFailure) -> PhotoID {
        do throws(Errno) {
            return PhotoID(
                String(decoding: try ExtendedAttributes(of: path).value(of: "user.places.id"), as: UTF8.self))
        } catch {
            switch error {
            case .noData, .notSupported: throw CommandFailure(.notAPhoto, "\(path) is no photo")
            case .noEntry: throw CommandFailure(.pathUnreadable, "there is no \(path)")
            default: throw CommandFailure(.pathUnreadable, "cannot read \(path): \(SystemFailure(error).words)")
            }
        }
    }

    // MARK: By a daemon

    private func forget(in mount: MountTable.Mount) throws(CommandFailure) {
        guard let name = ForgetTrigger.name(of: id) else {
            throw CommandFailure(.photoUnknown, "'\(id)' is too long for a photo's id")
        }
        do throws(Errno) {
            try MountedFolder(mount).create(".placesfs/\(name)")
        } catch {
            throw failure(error, mount.mountpoint, isReadOnly: mount.isReadOnly)
        }
    }

    private func failure(_ errno: Errno, _ mountpoint: String, isReadOnly: Bool) -> CommandFailure {
        switch errno {
        case .readOnly where isReadOnly:
            CommandFailure(
                .notPermitted, "\(mountpoint) is mounted read-only; mount it without that to forget photos")
        case .readOnly:
            CommandFailure(
                .notPermitted,
                "the daemon behind \(mountpoint) is of a version that cannot forget photos; unmount and mount again")
        case .access, .notPermitted:
            CommandFailure(.notPermitted, "only the user who mounted \(mountpoint) may have it forget photos")
        case .noEntry:
            CommandFailure(.photoUnknown, "the mount at \(mountpoint) knows no photo '\(id)' any more")
        default:
            CommandFailure(
                .pathUnreadable, "\(mountpoint) did not forget photo '\(id)': \(SystemFailure(errno).words)")
        }
    }

    // MARK: By its name

    private static func forgotten(named text: String, _ caches: [StoredCache]) async throws(CommandFailure) -> String {
        var names: [String] = []
        for cache in caches {
            let catalog = cache.directories.catalog
            guard FileManager.default.fileExists(atPath: catalog) else { continue }
            let id: PhotoID?
            do throws(CatalogError) {
                id = try await StoredFiles.photo(named: text, at: catalog)
            } catch {
                throw CommandFailure(error)
            }
            guard let id else { continue }
            let photo = UnwantedPhoto(id: id)
            if let holder = cache.holder {
                guard let mount = MountTable.now().top(at: holder.mountpoint), mount.isTrusted else {
                    throw CommandFailure(
                        .notMounted, "process \(holder.processID) uses \(cache.name) without a mount; try again")
                }
                _ = try MountStatus(of: mount.mountpoint)
                try photo.forget(in: mount)
            } else {
                try await photo.forget(in: cache, catalog)
            }
            names.append("photo \(id) of \(cache.name)")
        }
        guard names.isEmpty else { return names.joined(separator: ", ") }
        let known = caches.map(\.name).joined(separator: ", ")
        throw CommandFailure(
            .photoUnknown,
            "no photo '\(text)' is known" + (known.isEmpty ? "; nothing is cached" : " to \(known)"))
    }

    /// Takes the daemon's lock, so that no daemon starts meanwhile.
    private func forget(in cache: StoredCache, _ path: String) async throws(CommandFailure) {
        let lock = try await DaemonLock(cache.directories, mountpoint: "/", patience: .zero)
        defer { lock.release() }
        do throws(CatalogError) {
            let now = Timestamp(Int64(Date().timeIntervalSince1970.rounded(.down)))
            let catalog = try await Catalog(at: path, firstTopics: [], now: { now })
            defer { catalog.close() }
            if let reason = catalog.unwritable { throw CatalogError.unwritable(path: path, cause: reason) }
            _ = try await catalog.withdraw(id, as: .forgotten)
        } catch {
            throw CommandFailure(error)
        }
        for folder in [cache.path, cache.directories.thumbnails, cache.directories.kept]
        where FileManager.default.fileExists(atPath: folder) {
            let left: ImageKey?
            do throws(PhotoCacheError) {
                let check = try CacheCheck(directory: folder)
                left = try check.contents().photos.first { $0.photo == id && !check.remove($0) }
            } catch {
                throw CommandFailure(error)
            }
            guard let left else { continue }
            throw CommandFailure(
                .cacheUnwritable, "cannot remove \(folder)/\(CacheCheck.name(of: left)); is it yours?")
        }
    }
}
