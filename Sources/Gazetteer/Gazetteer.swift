public import PhotoTree

/// The built-in list of places: `places/` shows it where the source has no list of its own, and names given to `mkdir`
/// are looked up in it. scripts/make-gazetteer makes it from GeoNames.
public struct Gazetteer: Sendable {
    /// Cities and famous photo spots of all countries, by country and name.
    public let listed: [Place]
    /// The listed places as `places/` shows them when none was added.
    public let index: PlaceIndex
    /// Places of more than 5,000 people and all listed places, sorted by name and, for the same name, by population.
    let full: GazetteerTable
    let countries: GazetteerCountries
    /// Every name of every place and country, in all languages.
    let names: GazetteerNames
    private let regions: GazetteerTable
    let areas: GazetteerTable
    let outlines: AreaOutlines
    /// The other names of listed places in their usual spelling, by number.
    let writtenNames: GazetteerTable

    /// The gazetteer that is installed with the program.
    public static func bundled() throws(GazetteerError) -> Gazetteer {
        try Gazetteer(directory: ResourceDirectory.path(of: "Gazetteer"))
    }

    /// The gazetteer from the tables in `directory`.
    public init(directory: String) throws(GazetteerError) {
        func table(_ kind: String) throws(GazetteerError) -> GazetteerTable {
            try GazetteerTable(kind: kind, at: "\(directory)/gazetteer-\(kind).tsv")
        }
        full = try table("full")
        names = try GazetteerNames(at: "\(directory)/gazetteer-names.bin")
        regions = try table("regions")
        areas = try table("areas")
        outlines = try AreaOutlines(at: "\(directory)/gazetteer-outlines.bin")
        writtenNames = try table("listed-names")
        countries = GazetteerCountries(try table("countries"))
        let lines = try table("listed").records()
        let countries = countries
        // The listed table contains the regions' names, so that nothing is looked up at the start.
        listed = lines.compactMap { fields in
            guard fields.count > 2 else { return nil }
            return Self.place(fields, country: countries.name(of: fields[1])) { String(fields[2]) }
        }
        guard listed.count == lines.count, !listed.isEmpty else {
            throw .damaged("\(directory)/gazetteer-listed.tsv")
        }
        index = PlaceIndex(listed: listed)
    }

    /// The place or area that `name` means in `country`, both in any language, case and spelling (Gazetteer+Meaning). A
    /// region or its code behind a comma chooses ("Springfield, Illinois").
    public func place(named name: String, in country: String) -> Place? {
        guard name.utf8.count <= Self.longestName else { return nil }
        guard let (code, countryName) = self.country(named: country) else { return nil }
        func named(_ place: Place?) -> Place? {
            place.map { place in
                var place = place
                place.country = countryName
                return place
            }
        }
        if let place = meant(by: name, in: code, isFolder: true) { return named(place) }
        for (bare, rest) in Self.splitAtCommas(name) {
            let region = regionName(rest)
            if let row = rows(named: bare, country: code).first(where: { isRegion(region, of: $0) }) {
                return place(row.fields, country: countryName)
            }
            // "Springfield, Missouri, USA"
            if self.country(named: rest)?.code == code { return place(named: bare, in: country) }
            if let place = meant(by: bare, within: rest), self.country(named: place.country)?.code == code {
                return named(place)
            }
        }
        return nil
    }

    /// The other names of a listed place, in all languages; none of another place.
    public func otherNames(of id: PlaceID) -> [String] {
        let number = Self.number(of: id)
        guard let fields = writtenNames.records(withKey: number, by: { $0 }).first, fields.count == 2 else { return [] }
        return fields[1].utf8.split(separator: UInt8(ascii: "|")).map { String(Substring($0)) }
    }

    /// All places of exactly this name (apart from case and composition), of every country, the most populous first.
    public func places(named name: String) -> [Place] {
        records(named: name).compactMap { place($0, country: countries.name(of: $0[1])) }
    }

    /// The code of the country that `name` means, in any language, case and spelling, and its name: the name asked for
    /// where that is one of its current English names, else the name shown.
    public func country(named name: String) -> (code: Substring, name: String)? {
        guard name.utf8.count <= Self.longestName else { return nil }
        if let known = countries.find(name) { return known }
        // "Áo" is no code, and Austria in Vietnamese.
        let written = name.lowercased()
        if !written.utf8.allSatisfy({ $0 < 0x80 }), let found = country(withKey: CaselessKey.composed(written)) {
            return found
        }
        return country(withKey: SearchKey.of(name))
    }

    private func country(withKey key: String) -> (code: Substring, name: String)? {
        for record in names.records(of: key) where record >= GazetteerNames.firstCountry {
            let code = countries.code(at: record - GazetteerNames.firstCountry)
            if let code, let shown = countries.name(of: code) { return (code, shown) }
        }
        return nil
    }

    /// A line of the full table, and how well it fits.
    struct Row {
        var fields: [Substring]
        /// How well its name fits: 20 where it is exactly the name, 5 where it differs in accents and signs, 1 where it
        /// is another of its names.
        var fit: Int

