public import PhotoTree

/// A place that a search found.
public struct PlaceMatch: Hashable, Sendable {
    public var place: Place
    /// 0 where it is unknown, as for a spot, a park or an island.
    public var population: Int
    /// In how many letters the name found differs from the searched one. A name that begins with the searched one
    /// differs in none.
    public var edits: Int
    /// Whether the searched name is the whole name.
    public var isWhole: Bool
    /// The key of the name that was found, which may be another name of the place.
    var key: String
}

extension Gazetteer {
    /// The places whose names, in any language, are `text` or begin with it; where none has the whole name, also those
    /// of which it may be a misspelling. What the name means stands first, then the nearest spelling, then the best
    /// known. A country, a region or its code behind a comma narrows the search.
    public func search(_ text: String, in country: String? = nil, limit: Int) -> [PlaceMatch] {
        let found = found(text, in: country, limit: limit)
        // "Alps, Austria" is no line of Austria's.
        guard found.first?.isWhole != true || found.first?.edits != 0, country == nil, limit > 0,
            let meant = placed(named: text)
        else { return found }
        let match = PlaceMatch(place: meant, population: 0, edits: 0, isWhole: true, key: SearchKey.of(text))
        return Array(([match] + found.filter { $0.place.id != meant.id }).prefix(limit))
    }

    private func found(_ text: String, in country: String?, limit: Int) -> [PlaceMatch] {
        guard text.utf8.count <= Self.longestName else { return [] }
        let code = country.flatMap { self.country(named: $0)?.code }
        if country != nil, code == nil { return [] }
        var whole = matches(SearchKey.of(text), country: code, limit: limit) { _ in true }
        // What `mkdir` takes the name for stands first: a large city before its region.
        if country == nil, limit > 0, let meant = placed(named: text), whole.first?.place.id != meant.id {
            if area(of: meant.id)?.kind == .country {
                // No table of places has it. Its name is right, so others that are spelt nearly so are not meant.
                let match = PlaceMatch(
                    place: meant, population: 0, edits: 0, isWhole: true, key: SearchKey.of(text))
                return Array(([match] + whole.filter { $0.edits == 0 }).prefix(limit))
            }
            let all = matches(SearchKey.of(text), country: code, limit: Self.mostRanked) { _ in true }
            if let match = all.first(where: { $0.place.id == meant.id }) {
                whole = Array(([match] + whole.filter { $0.place.id != meant.id }).prefix(limit))
            }
        }
        guard whole.first?.isWhole != true, let (bare, rest) = Self.splitAtLastComma(text) else {
            guard country == nil, whole.first?.edits != 0 else { return whole }
            return Array((misspelledCountries(text, beside: whole) + whole).prefix(limit))
        }
        let key = SearchKey.of(bare)
        if let named = self.country(named: rest)?.code {
            return matches(key, country: named, limit: limit) { code == nil || code == $0.fields[1] }
        }
        let region = regionName(rest)
        let narrowed = matches(key, country: code, limit: limit) { isRegion(region, of: $0) }
        return narrowed.isEmpty ? matches(key, country: code, limit: limit) { _ in true } : narrowed
    }

    /// The countries that `text` may be a misspelling of, where no name of a place is nearer to it.
    private func misspelledCountries(_ text: String, beside found: [PlaceMatch]) -> [PlaceMatch] {
        let key = SearchKey.of(text)
        let bound = min(key.unicodeScalars.count < 8 ? 1 : 2, found.first?.edits ?? 2)
        return countries(like: text).filter { $0.edits > 0 && $0.edits <= bound }.compactMap { country in
            placed(named: country.name).map {
                PlaceMatch(place: $0, population: 0, edits: country.edits, isWhole: true, key: country.key)
            }
        }
    }

    /// The places nearest to `point`, with their distances in metres.
    public func nearby(_ point: Coordinate, limit: Int) -> [(place: Place, population: Int, metres: Double)] {
        var found: [(place: Place, population: Int, metres: Double)] = []
        var known: Set<PlaceID> = []
        for fields in full.records(near: point, limit: limit * 2) {
            guard found.count < limit, let place = place(fields, country: countries.name(of: fields[1])),
                let coordinate = place.coordinate, known.insert(place.id).inserted
            else { continue }
            found.append((place, Row(fields: fields, fit: 1).population, coordinate.metres(to: point)))
        }
        return found
    }

    /// The countries with the most similar names, most similar first. `key` is that of the name that is similar, which
    /// may be another name of the country.
    func countries(like text: String) -> [(name: String, edits: Int, key: String)] {
        guard text.utf8.count <= Self.longestName else { return [] }
        let key = Array(SearchKey.of(text).unicodeScalars)
        let bound = EditDistance.bound(for: key.count)
        var found = countries.shown.compactMap { _, name -> (name: String, edits: Int, key: String)? in
            let ownKey = SearchKey.of(name)
            let other = Array(ownKey.unicodeScalars)
            if key.count > 2, other.starts(with: key) { return (name, 0, ownKey) }
            return EditDistance.of(key, other, atMost: bound).map { (name, $0, ownKey) }
        }
        for variant in EditDistance.neighbours(of: key) {
            for record in names.records(of: variant) where record >= GazetteerNames.firstCountry {
                let code = countries.code(at: record - GazetteerNames.firstCountry)
                if let name = code.flatMap(countries.name), !found.contains(where: { $0.name == name }) {
                    found.append((name, 1, variant))
                }
            }
        }
        return found.sorted { ($0.edits, $0.name) < ($1.edits, $1.name) }
    }

