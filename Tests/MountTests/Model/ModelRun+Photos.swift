import Glibc
import PhotoSimulator
import TestSupport

// Views, partial reads and what happens at the source meanwhile.
extension ModelRun {
    /// A directory with photos, chosen by chance, and one of its photos.
    private func anyPhoto() -> (directory: String, id: String)? {
        var directories: [ModelDirectory] = (0..<3).map(tree.town)
        for _ in 0..<2 {
            directories += tree.pins.keys.sorted().compactMap(tree.collection)
            directories += tree.topics.keys.sorted().flatMap(tree.topicDirectories)
            directories.append(tree.recentsDirectory())
        }
        guard let directory = choice(directories.filter { !$0.photos.isEmpty }), let id = choice(directory.photos)
        else { return nil }
        return (directory.path, id)
    }

    private func find(_ id: String, in directory: String) async throws -> String {
        let path = path(directory)
        // It may have come to the source just now.
        if isFleeting, let shown = (0..<4).map(tree.town).first(where: { $0.path == directory }) {
            try await check(shown)
        }
        if isFleeting, directory.hasPrefix("tags/") {
            let listed = tree.topics.filter { $0.value.photos != nil }.keys
            try await check(listed.flatMap(tree.topicDirectories), isThorough: false)
        }
        let number = numbers.photos.first { $0.value == id }?.key
        let entry = try await onThread { try ModelCalls.list(path).first { $0.number == number } }
        guard let entry else { throw ModelFailure("\(directory) does not list \(id)") }
        return "\(path)/\(entry.name)"
    }

    func view() async throws {
        guard let (directory, id) = anyPhoto() else { return }
        try await view(id, in: directory)
    }

    /// More than there is room for.
    func viewMany() async throws {
        let town = tree.town(0)
        for id in town.photos.shuffled(using: &random).prefix(Int.random(in: 18...24, using: &random)) {
            try await view(id, in: town.path)
        }
    }

    /// By a process of its own each, as a person looks at one photo after the other: all of them count.
    private func view(_ id: String, in directory: String) async throws {
        let wanted = world.library.imageBytes(of: id, TestSource.current.rendition)
        // What was begun may have been brought to its end, or not.
        guard wanted != nil || cached.contains(id) || !touched.contains(id) else { return }
        tell("view \(id) in \(directory)")
        let (path, way) = (try await find(id, in: directory), mount.scratch + "/viewed")
        let bytes = try await onThread { try ModelCalls.view(path, by: way) }
        touched.insert(id)
        if wanted == nil, !cached.contains(id) {
            guard bytes == nil else { throw ModelFailure("\(id) can be read though it is gone") }
            return tree.drop(id)
        }
        guard let bytes, wanted == nil || bytes == wanted else {
            throw ModelFailure("\(id) has \(bytes?.count ?? -1) bytes, must have \(wanted?.count ?? -1)")
        }
        cached.insert(id)
        read.insert(id)
        sizes[id] = Int64(bytes.count)
        tree.view(id)
    }

    /// No view: of 64 KB the kernel reads 16 at most.
    func sniff() async throws {
        guard let (directory, id) = anyPhoto(), !read.contains(id), world.library.photo(id) != nil else { return }
        tell("sniff at \(id) in \(directory)")
        let path = try await find(id, in: directory)
        let bytes = try await onThread { try ModelCalls.read(path, upTo: 2000) }
        touched.insert(id)
        let wanted = world.library.imageBytes(of: id, TestSource.current.rendition) ?? []
        guard bytes == Array(wanted.prefix(2000)) else { throw ModelFailure("\(id) begins otherwise") }
    }

    func forgetView() async throws {
        guard let id = choice(tree.recents) else { return }
        let path = try await find(id, in: "recents")
        try await expect(0, "rm in recents of \(id)") { ModelCalls.unlink(path) }
        // What had been pushed off the list does not come back.
        tree.viewed = tree.recents.filter { $0 != id }
    }

    // MARK: The source

    func changeSource() async throws {
        switch Int.random(in: 0..<6, using: &random) {
        case 0..<3: tell("the source gets \(world.add(to: Int.random(in: 0..<4, using: &random)))")
        case 3:
            guard let id = choice(world.added) else { return }
            // Who keeps it would find out, or not.
            try await awaitKept()
            tell("the source loses \(id)")
            world.remove(id)
        case 4:
            guard let id = choice(world.library.photos)?.id else { return }
            world.rename(id)
            tell("the source calls \(id) \(world.name(of: id))")
        default:
            guard let id = choice(world.library.photos)?.id else { return }
            tell("the source tags \(id) otherwise")
            world.tag(id)
        }
        follow()
    }
}
