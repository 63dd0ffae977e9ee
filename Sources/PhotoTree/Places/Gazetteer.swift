/// The built-in list of places: what `places/` shows where the source has no list of its own, and what a name given to
/// `mkdir` is looked up in. Made from GeoNames by scripts/make-gazetteer.
public struct Gazetteer: Sendable {
    /// Cities and famous photo spots of all countries, by country and name.
    public let listed: [Place]
    /// Places of more than 5,000 people and all that are listed, sorted by name and, of one name, population.
    let full: GazetteerTable
    let countries: GazetteerCountries
    private let regions: GazetteerTable

    /// The gazetteer that lies with the program.
    public static func bundled() throws(GazetteerError) -> Gazetteer {
        try Gazetteer(directory: ResourceDirectory.path())
    }

    /// The gazetteer whose four tables lie in `directory`.
    public init(directory: String) throws(GazetteerError) {
        func table(_ kind: String) throws(GazetteerError) -> GazetteerTable {
            try GazetteerTable(kind: kind, at: "\(directory)/gazetteer-\(kind).tsv")
        }
        full = try table("full")
        regions = try table("regions")
        countries = GazetteerCountries(try table("countries"))
        let lines = try table("listed").records()
        let countries = countries
        // The listed table spells its regions out, so that starting looks nothing up.
        listed = lines.compactMap { fields in
            Self.place(fields, country: countries.name(of: fields[1])) { String(fields[2]) }
        }
        guard listed.count == lines.count, !listed.isEmpty else {
            throw .damaged("\(directory)/gazetteer-listed.tsv")
        }
    }

    /// The most populous place of exactly this name (but for case and composition) in `country`; "Springfield, Illinois"
    /// finds the one of that region.
    public func place(named name: String, in country: String) -> Place? {
        guard let (code, countryName) = countries.find(country) else { return nil }
        if let fields = records(named: name, country: code).first { return place(fields, country: countryName) }
        guard let (bare, region) = Self.splitAtLastComma(name) else { return nil }
        let key = FileName.key(region)
        return records(named: bare, country: code).lazy.compactMap { place($0, country: countryName) }
            .first { FileName.key($0.region) == key }
    }

    /// All places of this name, of every country, the most populous first.
    public func places(named name: String) -> [Place] {
        records(named: name, country: nil).compactMap { place($0, country: countries.name(of: $0[1])) }
    }

    /// The spelling of a country's name, if it is one ("france" is "France"). A country with two current names has both.
    public func knows(country: String) -> String? {
        countries.find(country)?.name
    }

    /// The full table's lines of that name; damaged lines are no places.
    func records(named name: String, country: Substring?) -> [[Substring]] {
        full.records(withKey: FileName.key(name), by: FileName.key)
            .filter { $0.count == 6 && (country == nil || $0[1] == country) }
    }

    func place(_ fields: [Substring], country: String?) -> Place? {
        Self.place(fields, country: country) {
            guard !fields[2].isEmpty else { return "" }
            let code = "\(fields[1]).\(fields[2])"
            return regions.records(withKey: code, by: { $0 }).first?.last.map { String($0) } ?? ""
        }
    }

    /// Fields: name, country's code, region, latitude and longitude in ten-thousandths of a degree, GeoNames' number or a
    /// spot's own name.
    private static func place(_ fields: [Substring], country: String?, region: () -> String) -> Place? {
        guard fields.count == 6, let country, let latitude = Int(fields[3]), let longitude = Int(fields[4]),
            let coordinate = Coordinate(latitude: Double(latitude) / 10000, longitude: Double(longitude) / 10000)
        else { return nil }
        let kind = Int(fields[5]) == nil ? "spot" : "geoname"
        return Place(
            id: PlaceID("\(kind):\(fields[5])"), name: String(fields[0]), region: region(), country: country,
            coordinate: coordinate, origin: .gazetteer)
    }

    static func splitAtLastComma(_ name: String) -> (String, String)? {
        guard let comma = name.lastIndex(of: ",") else { return nil }
        let region = TextCut.trimmed(name[name.index(after: comma)...])
        return region.isEmpty ? nil : (TextCut.trimmed(name[..<comma]), region)
    }
}
