internal import PhotoAPI
internal import PhotoTree

/// The places of one answer of the `flickr.places` methods.
struct PlaceList: Sendable {
    let places: [Place]
    /// How many places Flickr says it has.
    let total: Int?

    /// An empty list is a normal answer: getTopPlacesList has returned nothing else since about 2021.
    init(_ answer: JSONValue) throws(FlickrError) {
        guard let list = answer["places"] else { throw .notAnAnswer("a list of places without \"places\"") }
        total = list["total"]?.integer
        guard let entries = list["place"]?.elements else {
            guard list["place"] == nil, total ?? 0 == 0 else { throw .notAnAnswer("a list of places without any") }
            places = []
            return
        }
        var seen: Set<PlaceID> = []
        places = entries.compactMap(Self.place).filter { seen.insert($0.id).inserted }
    }

    /// Nil if the entry has no identifier or no name. A full name goes from the place to its country: "London, England,
    /// United Kingdom". Some answers call it `name`, and some damaged ones end it with a comma.
    private static func place(_ entry: JSONValue) -> Place? {
        let full = ForeignText.bounded(
            entry["_content"]?.word ?? entry["name"]?.word ?? "", maximumBytes: ForeignText.maximumLine)
        let parts = full.components(by: ", ")
        guard let name = entry["woe_name"]?.word ?? parts.first, let country = parts.last else { return nil }
        var keys: [String: String] = [:]
        keys["woeid"] = entry["woeid"]?.word.flatMap { $0 == "0" ? nil : $0 }
        keys["place_id"] = entry["place_id"]?.word
        guard let id = keys["woeid"].map({ "woe:\($0)" }) ?? keys["place_id"].map({ "place:\($0)" }) else { return nil }
        guard id.utf8.count <= ForeignText.maximumName else { return nil }
        return Place(
            id: PlaceID(id), name: name, region: parts.dropFirst().dropLast().joined(separator: ", "),
            country: country, coordinate: Position(entry).coordinate, sourceKeys: keys, origin: .source
        ).bounded
    }
}

extension String {
    fileprivate func components(by separator: String) -> [String] {
        replacingBytes(of: separator, with: "\n").unicodeScalars.split(separator: "\n").map { part in
            var part = part.drop(while: \.properties.isWhitespace)
            while let last = part.last, last.properties.isWhitespace || last == "," { part.removeLast() }
            return String(part)
        }
        .filter { !$0.isEmpty }
    }
}
