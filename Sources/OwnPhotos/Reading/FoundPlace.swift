internal import EmbeddedCredit
internal import Gazetteer
internal import PhotoTree

/// The folder of `places/` that a photo stands in. Every photo has one.
struct FoundPlace: Sendable {
    static let unknownPrefix = "own:unknown:"
    private static let unknown = "Unknown place"
    private static let elsewhere = "Elsewhere"

    private let gazetteer: Gazetteer
    private let finder: PlaceFinder

    init(_ gazetteer: Gazetteer) {
        self.gazetteer = gazetteer
        finder = PlaceFinder(gazetteer)
    }

    /// By its position, else by the city and country that the file names, else by the year.
    func place(of facts: EmbeddedFacts, year: String) -> Place {
        if let point = facts.position, let found = finder.place(at: point) { return place(found) }
        return named(facts.city, facts.country)
            ?? unknown(year)
    }

    /// The place that a folder of a handout is; nil where it is in no country that is known here.
    func place(of folder: HandoutPlace) -> Place? {
        let (city, country) = (PlainText.oneLine(folder.city), PlainText.oneLine(folder.country))
        if country == Self.unknown { return unknown(city) }
        guard gazetteer.country(named: country) != nil, !city.isEmpty else { return nil }
        if city == Self.elsewhere { return elsewhere(known(country)) }
        // The folder's name stays, also where the place has a better known one.
        if let place = named(city, country), FileName.key(place.name) == FileName.key(city) { return place }
        return named(unknown: city, known(country))
    }

    private func unknown(_ year: String) -> Place {
        Place(id: PlaceID(Self.unknownPrefix + year), name: year, country: Self.unknown, origin: .source)
    }

    private func place(_ found: PlaceFinder.Found) -> Place {
        switch found {
        case .place(var place):
            place.origin = .source
            return place
        case .region(let area, let name, let country):
            return Place(id: PlaceID("own:\(area)"), name: name, country: country, origin: .source)
        case .country(let country): return elsewhere(country)
        }
    }

    private func elsewhere(_ country: String) -> Place {
        Place(id: PlaceID("own:elsewhere:\(country)"), name: Self.elsewhere, country: country, origin: .source)
    }

    private func named(_ city: String, _ country: String) -> Place? {
        let (city, country) = (PlainText.oneLine(city), PlainText.oneLine(country))
        guard !city.isEmpty else { return country.isEmpty ? nil : elsewhere(known(country)) }
        let found =
            country.isEmpty
            ? gazetteer.places(named: city).first : gazetteer.place(named: city, in: country)
        if var found {
            // An area's photos are asked for by its outline, which a photo without a position does not lie in.
            if gazetteer.area(of: found.id) != nil { found.id = PlaceID("own:\(found.id)") }
            found.origin = .source
            if !country.isEmpty { found.country = known(country) }
            return found
        }
        guard !country.isEmpty else { return nil }
        return named(unknown: city, known(country))
    }

    private func named(unknown city: String, _ country: String) -> Place {
        Place(
            id: PlaceID("own:named:\(FileName.key(country))/\(FileName.key(city))"), name: city, country: country,
            origin: .source)
    }

    /// One country has one folder, in whatever language its name is written.
    private func known(_ country: String) -> String {
        guard let code = gazetteer.country(named: country)?.code else { return country }
        return gazetteer.name(ofCountry: code) ?? country
    }
}
