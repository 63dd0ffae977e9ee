import Glibc
import PhotoSimulator

// What the model test does under pins/.
extension ModelRun {
    static let words = ["Untitled Folder", "New Folder", "Neuer Ordner", "新建文件夹"]
    static let noNames = [
        "91,0", "-90.00001,0", "0,180.5", "48;2", "48°61'29\"N 2°17'40\"E", "48.8584", "48.8584,", ",2", "48 2",
        "1e1,2", "48,85 2,29", "0x10,3", "-", "#5", ".48,2", "48.1,2.2x",
    ]

    /// Near a town, or where nothing is: at a pole, on the far side, in the Gulf of Guinea.
    func anyPoint() -> ModelPoint {
        let spot = Int.random(in: 0..<4, using: &random)
        guard chance(5, in: 6) else {
            let poles = [
                ModelPoint(north: 9_000_000, east: spot * 1_000_000), ModelPoint(north: -9_000_000, east: spot),
                ModelPoint(north: spot * 100, east: spot % 2 == 0 ? 18_000_000 : -18_000_000),
                ModelPoint(north: spot * 100_000, east: 0),
            ]
            return choice(poles) ?? poles[0]
        }
        // The town with several pages is where most can go wrong, and takes the longest to look at.
        let town = world.library.places[[0, 1, 1, 2, 2, 3][Int.random(in: 0..<6, using: &random)]].position
        return ModelPoint(
            north: Int((town.latitude * 100_000).rounded()) + spot * 100,
            east: Int((town.longitude * 100_000).rounded()))
    }

    func makePin() async throws {
        let point = anyPoint()
        let name = point.spelled(Int.random(in: 0..<6, using: &random))
        let path = path("pins/\(name)")
        guard tree.pins[name] == nil, tree.pin(at: point) == nil else {
            return try await expect(EEXIST, "mkdir pins/\(name)") { ModelCalls.mkdir(path) }
        }
        try await expect(0, "mkdir pins/\(name)") { ModelCalls.mkdir(path) }
        tree.pins[name] = ModelTree.Pin(point: point, serial: tree.newSerial())
        try await awaitCollection(of: name)
    }

    func makeOddPin() async throws {
        let name = choice(Self.noNames + Self.words) ?? ""
        let path = path("pins/\(name)")
        if Self.noNames.contains(name) {
            return try await expect(EINVAL, "mkdir pins/\(name)") { ModelCalls.mkdir(path) }
        }
        let isTaken = tree.placeholders[name] != nil
        try await expect(isTaken ? EEXIST : 0, "mkdir pins/\(name)") { ModelCalls.mkdir(path) }
        guard !isTaken else { return }
        tree.placeholders[name] = tree.newSerial()
        if let made = tree.placeholder(name) { try await check(made) }
    }

    func removePin() async throws {
        if let name = choice((Array(tree.pins.keys) + tree.placeholders.keys).sorted()), chance(9, in: 10) {
            return try await chance(1, in: 4) ? removeTree(of: name) : remove(pin: name)
        }
        let path = path("pins/no such pin")
        try await expect(ENOENT, "rmdir pins/no such pin") { ModelCalls.rmdir(path) }
    }

    func remove(pin name: String) async throws {
        let path = path("pins/\(name)")
        try await expect(0, "rmdir pins/\(name)") { ModelCalls.rmdir(path) }
        tree.pins[name] = nil
        tree.placeholders[name] = nil
        try await expectAbsence(of: path)
    }

    private func removeTree(of name: String) async throws {
        let path = path("pins/\(name)")
        try await expect(0, "rm -r pins/\(name)") { ModelCalls.run(["rm", "-r", path]) }
        tree.pins[name] = nil
        tree.placeholders[name] = nil
        try await expectAbsence(of: path)
    }

    func renamePin() async throws {
        guard let name = choice((Array(tree.pins.keys) + tree.placeholders.keys).sorted()) else {
            return try await makePin()
        }
        let point = anyPoint()
        switch Int.random(in: 0..<8, using: &random) {
        case 0..<4: try await rename(name, to: point.spelled(Int.random(in: 0..<6, using: &random)), point)
        case 4..<6:
            let own = tree.pins[name]?.point ?? point
            try await rename(name, to: own.spelled(Int.random(in: 0..<6, using: &random)), own)
        case 6: try await rename(name, to: choice(Self.words) ?? "", nil)
        default: try await rename(name, to: choice(Self.noNames) ?? "", nil)
        }
    }

