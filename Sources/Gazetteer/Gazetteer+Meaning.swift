public import PhotoTree

/// Who is meant by a name: a place's own name goes before the other names of others; a city of more than 200,000
/// people, or one that an area is named after, goes before the area; the area before all other places of that name.
extension Gazetteer {
    /// The spot, place or area that most people mean by `name`, anywhere in the world, in any language, case and
    /// spelling. A country, a region or its code behind a comma chooses ("Paris, Texas"); the comma may be left out.
    public func pinned(named name: String) -> Place? {
        if let place = placed(named: name) { return place }
        return name.utf8.count <= Self.longestName ? meant(byWords: name) : nil
    }

    /// The place that a name means where only a comma parts it from what chooses.
    public func placed(named name: String) -> Place? {
        guard name.utf8.count <= Self.longestName else { return nil }
        if let place = meant(by: name) { return place }
        for (bare, rest) in Self.splitAtCommas(name) {
            if let (code, country) = country(named: rest),
                let place = meant(by: bare, in: code) ?? place(named: bare, in: country)
            {
                return place
            }
            if let place = meant(by: bare, within: rest) { return place }
        }
        return address(name)
    }

    /// "泰国清迈", "東京都渋谷区": Chinese and Japanese write the larger place first, and no comma.
    private func address(_ name: String) -> Place? {
        guard (4...20).contains(name.unicodeScalars.count), name.unicodeScalars.allSatisfy(Script.isWord) else {
            return nil
        }
        for cut in name.indices.dropFirst(2).reversed() {
            let (head, tail) = (String(name[..<cut]), String(name[cut...]))
            guard tail.count > 1, meant(by: head) != nil, let place = meant(by: tail, within: head) else { continue }
            return place
        }
        return nil
    }

    static let largeCity = 200_000
    /// Of fewer people, it is not meant before a city that `places/` lists: Toledo is in Spain, not in Belize.
    static let smallArea = 1_500_000
    /// Of more people, its own name goes before a country's other names: Papua is in Indonesia.
    static let largeRegion = 500_000
    static let city = 50_000
    /// In degrees: how far beside an area's box a spot of its name may lie.
    private static let besideArea = 0.2

    /// With its accents a short name of a country is no code: "Áo" is Austria.
    private func key(of name: String) -> String {
        let written = CaselessKey.composed(name.lowercased())
        guard !written.utf8.allSatisfy({ $0 < 0x80 }) else { return SearchKey.of(name) }
        return names.records(of: written).isEmpty ? SearchKey.of(name) : written
    }

    /// What is meant by a name without a comma.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - country: The code of the country that it is in, or reaches into; nil for anywhere.
    ///   - isFolder: Whether a folder of `places/` is asked for. The country's own are there, and a listed spot is a
    ///     spot.
    /// - Returns: A place, a spot or an area.
    func meant(by name: String, in country: Substring? = nil, isFolder: Bool = false) -> Place? {
        let key = country == nil ? key(of: name) : SearchKey.of(name)
        guard let found = named(name, key: key, in: country, isFolder: isFolder) else {
            return (generic(name, in: country) ?? withArticle(name, in: country)).flatMap { place($0.row) }
        }
        return found
    }

    /// "le Québec", "le Salvador": a French article stands before countries and provinces, and not before a town that
    /// has none in its name. nil where the name alone means the same.
    private func withArticle(_ name: String, in country: Substring?) -> Area? {
        let lower = name.lowercased()
        guard let article = ["le ", "la ", "l'", "l’"].first(where: lower.hasPrefix) else { return nil }
        let bare = String(name.dropFirst(article.count))
        let known = areas(withKey: SearchKey.of(bare), country: country).filter {
            [.country, .region].contains($0.kind)
        }
        guard let area = best(known, key: SearchKey.of(bare), in: country) else { return nil }
        return meant(by: bare, in: country)?.id == area.id ? nil : area
    }