    private struct Found {
        var edits: Int
        var isWhole: Bool
        var key: String

        /// The more similar spelling first.
        static func < (one: Found, other: Found) -> Bool {
            (one.edits, one.isWhole ? 0 : 1) < (other.edits, other.isWhole ? 0 : 1)
        }

        /// Of two names of one place that are as similar, the shorter one, so that each run tells the same.
        func goes(before other: Found) -> Bool {
            if self < other { return true }
            return !(other < self) && (key.utf8.count, key) < (other.key.utf8.count, other.key)
        }
    }

    private func matches(
        _ key: String, country: Substring?, limit: Int, where isWanted: (Row) -> Bool
    ) -> [PlaceMatch] {
        guard !key.isEmpty, limit > 0 else { return [] }
        var found: [Int: Found] = [:]
        func add(_ records: [Int], _ fit: Found) {
            for record in records where record < GazetteerNames.firstCountry {
                if let known = found[record], !fit.goes(before: known) { continue }
                found[record] = fit
            }
        }
        let bytes = Array(key.utf8)
        names.each(from: bytes) { name, records in
            guard name.starts(with: bytes), found.count < Self.mostCandidates else { return false }
            let key = String(decoding: name, as: UTF8.self)
            add(records, Found(edits: 0, isWhole: name.count == bytes.count, key: key))
            return true
        }
        var matches = ranked(found, by: key, country: country, where: isWanted)
        // Where the name is right, others that are spelt nearly so are not meant.
        guard matches.count < limit, matches.first?.isWhole != true else { return Array(matches.prefix(limit)) }
        let misspelled = misspellings(of: key)
        for (records, edits, key) in misspelled {
            add(records, Found(edits: edits, isWhole: true, key: key))
        }
        matches = ranked(found, by: key, country: country, where: isWanted)
        return Array(matches.prefix(limit))
    }

    /// A few letters are the beginning of thousands of names.
    private static let mostCandidates = 4000

    /// The records of names of which `key` may be a misspelling, and in how many letters they differ.
    private func misspellings(of key: String) -> [(records: [Int], edits: Int, key: String)] {
        let letters = Array(key.unicodeScalars)
        let bound = EditDistance.bound(for: letters.count)
        // One of three Chinese characters is another place.
        guard bound > 0, letters.count > 3 || !letters.contains(where: Script.isWord) else { return [] }
        var found: [(records: [Int], edits: Int, key: String)] = []
        for variant in EditDistance.neighbours(of: letters) {
            let records = names.records(of: variant)
            if !records.isEmpty { found.append((records, 1, variant)) }
        }
        guard bound > 1 else { return found }
        // Two wrong letters are rarely among the first three.
        let start = Array(String(String.UnicodeScalarView(letters.prefix(3))).utf8)
        names.each(from: start) { name, records in
            guard name.starts(with: start) else { return false }
            let key = String(decoding: name, as: UTF8.self)
            let edits = EditDistance.of(letters, Array(key.unicodeScalars), atMost: bound)
            if let edits { found.append((records, edits, key)) }
            return true
        }
        return found
    }

    private func ranked(
        _ found: [Int: Found], by key: String, country: Substring?, where isWanted: (Row) -> Bool
    ) -> [PlaceMatch] {
        var matches: [(fit: Found, row: Row, weight: Int)] = []
        for (record, fit) in found {
            guard let fields = fields(of: record), fields.count >= 6 else { continue }
            var row = Row(fields: fields, fit: 1)
            guard country == nil || fields[1] == country, isWanted(row) else { continue }
            if SearchKey.of(String(fields[0])).hasPrefix(key) { row.fit = 5 }
            // A user who types a beginning more often means a city than one of the many sights named after it.
            matches.append((fit, row, !fit.isWhole && row.isSpot ? row.weight / 16 : row.weight))
        }
        matches.sort { one, other in
            if one.fit < other.fit || other.fit < one.fit { return one.fit < other.fit }
            return (one.weight, other.row.fields[5]) > (other.weight, one.row.fields[5])
        }
        return matches.prefix(Self.mostRanked).compactMap { fit, row, _ in
            place(row.fields, country: countries.name(of: row.fields[1])).map {
                PlaceMatch(
                    place: $0, population: people(row), edits: fit.edits, isWhole: fit.isWhole, key: fit.key)
            }
        }
    }

    /// What an area that was chosen by hand has for its fame is no number of people.
    private func people(_ row: Row) -> Int {
        area(of: Self.id(row.fields[5]))?.isChosen == true ? 0 : row.population
    }

    private func fields(of record: Int) -> [Substring]? {
        guard record >= GazetteerNames.firstArea else { return full.record(at: record) }
        return areas.record(at: record - GazetteerNames.firstArea).flatMap(Area.init)?.fields
    }

    /// More than anybody reads.
    private static let mostRanked = 1000
}