        var isSpot: Bool { Int(fields[5]) == nil }
        var population: Int { fields.count > 6 ? Int(fields[6]) ?? 0 : 0 }
        /// Whether it is its own name, with or without accents. The names of a spot were chosen by hand.
        var isOwn: Bool { fit >= 5 || isSpot }
        /// Ranks what most people mean first; a spot counts as a large city.
        var weight: Int { fit * (isSpot ? 2_000_000 : population) }
    }

    /// The lines that `name` means: those of exactly this name by population, then the others by weight.
    func rows(named name: String, country: Substring? = nil) -> [Row] {
        var rows = records(named: name).map { Row(fields: $0, fit: 20) }
        var known = Set(rows.map { $0.fields[5] })
        let key = SearchKey.of(name)
        var others: [Row] = []
        for record in names.records(of: key) where record < GazetteerNames.firstArea {
            guard let fields = full.record(at: record), fields.count >= 6, known.insert(fields[5]).inserted else {
                continue
            }
            // What a place is called in its country's own letters is its own name, too.
            let isOwn = SearchKey.of(String(fields[0])) == key || Script.isAtHome(key, in: fields[1])
            others.append(Row(fields: fields, fit: isOwn ? 5 : 1))
        }
        rows += others.sorted { $0.weight > $1.weight }
        return country.map { code in rows.filter { $0.fields[1] == code } } ?? rows
    }

    /// What a region is called, as it was typed, with what is known of it for every line that it is compared with.
    struct RegionName {
        fileprivate let key: String
        /// Countries and codes of the regions of this name.
        fileprivate let codes: Set<String>
    }

    func regionName(_ text: String) -> RegionName {
        let text = RegionAbbreviation.spelledOut(text)
        let key = SearchKey.of(text)
        let regions = regions(named: text).filter { $0.kind == .region && !$0.region.isEmpty }
        return RegionName(key: key, codes: Set(regions.map { "\($0.country).\($0.region)" }))
    }

    /// Whether it is the region of a line, or its code.
    func isRegion(_ name: RegionName, of row: Row) -> Bool {
        guard !name.key.isEmpty, !row.fields[2].isEmpty else { return false }
        return name.codes.contains("\(row.fields[1]).\(row.fields[2])")
            // Nobody types a code that is a number.
            || !name.key.utf8.allSatisfy({ (0x30...0x39).contains($0) })
                && SearchKey.of(String(row.fields[2])) == name.key
            || SearchKey.of(region(of: row.fields)) == name.key
    }

    /// The full table's lines of that name, without damaged ones.
    private func records(named name: String) -> [[Substring]] {
        full.records(withKey: FileName.key(name), by: FileName.key).filter { $0.count >= 6 }
    }

    func place(_ fields: [Substring], country: String?) -> Place? {
        Self.place(fields, country: country) { region(of: fields) }
    }

    private func region(of fields: [Substring]) -> String {
        guard !fields[2].isEmpty else { return "" }
        let code = "\(fields[1]).\(fields[2])"
        return regions.records(withKey: code, by: { $0 }).first?.last.map { String($0) } ?? ""
    }

    /// The fields are: name, country code, region, latitude and longitude in ten-thousandths of a degree, GeoNames'
    /// number or a spot's own name; in the full table also the population.
    private static func place(_ fields: [Substring], country: String?, region: () -> String) -> Place? {
        guard fields.count >= 6, let country, let latitude = Int(fields[3]), let longitude = Int(fields[4]),
            let coordinate = Coordinate(latitude: Double(latitude) / 10000, longitude: Double(longitude) / 10000)
        else { return nil }
        return Place(
            id: id(fields[5]), name: String(fields[0]), region: fields[5].hasPrefix(Area.prefix) ? "" : region(),
            country: country,
            coordinate: coordinate, origin: .gazetteer)
    }

    /// The longest name that is looked up, in bytes: no file has a longer one (NAME_MAX).
    static let longestName = 255

    static func id(_ number: Substring) -> PlaceID {
        number.hasPrefix(Area.prefix)
            ? PlaceID(String(number)) : PlaceID("\(Int(number) == nil ? "spot" : "geoname"):\(number)")
    }

    /// What `id(_:)` made the identity of.
    private static func number(of id: PlaceID) -> String {
        let text = id.rawValue
        guard !text.hasPrefix(Area.prefix), let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return text }
        return String(text[text.utf8.index(after: colon)...])
    }

    static func splitAtLastComma(_ name: String) -> (String, String)? {
        splitAtCommas(name).first
    }

    /// The texts before and after each of the last commas, the last comma first, because regions have names with
    /// commas, too ("Southern Nations, Nationalities, and People's Region").
    static func splitAtCommas(_ name: String) -> [(bare: String, rest: String)] {
        let commas = name.indices.filter { name[$0] == "," || name[$0] == "，" }
        return commas.suffix(4).reversed().compactMap { comma in
            let rest = TextCut.trimmed(name[name.index(after: comma)...])
            let bare = TextCut.trimmed(name[..<comma])
            return rest.isEmpty || bare.isEmpty ? nil : (bare, rest)
        }
    }
}