    private func named(_ name: String, key: String, in country: Substring?, isFolder: Bool) -> Place? {
        let rows = rows(named: name, country: country)
        var known = areas(withKey: key, country: country)
        if isFolder { known.removeAll { $0.country != country } }
        if country == nil, !CountryCode.mayBeMeant(name, key: key) { known.removeAll { $0.kind == .country } }
        let row = country == nil ? bestAnywhere(rows) : bestInCountry(rows)
        func settled(_ row: Row) -> Place? { isFolder ? place(row) : spot(row, orIts: known) }
        guard let area = best(known, key: key, in: country) else {
            if let row { return isLikely(row, typed: name) ? settled(row) : nil }
            return isFolder ? nil : country.flatMap { spot(named: name, near: $0) }
        }
        let areaKey = SearchKey.of(area.name)
        // Typed with its accents "Bāli" is a city in India, and "Bali" is not.
        if let row, row.isOwn, row.population > Self.largeCity, row.fit == 20 || isListed(row) {
            // Armenia is no city in Colombia, and Singapore is one.
            let isOfCountry = area.kind == .country && areaKey == key && !isSeat(row, of: area, named: areaKey)
            if !isOfCountry { return settled(row) }
        }
        let isKnown = row.map(isListed) == true && row?.isOwn == true
        let isItself = area.isChosen && areaKey == key
        if isKnown, country != nil, isFolder || !isItself, let row { return settled(row) }
        if let seat = rows.first(where: { isSeat($0, of: area, named: areaKey) }) {
            // A town's own name is before another name of the district's town: Valence is not Valencia.
            if !seat.isOwn, areaKey != key, let row, row.isOwn {
                if row.fields[1] == area.country || row.population >= Self.city || isListed(row) { return settled(row) }
            }
            return place(seat)
        }
        if area.kind == .country, areaKey != key {
            // What a country is called elsewhere is not what a small town far away is called by chance: "Tailandia".
            if isKnown, let row, !row.isSpot { return place(row) }
            return place(area.row)
        }
        // What a region is called elsewhere is not before what a city calls itself, nor before what a city of the list
        // is called elsewhere: Canton is Guangzhou.
        let isOther = !area.isChosen && areaKey != key && !Script.isAtHome(key, in: area.country)
        if isOther, let row, !row.isOwn, row.population > Self.largeCity, isListed(row) { return settled(row) }
        if isOther, let row, row.isOwn, row.population >= Self.city || isListed(row) { return settled(row) }
        let isSmall = area.population < Self.smallArea && !area.isChosen && area.kind != .country
        if isKnown, isSmall, let row { return settled(row) }
        return place(area.row)
    }

    /// A spot that lies in a park, lake or island of its name stands for it.
    private func spot(_ row: Row, orIts areas: [Area]) -> Place? {
        guard let place = place(row), row.isSpot, let point = place.coordinate else { return place(row) }
        let area = areas.first { area in
            area.isChosen && (area.box.contains(point, margin: Self.besideArea) || isIn(area, point))
        }
        return area.flatMap { self.place($0.row) } ?? place
    }

    /// The Matterhorn is Italy's, too, and Victoria Falls Zambia's.
    private func spot(named name: String, near country: Substring) -> Place? {
        let near = rows(named: name).filter { row in
            row.isOwn && (row.isSpot || isListed(row))
                && place(row)?.coordinate.map { isNear($0, country: country) } == true
        }
        return bestAnywhere(near).flatMap { place($0) }
    }

