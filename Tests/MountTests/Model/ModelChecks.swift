import Glibc

/// Where what is seen differs from what must be.
struct ModelComplaint: Hashable {
    var text: String
    /// The kernel is told behind an operation's back, so this may take a moment to come right.
    var mayBeLate = false
}

extension ModelDirectory {
    func complaints(
        about sight: ModelSight, _ world: ModelWorld, _ numbers: inout ModelNumbers
    ) -> [ModelComplaint] {
        var complaints = complaintsOfEntries(sight, world, &numbers)
        let counted = sight.entries.count { hasPhotos ? sight.ids[$0.number] != nil : $0.isDirectory }
        if sight.size != Int64(counted) {
            complaints.append(late("its size is \(sight.size), its photos or folders are \(counted)"))
        }
        for entry in sight.entries { complaints += complaint(about: entry, sight).map { [late($0)] } ?? [] }
        guard hasPhotos else {
            if let mapped, let map = sight.map, Set(map.map { "\($0.target) \($0.properties.count ?? -1)" }) != mapped {
                complaints.append(late("its map has \(map.map(\.target)), must have \(mapped.sorted())"))
            }
            if let mappedPhotos, let map = sight.map, Set(map.map(\.id)) != mappedPhotos {
                complaints.append(late("its map has \(map.map(\.id)), must have \(mappedPhotos)"))
            }
            return complaints
        }
        let names = sight.entries.filter { sight.ids[$0.number] != nil }.map { ($0.name, sight.ids[$0.number]) }
        if let map = sight.map {
            let places = map.map { [$0.id, $0.target] }
            if Set(places) != Set(names.map { [$1, $0] }) {
                complaints.append(late("its map has \(places), lists \(names)"))
            }
        }
        for (name, id) in names {
            guard let sidecar = sight.sidecars[name] else { continue }
            if sidecar.id != id || sidecar.target != name {
                complaints.append(late("the sidecar of \(name) is \(sidecar)"))
            }
        }
        if let credited = sight.credited?.map(world.photo(ofPage:)), credited.sorted() != photos.sorted() {
            complaints.append(late("its credits name \(credited), must name \(photos)"))
        }
        if let count = sight.count, count != "\(photos.count)" {
            complaints.append(late("user.places.count is \(count), must be \(photos.count)"))
        }
        return complaints
    }

    /// Names, kinds, numbers and order: what OPENDIR tells is never late.
    private func complaintsOfEntries(
        _ sight: ModelSight, _ world: ModelWorld, _ numbers: inout ModelNumbers
    ) -> [ModelComplaint] {
        var complaints: [ModelComplaint] = []
        func complain(_ text: String) { complaints.append(ModelComplaint(text: "\(path): \(text)")) }
        func check(_ noted: String?) { noted.map(complain) }

        check(numbers.note(directory: identity, sight.number))
        let names = sight.entries.map(\.name)
        if Set(names).count != names.count { complain("a name stands there twice: \(names)") }

        let below = sight.entries.filter(\.isDirectory)
        if Set(below.map(\.name)) != Set(directories.keys) {
            complain("directories are \(below.map(\.name).sorted()), must be \(directories.keys.sorted())")
        }
        for entry in below {
            guard let identity = directories[entry.name] else { continue }
            check(numbers.note(directory: identity, entry.number))
        }

        let photographs = hasPhotos ? sight.entries.filter { sight.ids[$0.number] != nil } : []
        let shown = photographs.compactMap { sight.ids[$0.number] }
        if shown != photos { complain("photos are \(shown), must be \(photos)") }
        var written = files
        for (index, entry) in photographs.enumerated() {
            guard let id = sight.ids[entry.number] else { continue }
            check(numbers.note(photo: id, entry.number))
            let rank = isRanked ? (index < 9 ? "0" : "") + "\(index + 1) " : ""
            if let given = self.names {
                if given[id] != entry.name {
                    complain("photo \(id) is called \(entry.name), must be \(given[id] ?? "")")
                }
            } else if !world.names(of: id).contains(where: { rank + $0 == entry.name }) {
                complain("photo \(id) is called \(entry.name)")
            }
            written.insert(String(entry.name.dropLast(4)) + ".geojson")
        }
        let others = sight.entries.filter { !$0.isDirectory && sight.ids[$0.number] == nil }
        let isFilled = mayBeFilled && others.allSatisfy { $0.name == "No Images" && photos.isEmpty }
        if !isFilled, Set(others.map(\.name)) != written {
            let (more, fewer) = (Set(others.map(\.name)).subtracting(written), written.subtracting(others.map(\.name)))
            complain("files too many: \(more.sorted()), too few: \(fewer.sorted())")
        }
        for entry in others { check(numbers.note(file: entry.name, in: identity, entry.number)) }
        return complaints
    }

    private func complaint(about entry: ModelCalls.Dirent, _ sight: ModelSight) -> String? {
        guard let facts = sight.facts[entry.name] else { return nil }
        let isDirectory = facts.mode & UInt32(S_IFMT) == UInt32(S_IFDIR)
        let isPhoto = sight.ids[entry.number] != nil
        switch true {
        case facts.number != entry.number: return "\(entry.name) has number \(facts.number), listed as \(entry.number)"
        case isDirectory != entry.isDirectory: return "\(entry.name) is of another kind than listed"
        case !isDirectory && facts.mode & 0o777 != 0o644: return "\(entry.name) has mode \(facts.mode)"
        case isDirectory && facts.mode & 0o777 != 0o755: return "\(entry.name) has mode \(facts.mode)"
        case isPhoto && facts.links < 2: return "\(entry.name) has \(facts.links) links"
        case facts.size == 0 && entry.name != "No Images" && !isDirectory: return "\(entry.name) is empty"
        default: break
        }
        guard let id = sight.ids[entry.number] else { return nil }
        if let size = sizes[id], facts.size != size {
            return "\(entry.name) has \(facts.size) bytes, must have \(size)"
        }
        guard let links else { return nil }
        let wanted = max(2, links[id] ?? 0)
        return facts.links == wanted ? nil : "\(entry.name) (\(id)) has \(facts.links) links, must have \(wanted)"
    }

    private func late(_ text: String) -> ModelComplaint {
        ModelComplaint(text: "\(path): \(text)", mayBeLate: true)
    }
}