    /// `point` is what the new name means, if it is one.
    private func rename(_ name: String, to other: String, _ point: ModelPoint?) async throws {
        let (old, new) = (path("pins/\(name)"), path("pins/\(other)"))
        let isTaken = tree.pins[other] != nil || tree.placeholders[other] != nil
        let owner = point.flatMap { tree.pin(at: $0) }
        let outcome: Int32 =
            if other == name {
                0
            } else if isTaken || owner.map({ $0 != name }) == true {
                EEXIST
            } else if point != nil || (tree.placeholders[name] != nil && Self.words.contains(other)) {
                0
            } else {
                EINVAL
            }
        try await expect(outcome, "mv pins/\(name) pins/\(other)") { ModelCalls.rename(old, to: new) }
        guard outcome == 0, other != name else { return }
        try await expectAbsence(of: old)
        if let serial = tree.placeholders.removeValue(forKey: name) {
            guard let point else {
                tree.placeholders[other] = serial
                return
            }
            tree.pins[other] = ModelTree.Pin(point: point, serial: serial)
            return try await awaitCollection(of: other)
        }
        guard var pin = tree.pins.removeValue(forKey: name), let point else { return }
        let isMoved = pin.point.identity != point.identity
        if isMoved { pin = ModelTree.Pin(point: point, serial: pin.serial) }
        pin.point = point
        tree.pins[other] = pin
        if isMoved { return try await awaitCollection(of: other) }
        if let collection = tree.collection(other) { try await check([collection], isThorough: true) }
    }

    // MARK: PinCollections

    /// Until another collection is there, and takes note of which it is: chance chose among those that may come.
    func awaitCollection(of name: String) async throws {
        guard var pin = tree.pins[name] else { return }
        let (path, known) = (path("pins/\(name)"), numbers.photos)
        let arrived = try await soon {
            let sight = try await onThread { try ModelSight(path, known: known, isThorough: false) }
            return sight.entries.contains { $0.name == "New Collection.txt" } ? sight : nil
        }
        guard let arrived else { throw ModelFailure("no collection arrives in pins/\(name)") }
        let shown = arrived.entries.compactMap { arrived.ids[$0.number] }
        let allowed = ModelTree.collections(for: pin, among: world.pages(near: pin.point))
        guard allowed.contains(shown) else {
            throw ModelFailure("pins/\(name) shows \(shown), may show one of \(allowed)")
        }
        pin.shown = shown
        pin.hasCollection = true
        for entry in arrived.entries {
            if let id = arrived.ids[entry.number] { pin.former[id] = entry.name }
        }
        tree.pins[name] = pin
        guard let collection = tree.collection(name) else { return }
        try await check(collection)
    }

    /// Photos leave a collection for good; the last one brings another collection.
    func removeFromCollection() async throws {
        guard let name = choice(tree.pins.filter { !$0.value.shown.isEmpty }.keys.sorted()) else {
            return try await makePin()
        }
        try await unlink(in: name)
        guard let pin = tree.pins[name] else { return }
        guard pin.shown.isEmpty else {
            if let collection = tree.collection(name) { try await check(collection) }
            return
        }
        tell("… which was the last")
        switch Int.random(in: 0..<6, using: &random) {
        case 0: try await crash(isHeld: true)
        case 1: try await remount(isHeld: true)
        case 2: return try await remove(pin: name)
        default: break
        }
        try await awaitCollection(of: name)
    }

    func unlink(in name: String) async throws {
        guard var pin = tree.pins[name], let id = choice(pin.shown) else { return }
        let directory = path("pins/\(name)")
        let number = numbers.photos.first { $0.value == id }?.key
        let entry = try await onThread { try ModelCalls.list(directory).first { $0.number == number } }
        guard let entry else { throw ModelFailure("pins/\(name) does not list \(id)") }
        let path = "\(directory)/\(entry.name)"
        try await expect(0, "rm pins/\(name)/\(entry.name) (\(id))") { ModelCalls.unlink(path) }
        pin.shown.removeAll { $0 == id }
        pin.removed.insert(id)
        tree.pins[name] = pin
        try await expect(ENOENT, "rm again") { ModelCalls.unlink(path) }
        try await expectAbsence(of: path)
    }

    func removeWrittenFile() async throws {
        guard let name = choice(tree.pins.keys.sorted()), let collection = tree.collection(name) else {
            return try await makePin()
        }
        let file = choice(collection.files.sorted()) ?? ""
        let path = path("pins/\(name)/\(file)")
        try await expect(0, "rm pins/\(name)/\(file)") { ModelCalls.unlink(path) }
        try await check(collection)
    }
}
