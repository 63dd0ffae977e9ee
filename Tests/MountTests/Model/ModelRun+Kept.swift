import Glibc
import PhotoSimulator

// What the model test keeps offline. Before anything at the source may go, all that is kept has come.
extension ModelRun {
    private struct Folder {
        var path: String
        var identity: String
        /// The photos that it lists.
        var photos: Set<String>
    }

    /// Folders that were listed.
    private var keepable: [Folder] {
        let towns = (0..<4).map(tree.town).map { Folder(path: $0.path, identity: $0.identity, photos: Set($0.photos)) }
        let pins = tree.pins.filter(\.value.hasCollection).map { name, pin in
            Folder(path: "pins/\(name)", identity: "pin \(pin.serial)", photos: Set(pin.shown))
        }
        let topics = tree.topics.compactMap { name, topic in
            topic.photos.map { photos in
                Folder(path: "tags/\(name)", identity: "topic \(topic.serial)", photos: Set(photos.map(\.id)))
            }
        }
        let searches = tree.searches.map { name, search in
            Folder(path: "search/\(name)", identity: "search \(search.serial)", photos: Set(search.shown))
        }
        return (towns + pins + topics + searches).sorted { $0.path < $1.path }
    }

    func keep() async throws {
        let isKept = chance(2, in: 3)
        // What the source has no more would be found out, and leave every folder.
        let folders = keepable.filter { folder in
            folder.photos.allSatisfy { world.library.photo($0) != nil } && tree.kept.contains(folder.identity) != isKept
        }
        guard let folder = choice(folders) else { return }
        let path = path(folder.path)
        try await expect(0, "setfattr -n user.places.keep -v \(isKept ? "yes" : "no") \(folder.path)") {
            ModelCalls.setAttribute("user.places.keep", isKept ? "yes" : "no", of: path)
        }
        if isKept { tree.kept.insert(folder.identity) } else { tree.kept.remove(folder.identity) }
        if chance(1, in: 2) { try await awaitKept() }
    }

    /// Each folder says whether it is kept.
    func checkKept() async throws {
        for folder in keepable {
            let path = path(folder.path)
            let told = try await onThread { try ModelCalls.attribute("user.places.keep", of: path) }
            let must = tree.kept.contains(folder.identity) ? "yes" : "no"
            guard told == must else {
                throw ModelFailure("\(folder.path): user.places.keep is \(told), must be \(must)")
            }
        }
    }

    /// All of each kept folder is here, soon.
    func awaitKept() async throws {
        for folder in keepable where tree.kept.contains(folder.identity) {
            let (path, count) = (path(folder.path), folder.photos.count)
            var told = ""
            let isHere = try await soon { () -> Bool? in
                told = try await onThread { (try? ModelCalls.attribute("user.places.kept", of: path)) ?? "none" }
                let numbers = told.split(separator: " ").compactMap { Int($0) }
                guard numbers.count == 2, numbers[0] == numbers[1] else { return nil }
                // The source may have others meanwhile.
                return isFleeting || numbers[1] == count ? true : nil
            }
            guard isHere == true else {
                throw ModelFailure("\(folder.path): user.places.kept is \(told), lists \(count)")
            }
        }
    }

    func unkeepAll() async throws {
        for folder in keepable where tree.kept.contains(folder.identity) {
            let path = path(folder.path)
            try await expect(0, "setfattr -n user.places.keep -v no \(folder.path)") {
                ModelCalls.setAttribute("user.places.keep", "no", of: path)
            }
        }
        tree.kept = []
    }
}
