/// The names of the places in a country's directory.
public enum PlaceNames {
    /// A directory name for each of `places` (of one country), unique in NFC without case: the place's name; where two
    /// places share it, with the region behind a comma; where they still share that, with the identifier. An added
    /// place keeps the name it was made by; only places that would get this very name get another one. The result does
    /// not depend on the order of `places`.
    public static func assign(_ places: [Place]) -> [PlaceID: String] {
        var byID: [PlaceID: Place] = [:]
        for place in places where byID[place.id] == nil {
            byID[place.id] = place
        }
        let distinct = byID.values.sorted { $0.id < $1.id }
        var names: [PlaceID: String] = [:]
        var used: Set<String> = []
        for place in distinct where place.origin == .added {
            let name = FileName.directory(place.name)
            if used.insert(FileName.key(name)).inserted {
                names[place.id] = name
            }
        }
        let unnamed = distinct.filter { names[$0.id] == nil }.map { Candidate($0, FileName.directory($0.name)) }
        let plain = shares(unnamed)
        var left: [Place] = []
        for candidate in unnamed {
            if plain[candidate.key] == 1, used.insert(candidate.key).inserted {
                names[candidate.place.id] = candidate.name
            } else {
                left.append(candidate.place)
            }
        }
        guard !left.isEmpty else { return names }
        let full = shares(unnamed.map { Candidate($0.place, withRegion($0.place)) })
        for place in left {
            let candidate = Candidate(place, withRegion(place))
            if full[candidate.key] == 1, used.insert(candidate.key).inserted {
                names[place.id] = candidate.name
            } else {
                names[place.id] = withIdentifier(place, used: &used)
            }
        }
        return names
    }

    private struct Candidate {
        let place: Place
        let name: String
        let key: String

        init(_ place: Place, _ name: String) {
            (self.place, self.name, key) = (place, name, FileName.key(name))
        }
    }

    /// How many candidates share each key.
    private static func shares(_ candidates: [Candidate]) -> [String: Int] {
        candidates.reduce(into: [:]) { $0[$1.key, default: 0] += 1 }
    }

    private static func withRegion(_ place: Place) -> String {
        place.region.isEmpty ? FileName.directory(place.name) : FileName.directory("\(place.name), \(place.region)")
    }

    private static func withIdentifier(_ place: Place, used: inout Set<String>) -> String {
        // The number of "geoname:2988507" is enough.
        let bare = place.id.rawValue.split(separator: ":").last.map(String.init) ?? place.id.rawValue
        let id = FileName.identifier(bare)
        var attempt = 1
        while true {
            let suffix = attempt == 1 ? " (\(id))" : " (\(id), \(attempt))"
            let room = FileName.maximumStemBytes - suffix.utf8.count
            let name = TextCut.trimmed(TextCut.characters(withRegion(place), maximumBytes: room)) + suffix
            if used.insert(FileName.key(name)).inserted { return name }
            attempt += 1
        }
    }
}
