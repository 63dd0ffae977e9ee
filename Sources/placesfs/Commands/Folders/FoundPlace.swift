internal import Gazetteer
internal import PhotoTree

/// A place as `placesfs places` shows it.
struct FoundPlace: Codable, Sendable {
    var name: String
    var region: String?
    var country: String?
    /// Nil if it is not known.
    var population: Int?
    var latitude: Double
    var longitude: Double
    /// The distance from the point that was asked for.
    var metres: Int?
    /// The command that adds the place, or shows it. It has the whole path, so that it does so wherever it is typed.
    var command: String

    /// A place of `gazetteer`.
    init(_ place: Place, _ population: Int, _ metres: Double?, of gazetteer: Gazetteer, in target: TypedFolder) {
        name = place.name
        region = place.region.isEmpty ? nil : place.region
        let isCountry = gazetteer.area(of: place.id)?.kind == .country
        country = isCountry ? nil : place.country
        self.population = population > 0 ? population : nil
        latitude = place.coordinate?.latitude ?? 0
        longitude = place.coordinate?.longitude ?? 0
        self.metres = metres.map { Int($0.rounded()) }
        if isCountry {
            command = target.command(forCountry: place.name)
        } else if let folder = Self.folder(of: place, gazetteer) {
            command = target.command(forPlace: folder, in: place.country)
        } else {
            // An island that a town goes before in its country is meant by its name where a pin is made.
            let isMeant =
                !place.name.utf8.contains(UInt8(ascii: "/")) && gazetteer.placed(named: place.name)?.id == place.id
            command = target.command(
                forPin: isMeant ? place.name : place.coordinate.map(Self.text) ?? place.name)
        }
    }

    /// A name by which `mkdir` takes this place and no other: its own, with its region if another place goes before it;
    /// of a region that a city goes before, another of its names. Nil if there is none.
    private static func folder(of place: Place, _ gazetteer: Gazetteer) -> String? {
        let long = place.region.isEmpty ? [] : ["\(place.name), \(place.region)"]
        let names = ([place.name] + long).map { $0.replacing("/", with: "-") } + gazetteer.otherNames(of: place.id)
        return names.first { name in
            !name.utf8.contains(UInt8(ascii: "/")) && gazetteer.place(named: name, in: place.country)?.id == place.id
        }
    }

    /// A point, with a description of where it is.
    init(_ point: Coordinate, _ words: String, in target: TypedFolder) {
        name = words
        latitude = point.latitude
        longitude = point.longitude
        command = target.command(forPin: Self.text(of: point))
    }

    var text: String {
        var facts = [[region, country].compactMap { $0 }.joined(separator: ", ")].filter { !$0.isEmpty }
        if let population { facts.append("\(Self.grouped(population)) people") }
        facts.append("\(latitude),\(longitude)")
        if let metres { facts.append("\(Double(metres / 100) / 10) km away") }
        return PlainText.oneLine("\(name): \(facts.joined(separator: "; "))") + "\n    " + PlainText.oneLine(command)
    }

    /// With five decimals, which is about a metre.
    private static func text(of point: Coordinate) -> String {
        "\((point.latitude * 100_000).rounded() / 100_000),\((point.longitude * 100_000).rounded() / 100_000)"
    }

    private static func grouped(_ number: Int) -> String {
        let digits = String(number)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
