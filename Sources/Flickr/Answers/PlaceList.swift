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

/// One page of a photo list of which only owners and positions are wanted.
struct SentPhotoList: Sendable {
    /// Those that have a position; in a list that was not searched by position this is one in five.
    let photos: [SentPhoto]
    /// Whether more pages follow.
    let isLast: Bool

    init(_ answer: JSONValue, page: Int, perPage: Int) throws(FlickrError) {
        guard let list = answer["photos"] else { throw .notAnAnswer("a list of photos without \"photos\"") }
        let entries = list["photo"]?.elements ?? []
        photos = entries.compactMap { entry in
            guard entry["media"]?.text != "video", entry["ispublic"]?.flag != false,
                let owner = entry["owner"]?.word, let point = Position(entry).coordinate
            else { return nil }
            return SentPhoto(person: owner, coordinate: point)
        }
        // Flickr counts before it filters, so a short page need not be the last one.
        isLast = entries.isEmpty || list["pages"]?.integer.map { page >= $0 } ?? (entries.count < perPage)
    }
}
