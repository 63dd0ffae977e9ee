import Glibc

// What the model test does under search/: all that was taken around a point, the newest first.
extension ModelRun {
    private static let noSearches = ["newest", "near 10,10, cc, cc", "near 10,10,,", "2020-2010, x"]

    private func anySearch() -> (name: String, point: ModelPoint) {
        let point = anyPoint()
        let spelled = point.spelled(Int.random(in: 0..<2, using: &random))
        let order = chance(1, in: 2) ? "near \(spelled), newest, 100 photos" : "100 photos, newest, near \(spelled)"
        return (order, point)
    }

    func makeSearch() async throws {
        guard chance(7, in: 8) else {
            let name = choice(Self.noSearches) ?? ""
            let path = path("search/\(name)")
            return try await expect(EINVAL, "mkdir search/\(name)") { ModelCalls.mkdir(path) }
        }
        let (name, point) = anySearch()
        let path = path("search/\(name)")
        let isTaken = tree.searches.values.contains { $0.point.identity == point.identity }
        try await expect(isTaken ? EEXIST : 0, "mkdir search/\(name)") { ModelCalls.mkdir(path) }
        guard !isTaken else { return }
        tree.searches[name] = ModelTree.Search(point: point, serial: tree.newSerial())
        try await awaitResults(of: name)
    }

    func renameSearch() async throws {
        guard let name = choice(tree.searches.keys.sorted()), let search = tree.searches[name] else {
            return try await makeSearch()
        }
        let (other, point) = anySearch()
        let isTaken = tree.searches.contains { $0.key != name && $0.value.point.identity == point.identity }
        // Another spelling of what it looks for already.
        guard other != name, search.point.identity != point.identity else { return }
        let (old, new) = (path("search/\(name)"), path("search/\(other)"))
        // The kernel meets a full directory there itself; only a name that is listed can be one.
        try await expect(isTaken ? EEXIST : 0, "mv search/\(name) search/\(other)") { ModelCalls.rename(old, to: new) }
        guard !isTaken else { return }
        tree.searches[name] = nil
        tree.searches[other] = ModelTree.Search(point: point, serial: search.serial)
        try await expectAbsence(of: old)
        try await awaitResults(of: other)
    }

    func removeSearch() async throws {
        guard let name = choice(tree.searches.keys.sorted()) else { return try await makeSearch() }
        try await remove(search: name)
    }

    func remove(search name: String) async throws {
        let path = path("search/\(name)")
        if chance(1, in: 2) {
            try await expect(0, "rmdir search/\(name)") { ModelCalls.rmdir(path) }
        } else {
            try await expect(0, "rm -r search/\(name)") { ModelCalls.run(["rm", "-r", path]) }
        }
        tree.searches[name] = nil
        try await expectAbsence(of: path)
    }

    func removeFromSearch() async throws {
        guard let name = choice(tree.searches.filter { !$0.value.shown.isEmpty }.keys.sorted()),
            var search = tree.searches[name], let id = choice(search.shown)
        else { return try await makeSearch() }
        let folder = path("search/\(name)")
        let number = numbers.photos.first { $0.value == id }?.key
        let entry = try await onThread { try ModelCalls.list(folder).first { $0.number == number } }
        // Where lists are refreshed it may have left.
        guard let entry else {
            if isFleeting { return }
            throw ModelFailure("\(folder) does not list \(id)")
        }
        let path = "\(folder)/\(entry.name)"
        try await expect(0, "rm search/\(name)/\(entry.name) (\(id))") { ModelCalls.unlink(path) }
        search.shown.removeAll { $0 == id }
        search.removed.insert(id)
        tree.searches[name] = search
        try await expectAbsence(of: path)
    }

    /// What the source has there now.
    func show(search name: String) {
        guard let search = tree.searches[name] else { return }
        tree.searches[name]?.shown = world.found(near: search.point).filter { !search.removed.contains($0) }
    }

    private func awaitResults(of name: String) async throws {
        let path = path("search/\(name)")
        let isHere = try await soon { () -> Bool? in
            let state = try await onThread { (try? ModelCalls.attribute("user.places.state", of: path)) ?? "" }
            return state == "fresh" || state == "stale" ? true : nil
        }
        guard isHere == true else { throw ModelFailure("nothing arrives in search/\(name)") }
        show(search: name)
        if let directory = tree.search(name) { try await check(directory) }
    }
}
