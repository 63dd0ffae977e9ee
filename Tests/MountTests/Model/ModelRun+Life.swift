import Glibc
import PhotoSimulator
import TestSupport

// Steps, remounts and crashes, and collections that are under way.
extension ModelRun {
    func step() async throws {
        switch Int.random(in: 0..<140, using: &random) {
        case 100..<104: try await makeAlbum()
        case 104..<106: try await removeAlbum()
        case 106..<108: try await renameAlbum()
        case 108..<117: try await putIntoAlbum()
        case 117..<120: try await removeFromAlbum()
        case 120..<128: try await keep()
        case 128..<133: try await makeSearch()
        case 133..<135: try await renameSearch()
        case 135..<136: try await removeSearch()
        case 136..<140: try await removeFromSearch()
        case 0..<14: try await makePin()
        case 14..<19: try await makeOddPin()
        case 19..<24: try await removePin()
        case 24..<32: try await renamePin()
        case 32..<40: try await removeFromCollection()
        case 40..<43: try await removeWrittenFile()
        case 43..<48: try await newCollection()
        case 48..<50: try await holdCollection()
        case 50..<57: try await makeTopic()
        case 57..<60: try await removeTopic()
        case 60..<64: try await renameTopic()
        case 64..<68: try await listTopic()
        case 68..<82: try await view()
        case 82..<85: try await sniff()
        case 85..<87: try await forgetView()
        case 87..<90: try await tryToChange()
        case 90..<97: try await changeSource()
        case 97: try await viewMany()
        case 98: try await remount()
        default: try await crash()
        }
    }

    func remount(isHeld: Bool = false) async throws {
        tell("unmount and mount")
        try await mount.unmount()
        try await mount.mount()
        try await mounted(isHeld: isHeld)
    }

    func crash(isHeld: Bool = false) async throws {
        tell("kill -9 and mount")
        guard kill(daemon, SIGKILL) == 0 else { throw ModelFailure("no daemon \(daemon)") }
        // What was being written when it died may have to be fetched again.
        cached = []
        sizes = [:]
        try await mount.mount()
        try await mounted(isHeld: isHeld)
    }

    private func mounted(isHeld: Bool) async throws {
        daemon = try await mount.daemon()
        read = []
        tree.remount()
        try await checkLists()
        // Every list was made anew, so all tell the same number of directories.
        if tree.pins.values.allSatisfy(\.hasCollection), tree.topics.values.allSatisfy({ $0.photos != nil }), !isHeld {
            try await checkAll(withLinks: true)
        }
    }

    // MARK: New collections

    func newCollection() async throws {
        guard let name = choice(tree.pins.keys.sorted()) else { return try await makePin() }
        try await ask(name, for: 0)
        try await awaitCollection(of: name)
    }

    private func ask(_ name: String, for outcome: Int32) async throws {
        let directory = path("pins/\(name)")
        let command = [Repository.placesfs, "new-collection", directory]
        switch Int.random(in: 0..<5, using: &random) {
        case 0..<2:
            try await expect(outcome, "touch pins/\(name)/New Collection.txt") {
                ModelCalls.touch("\(directory)/New Collection.txt")
            }
        case 2..<4:
            try await expect(outcome, "touch pins/\(name)/.new-collection") {
                ModelCalls.create("\(directory)/.new-collection")
            }
        default:
            try await expect(outcome, "placesfs new-collection pins/\(name)") {
                ModelCalls.run(command) == 0 ? 0 : EBUSY
            }
        }
    }

    /// A source that takes its time: the collection is as it was but for the file that asks for another, which cannot
    /// be had twice; and whatever else happens meanwhile, one arrives in the end.
    func holdCollection() async throws {
        tell("the source holds its answers")
        let gate = mount.simulator.faults.add(.stallBeforeHead, on: .searches)
        defer { mount.simulator.faults.remove(gate) }
        var name = ""
        if let known = choice(tree.pins.filter { $0.value.shown.count > 1 }.keys.sorted()), chance(2, in: 3) {
            name = known
            try await ask(name, for: 0)
        } else {
            name = try await dropPin()
        }
        let directory = path("pins/\(name)")
        let isAsked = try await soon { mount.simulator.faults.hits(of: gate) > 0 ? true : nil }
        if isAsked == nil { throw ModelFailure("nothing was asked for") }
        try await checkLoading(name)
        let state = try await onThread { try ModelCalls.attribute("user.places.state", of: directory) }
        guard state == "downloading" else { throw ModelFailure("pins/\(name) is \(state) while it loads") }

        switch Int.random(in: 0..<6, using: &random) {
        case 0: try await remove(pin: name)
        case 1: name = try await move(name)
        case 2: try await crash(isHeld: true)
        case 3: try await remount(isHeld: true)
        case 4 where tree.pins[name]?.hasCollection == true: try await unlink(in: name)
        default: break
        }
        if tree.pins[name] != nil { try await checkLoading(name) }
        tell("the source answers")
        mount.simulator.faults.remove(gate)
        try await awaitCollection(of: name)
    }

    private func checkLoading(_ name: String) async throws {
        let path = path("pins/\(name)/.new-collection")
        try await expect(EBUSY, "touch pins/\(name)/.new-collection") { ModelCalls.create(path) }
        // One that has none yet is waited for a while by whoever lists it.
        guard var collection = tree.collection(name), tree.pins[name]?.hasCollection == true else { return }
        collection.files.remove("New Collection.txt")
        try await check(collection)
    }

    private func move(_ name: String) async throws -> String {
        guard let serial = tree.pins[name]?.serial else { return name }
        let point = freePoint()
        let (other, old) = (point.spelled(0), path("pins/\(name)"))
        let new = path("pins/\(other)")
        try await expect(0, "mv pins/\(name) pins/\(other)") { ModelCalls.rename(old, to: new) }
        tree.pins[name] = nil
        tree.pins[other] = ModelTree.Pin(point: point, serial: serial)
        return other
    }

    private func dropPin() async throws -> String {
        let point = freePoint()
        let name = point.spelled(1)
        let path = path("pins/\(name)")
        try await expect(0, "mkdir pins/\(name)") { ModelCalls.mkdir(path) }
        tree.pins[name] = ModelTree.Pin(point: point, serial: tree.newSerial())
        return name
    }

    private func freePoint() -> ModelPoint {
        var point = anyPoint()
        while tree.pin(at: point) != nil { point.north += point.north < 0 ? 700 : -700 }
        return point
    }
}
