import Foundation
import Fuzzing
import Glibc
import PhotoSimulator
import TestSupport

/// Takes one mount through sequences of operations, and a model along with it.
final class ModelRun {
    let mount: TestMount
    /// Whether listings are refreshed all the time, or never while the test runs.
    let isFleeting: Bool
    var world: ModelWorld
    var tree = ModelTree()
    var numbers = ModelNumbers()
    var random = SeededGenerator(seed: 0)
    var daemon: Int32 = 0
    /// What was done in this sequence.
    var story: [String] = []
    /// Photos of which this mount has read something, and those whose bytes it keeps.
    var touched: Set<String> = []
    var cached: Set<String> = []
    /// The lengths of those that were read whole, which are known for ever.
    var sizes: [String: Int64] = [:]
    /// Those read whole since it was mounted.
    var read: Set<String> = []

    init(_ mount: TestMount, _ world: ModelWorld, isFleeting: Bool) {
        self.mount = mount
        self.world = world
        self.isFleeting = isFleeting
    }

    func begin() async throws {
        daemon = try await mount.daemon()
        for name in TestSource.current.firstTopics { tree.addTopic(name, ModelWorld.key(ofTopic: name)) }
        for town in 0..<4 { tree.towns[town] = world.photos(in: town).map(\.id) }
        try await check(tree.town(0), tree.town(1), tree.town(2), tree.town(3))
    }

    func sequence(_ seed: UInt64) async throws {
        random = SeededGenerator(seed: seed)
        story = []
        try await clear()
        for _ in 0..<Int.random(in: 5...12, using: &random) {
            try await step()
            try await checkLists()
        }
        try await checkAll()
    }

    /// A clean tree: whatever was made is removed, which is a part of the test too.
    private func clear() async throws {
        try await unkeepAll()
        world.restore()
        for name in Array(tree.pins.keys) + tree.placeholders.keys { try await remove(pin: name) }
        for name in tree.albums.keys { try await remove(album: name) }
        for name in tree.searches.keys { try await remove(search: name) }
        for name in tree.topics.keys { try await remove(topic: name) }
        let recents = path("recents")
        try await onThread {
            for entry in try ModelCalls.list(recents) { _ = ModelCalls.unlink("\(recents)/\(entry.name)") }
        }
        tree.viewed = []
        follow()
        try await checkLists()
    }

    // MARK: Doing

    func path(_ path: String) -> String { "\(mount.path)/\(path)" }

    func tell(_ text: String) { story.append(text) }

    /// Makes a call of which the model knows the outcome.
    func expect(_ number: Int32, _ told: String, _ call: @escaping @Sendable () -> Int32) async throws {
        tell(told)
        let outcome = try await onThread(call)
        guard outcome == number else {
            let (is_, must) = (Self.name(of: outcome), Self.name(of: number))
            throw ModelFailure("\(told): \(is_), must be \(must)")
        }
    }

    func expectAbsence(of path: String) async throws {
        do {
            _ = try await onThread { try ModelCalls.facts(path) }
        } catch let failure as ModelFailure where failure.number == ENOENT {
            return
        }
        throw ModelFailure("\(path) is still there")
    }

    private static func name(of number: Int32) -> String {
        number == 0 ? "done" : unsafe String(cString: strerror(number))
    }

    /// What `look` finds as soon as it finds anything; nil after a minute in vain.
    func soon<Value>(_ look: () async throws -> Value?) async throws -> Value? {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(60)
        while clock.now < deadline {
            if let found = try await look() { return found }
            try await clock.sleep(for: .milliseconds(3))
        }
        return nil
    }

    func chance(_ one: Int, in all: Int) -> Bool { Int.random(in: 0..<all, using: &random) < one }

    func choice<Element>(_ elements: some Collection<Element>) -> Element? {
        elements.randomElement(using: &random)
    }

    // MARK: Looking

    /// The server changed: where listings are refreshed all the time the tree must follow.
    func follow() {
        guard isFleeting else { return }
        for town in 0..<4 { tree.towns[town] = world.photos(in: town).map(\.id) }
        for (name, topic) in tree.topics where topic.photos != nil { show(topic: name) }
        for name in tree.searches.keys { show(search: name) }
    }

