import Glibc
import PhotoSimulator

// What the model test does under albums/.
extension ModelRun {
    private static let albums = ["Poster", "poster", "日本", "two words", "a,b"]
    private static let noAlbums = ["map.html", ".hidden one", "tab\there"]

    func makeAlbum() async throws {
        let name = choice(chance(1, in: 8) ? Self.noAlbums : Self.albums) ?? ""
        let path = path("albums/\(name)")
        let isTaken = tree.albums.keys.contains { $0.lowercased() == name.lowercased() }
        let outcome = Self.noAlbums.contains(name) ? EINVAL : isTaken ? EEXIST : 0
        try await expect(outcome, "mkdir albums/\(name)") { ModelCalls.mkdir(path) }
        guard outcome == 0 else { return }
        tree.albums[name] = ModelTree.Album(serial: tree.newSerial())
    }

    func removeAlbum() async throws {
        guard let name = choice(tree.albums.keys.sorted()), let album = tree.albums[name] else {
            return try await makeAlbum()
        }
        guard album.photos.isEmpty || chance(1, in: 3) else {
            let path = path("albums/\(name)")
            return try await expect(ENOTEMPTY, "rmdir albums/\(name)") { ModelCalls.rmdir(path) }
        }
        try await remove(album: name)
    }

    func remove(album name: String) async throws {
        let path = path("albums/\(name)")
        try await expect(0, "rm -r albums/\(name)") { ModelCalls.run(["rm", "-r", path]) }
        tree.albums[name] = nil
        try await expectAbsence(of: path)
    }

    func renameAlbum() async throws {
        guard let name = choice(tree.albums.keys.sorted()), let album = tree.albums[name] else {
            return try await makeAlbum()
        }
        let other = choice(chance(1, in: 8) ? Self.noAlbums : Self.albums) ?? ""
        let isTaken = tree.albums.keys.contains { $0.lowercased() == other.lowercased() && $0 != name }
        let outcome = Self.noAlbums.contains(other) ? EINVAL : isTaken ? EEXIST : 0
        let (old, new) = (path("albums/\(name)"), path("albums/\(other)"))
        // The kernel meets a full directory there itself.
        let isFound = tree.albums[other] != nil && other != name
        try await expect(isFound ? EEXIST : outcome, "mv albums/\(name) albums/\(other)") {
            ModelCalls.rename(old, to: new)
        }
        guard outcome == 0, other != name else { return }
        tree.albums[name] = nil
        tree.albums[other] = album
        try await expectAbsence(of: old)
    }

    /// By a link, a symbolic link or a rename, from a town, a pin or another album.
    func putIntoAlbum() async throws {
        guard let name = choice(tree.albums.keys.sorted()), var album = tree.albums[name] else {
            return try await makeAlbum()
        }
        let source = choice(sources(besides: name))
        guard let source, let id = choice(source.photos.sorted()) else { return }
        let folder = path(source.path)
        let number = numbers.photos.first { $0.value == id }?.key
        let entry = try await onThread { try ModelCalls.list(folder).first { $0.number == number } }
        // Where lists are refreshed it may have left.
        guard let entry else {
            if isFleeting { return }
            throw ModelFailure("\(folder) does not list \(id)")
        }
        let given = choice([entry.name, "Photo \(id.suffix(1)).jpg", "photo \(id.suffix(1)).PNG", "PHOTO"]) ?? ""
        let listed =
            given.hasSuffix(".jpg") ? given : given.hasSuffix(".PNG") ? given.dropLast(4) + ".jpg" : given + ".jpg"
        let (old, new) = ("\(folder)/\(entry.name)", path("albums/\(name)/\(given)"))
        let told = "\(source.path)/\(entry.name) albums/\(name)/\(given) (\(id))"
        let holder = album.holder(of: listed)
        guard chance(1, in: 2) else {
            let outcome: Int32 = album.photos[id] != nil || holder != nil ? EEXIST : 0
            let isHard = chance(1, in: 2)
            try await expect(outcome, (isHard ? "ln " : "ln -s ") + told) {
                isHard ? ModelCalls.link(old, as: new) : ModelCalls.symlink(old, as: new)
            }
            if outcome == 0 { album.photos[id] = listed }
            tree.albums[name] = album
            return
        }
        // Whoever gives a name that differs in case or ending from the one that is there did not see that one.
        let isRefused = album.photos[id] == nil && holder != nil && !album.photos.values.contains(given)
        try await expect(isRefused ? EPERM : 0, "mv " + told) { ModelCalls.rename(old, to: new) }
        if isRefused { return }
        // The very same file under both names: the kernel does nothing, and says that it did.
        if album.photos[id] == given { return }
        if album.photos[id] == nil {
            if let holder { album.photos[holder] = nil }
            album.photos[id] = listed
        }
        tree.albums[name] = album
        if var before = tree.albums[source.name], source.kind == "albums" {
            before.photos[id] = nil
            tree.albums[source.name] = before
            try await expectAbsence(of: old)
        } else if var pin = tree.pins[source.name], source.kind == "pins" {
            pin.shown.removeAll { $0 == id }
            pin.removed.insert(id)
            tree.pins[source.name] = pin
            try await expectAbsence(of: old)
        }
    }

    private struct Source {
        var kind: String
        var name: String
        var path: String
        var photos: [String]
    }

    /// A pin keeps at least one photo: without any it brings others.
    private func sources(besides album: String) -> [Source] {
        let towns = tree.towns.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { town, photos in
            let path = tree.town(town).path
            return Source(kind: "places", name: path, path: path, photos: photos)
        }
        let pins = tree.pins.filter { $0.value.shown.count > 1 }.sorted { $0.key < $1.key }.map { name, pin in
            Source(kind: "pins", name: name, path: "pins/\(name)", photos: pin.shown)
        }
        let albums = tree.albums.filter { $0.key != album && !$0.value.photos.isEmpty }.sorted { $0.key < $1.key }.map {
            name, album in
            Source(kind: "albums", name: name, path: "albums/\(name)", photos: album.photos.keys.sorted())
        }
        return towns + pins + albums
    }

    func removeFromAlbum() async throws {
        guard let name = choice(tree.albums.filter { !$0.value.photos.isEmpty }.keys.sorted()),
            var album = tree.albums[name], let (id, photo) = choice(album.photos.sorted { $0.key < $1.key })
        else { return try await putIntoAlbum() }
        let path = path("albums/\(name)/\(photo)")
        try await expect(0, "rm albums/\(name)/\(photo) (\(id))") { ModelCalls.unlink(path) }
        album.photos[id] = nil
        tree.albums[name] = album
        try await expectAbsence(of: path)
    }
}