    /// "in bed" is no village in Gujarat: a small word is not what a small town is called elsewhere.
    private func isLikely(_ row: Row, typed name: String) -> Bool {
        row.isOwn || isListed(row) || row.population > Self.largeCity
            || !name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == 0x20 }
            || name.utf8.count > 8
    }

    /// Whether the area is named after the city, also where only another language's name of both was typed.
    private func isSeat(_ row: Row, of area: Area, named key: String) -> Bool {
        if row.fields[5] == area.seat { return true }
        guard row.population > Self.largeCity, row.fields[1] == area.country else { return false }
        return SearchKey.of(String(row.fields[0])) == key
    }

    func place(_ row: Row) -> Place? { place(row.fields, country: countries.name(of: row.fields[1])) }

    func isListed(_ row: Row) -> Bool { index.lists(Self.id(row.fields[5])) }

    // MARK: Places

    /// A user who types "Belem" or "Saint Louis" without accents and signs means Belém and St. Louis, not the villages
    /// with that spelling: a city outweighs the town of exactly this name. With a region the town is found.
    private func bestInCountry(_ rows: [Row]) -> Row? {
        guard let first = rows.first, !first.isSpot else { return rows.first }
        return rows.first { $0.fit == 5 && !$0.isSpot && $0.weight > first.weight } ?? first
    }

    private func bestAnywhere(_ rows: [Row]) -> Row? {
        func weight(_ row: Row) -> Int { row.weight * (isListed(row) ? 4 : 1) }
        let own = rows.filter(\.isOwn).max { weight($0) < weight($1) }
        let other = rows.filter { !$0.isOwn }.max { weight($0) < weight($1) }
        guard let own, let other else { return own ?? other }
        // What the world calls a city of note is not a small town far away: "Pekin", "Atenas".
        let isNoted = isListed(other) && other.population > Self.largeCity && other.population > 50 * own.population
        return isNoted && !own.isSpot && !isListed(own) ? other : own
    }

    // MARK: Areas

    func best(_ areas: [Area], key: String, in country: Substring? = nil) -> Area? {
        let isBritish = areas.contains { $0.kind == .country && $0.country == "GB" }
        // French "Équateur" is the country, not a province of the Congo, and "Norfolk" not the island that Poles call
        // so.
        let namesakes = areas.filter { $0.kind != .country && SearchKey.of($0.name) == key }
        func tier(_ area: Area) -> Int {
            if let country, area.country != country { return 6 }
            let isOwn = SearchKey.of(area.name) == key
            if area.kind == .country {
                let isLarge = namesakes.allSatisfy { $0.country == area.country || 2 * $0.population < area.population }
                return isOwn ? 0 : isLarge ? 2 : 4
            }
            // Only what goes before the United Kingdom under its name: England, Scotland.
            if isBritish, area.country == "GB", area.kind == .region { return 1 }
            if area.isChosen { return isOwn ? 1 : 5 }
            return isOwn && area.population > Self.largeRegion ? 3 : isOwn ? 4 : 5
        }
        let ranked = areas.map { (area: $0, tier: tier($0)) }.sorted { one, other in
            let (chosen, rival) = (one.area.isChosen ? 0 : 1, other.area.isChosen ? 0 : 1)
            return (one.tier, chosen, -one.area.population) < (other.tier, rival, -other.area.population)
        }
        guard let first = ranked.first else { return nil }
        // "Central" and "Northern" are regions of many countries, and none of them is meant.
        let rivals = ranked.filter { $0.tier == first.tier && !$0.area.isChosen }
        let isVague =
            first.tier > 1 && first.area.kind != .country && !first.area.isChosen
            && Set(rivals.map(\.area.country)).count > 2
            && rivals[1].area.population * 3 > first.area.population
        return isVague ? nil : first.area
    }

    // MARK: What stands behind a comma

    /// "Springfield, Illinois", "Victoria, Australia", "Eiffel Tower, Paris": what is called `name` and lies in, or
    /// near, what `rest` means.
    func meant(by name: String, within rest: String) -> Place? {
        if let (code, _) = country(named: rest), let found = meant(by: name, in: code) { return found }
        let rows = rows(named: name)
        let known = areas(withKey: SearchKey.of(name))
        let region = regionName(rest)
        let regions = regions(named: rest)
        let there = bestAnywhere(rows.filter { isRegion(region, of: $0) })
        if let there {
            // The canyon, not the village at its edge.
            let key = SearchKey.of(name)
            let itself = known.first { area in
                area.isChosen && SearchKey.of(area.name) == key && regions.contains { reaches(area, into: $0) }
            }
            if let itself, there.population <= Self.largeCity { return place(itself.row) }
            return spot(there, orIts: known)
        }
        for region in regions {
            let inside = rows.filter { row in place(row)?.coordinate.map { isIn(region, $0) } ?? false }
            if let row = bestAnywhere(inside) { return spot(row, orIts: known) }
            if let area = known.first(where: { $0.code != region.code && reaches($0, into: region) }) {
                return place(area.row)
            }
        }
        // New York does not lie in Times Square.
        guard let town = bestAnywhere(self.rows(named: rest).filter { !$0.isSpot }), let city = place(town)?.coordinate
        else { return nil }
        let near = rows.filter { row in
            guard row.isSpot || row.population <= town.population else { return false }
            return (place(row)?.coordinate).map { $0.metres(to: city) < Self.nearCity } ?? false
        }
        return bestAnywhere(near).flatMap { place($0) }
    }

    /// In metres: Versailles and Disneyland are "in Paris".
    private static let nearCity = 40_000.0

    /// "Eiffel Tower Paris", "Rome Colosseum", "Paris Texas": the comma left out, in either order.
    func meant(byWords name: String) -> Place? {
        let words = name.split(separator: " ").map(String.init)
        guard (2...8).contains(words.count) else { return nil }
        for cut in (1..<words.count).reversed() {
            let (head, tail) = (words[..<cut].joined(separator: " "), words[cut...].joined(separator: " "))
            if let found = meant(by: head, within: tail) ?? meant(by: tail, within: head) { return found }
        }
        return nil
    }
}