    func checkLists() async throws {
        try await check(
            tree.pinsDirectory(), tree.tagsDirectory(), tree.recentsDirectory(), tree.albumsDirectory(),
            tree.searchesDirectory())
        try await check(tree.albums.keys.sorted().compactMap(tree.album), isThorough: false)
        try await checkKept()
    }

    func checkAll(withLinks: Bool = false) async throws {
        for name in tree.topics.keys.sorted() where tree.topics[name]?.photos == nil {
            show(topic: name)
            try await check(tree.topicDirectories(name), isThorough: false)
        }
        var directories = [tree.pinsDirectory(), tree.tagsDirectory(), tree.recentsDirectory()]
        directories += tree.pins.keys.sorted().compactMap(tree.collection)
        directories += tree.placeholders.keys.sorted().compactMap(tree.placeholder)
        directories += [tree.albumsDirectory()] + tree.albums.keys.sorted().compactMap(tree.album)
        directories += [tree.searchesDirectory()] + tree.searches.keys.sorted().compactMap(tree.search)
        directories += tree.topics.keys.sorted().flatMap(tree.topicDirectories)
        if isFleeting || chance(1, in: 8) { directories += (0..<4).map(tree.town) }
        let links = isFleeting || !withLinks ? nil : tree.links()
        for index in directories.indices { (directories[index].links, directories[index].sizes) = (links, sizes) }
        try await check(directories, isThorough: true)
        try await checkRanks()
        try await checkFormerNames()
        try await awaitKept()
    }

    /// The name with an older rank, or without one, opens the same photo.
    private func checkRanks() async throws {
        guard let id = tree.recents.last, let title = world.titles[id], title.count == 1, let name = title.first else {
            return
        }
        let recents = path("recents")
        let seen = try await onThread {
            try ["\(name).jpg", "20 \(name).jpg", "01 \(name).jpg"].map {
                try ModelCalls.facts("\(recents)/\($0)").number
            }
        }
        for number in seen {
            if let complaint = numbers.note(photo: id, number) { throw ModelFailure(complaint) }
        }
    }

    /// A photo that left with its collection still opens by its name; one that was removed does not.
    private func checkFormerNames() async throws {
        for (name, pin) in tree.pins {
            guard let (id, former) = choice(pin.former.sorted { $0.key < $1.key }) else { continue }
            let path = path("pins/\(name)/\(former)")
            if pin.removed.contains(id) {
                let seen = try await onThread { try? ModelCalls.facts(path) }
                guard seen == nil else { throw ModelFailure("\(path) opens though it was removed") }
            } else if world.library.photo(id) != nil {
                let number = try await onThread { try ModelCalls.facts(path).number }
                if let complaint = numbers.note(photo: id, number) { throw ModelFailure("\(path): \(complaint)") }
            }
        }
    }

    func check(_ directories: ModelDirectory...) async throws {
        try await check(directories, isThorough: false)
    }

    /// What lists say must be right at once. What the kernel is told, and what the source has where listings are
    /// refreshed, arrive behind an operation's back: soon, but not with its answer.
    func check(_ directories: [ModelDirectory], isThorough: Bool) async throws {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(60)
        for directory in directories {
            while true {
                let complaints = try await complaints(about: directory, isThorough: isThorough)
                if complaints.isEmpty { break }
                let isPatient = complaints.allSatisfy(\.mayBeLate) || (isFleeting && directory.isRefreshed)
                guard isPatient, clock.now < deadline else {
                    throw ModelFailure(complaints.map(\.text).joined(separator: "\n"))
                }
                try await clock.sleep(for: .milliseconds(5))
            }
        }
    }

    private func complaints(about directory: ModelDirectory, isThorough: Bool) async throws -> [ModelComplaint] {
        let (path, known) = (path(directory.path), numbers.photos)
        do {
            let sight = try await onThread { try ModelSight(path, known: known, isThorough: isThorough) }
            return directory.complaints(about: sight, world, &numbers)
        } catch {
            // A name that was listed may go before it is looked up.
            return [ModelComplaint(text: "\(directory.path): \(error)", mayBeLate: isThorough)]
        }
    }
}
