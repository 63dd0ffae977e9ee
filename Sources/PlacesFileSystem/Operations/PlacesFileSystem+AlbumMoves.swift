import Catalog
import FUSE
import PhotoTree

// rename(2) of a photo into an album. EXDEV would make mv(1) copy the photo and then fail to remove it (measured).
extension PlacesFileSystem {
    /// A photo of places/, tags/ and search/ is in both folders then. One of pins/, recents/ and another album leaves.
    func move(
        _ photo: PhotoID, _ name: String, in key: DirectoryKey, to newName: String, in newKey: DirectoryKey,
        replacing: Bool, by caller: Caller
    ) async throws(Errno) {
        guard let album = folder(newKey) as? any PhotoTaking else { throw .readOnly }
        let source = folder(key)
        let isThere = try await isListed(newName, in: album)
        let move = { [self] () async throws(Errno) in
            try await uninterrupted([(name, key), (newName, newKey)]) { [self] () async throws(Errno) in
                do throws(Errno) {
                    return try await put(
                        photo, name, of: source, named: newName, into: album, replacing: replacing, by: caller)
                } catch {
                    switch error {
                    case .exists where !isThere: throw refusedNamesake(newName, in: newKey)
                    case .notPermitted: throw refusedExcluded(.readOnly, newName, in: newKey)
                    default: throw error
                    }
                }
            }
        }
        let outcome =
            source is any PhotoTaking
            ? try await move()
            : try await withRoom(for: photo, named: newName, in: newKey, move)
        forgetGiven(newName, outcome, in: newKey)
        if (source as? any PhotoRemoving)?.givesAway != true, !(source is any PhotoTaking),
            let directory = directories.number(of: key)
        {
            notifier?.returns(
                name, in: InodeNumber(directory), at: folders.way(to: key) + "/",
                linkedFrom: folders.way(to: newKey) + "/" + outcome.name)
        }
    }

    private func put(
        _ photo: PhotoID, _ name: String, of source: any Folder, named newName: String, into album: any PhotoTaking,
        replacing: Bool, by caller: Caller
    ) async throws(Errno) -> Albums.Outcome {
        if let before = source as? any PhotoTaking {
            guard before.number == album.number else {
                return try await album.albums.put(
                    photo, named: newName, into: album.number, from: before.number, replacing: replacing)
            }
            return try await album.albums.rename(photo, in: album.number, to: newName, replacing: replacing)
        }
        let outcome = try await album.albums.put(photo, named: newName, into: album.number, replacing: replacing)
        if let before = source as? any PhotoRemoving, before.givesAway {
            try await remove(name, from: before, by: caller)
        }
        return outcome
    }

    /// After EEXIST mv(1) looks at what has the name. Where nothing has exactly that, it speaks of a directory.
    private func refusedNamesake(_ name: String, in key: DirectoryKey) -> Errno {
        let shown = PrintableText.line(name, maximumBytes: 100)
        return errors.refused(
            .notPermitted, name, in: key, "\"\(shown)\" differs in case or ending alone from a photo that is here")
    }

    /// For a photo that would be in the album and seen by nobody.
    func refusedExcluded(_ errno: Errno, _ name: String, in key: DirectoryKey) -> Errno {
        let shown = PrintableText.line(name, maximumBytes: 100)
        return errors.refused(errno, name, in: key, "\"\(shown)\" has a licence that this mount excludes (--license)")
    }

    /// The kernel believes that what was renamed has the name that was given. Where the album lists another, that must
    /// not stay so.
    func forgetGiven(_ name: String, _ outcome: Albums.Outcome, in key: DirectoryKey) {
        guard !outcome.name.hasBytes(of: name), let directory = directories.number(of: key) else { return }
        notifier?.invalidateEntry(name, in: InodeNumber(directory))
    }
}
