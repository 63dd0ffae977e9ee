internal import EmbeddedCredit
internal import PhotoAPI
internal import PhotoTree

/// What Google Takeout writes beside a photo: a text in JSON. Untrusted.
struct Takeout: Sendable {
    private(set) var title = ""
    private(set) var description = ""
    private(set) var position: Coordinate?
    /// The moment when it was taken.
    private(set) var taken: Timestamp?

    /// Nil for any other JSON.
    init?(_ text: [UInt8]) {
        guard let value = try? JSONParser.value(in: text), case .object = value,
            value["photoTakenTime"] != nil || value["geoData"] != nil || value["geoDataExif"] != nil
        else { return nil }
        title = value["title"]?.word ?? ""
        description = value["description"]?.word ?? ""
        taken = value["photoTakenTime"]?["timestamp"]?.integer.map { Timestamp(Int64($0)) }
        position =
            ["geoData", "geoDataExif"].lazy.compactMap { name -> Coordinate? in
                guard let latitude = value[name]?["latitude"]?.real, let longitude = value[name]?["longitude"]?.real,
                    // What it writes where it knows none.
                    latitude != 0 || longitude != 0
                else { return nil }
                return Coordinate(latitude: latitude, longitude: longitude)
            }.first
    }

    /// The names that the file beside a photo may have, of those there are; Google cuts them at 46 or 51 characters,
    /// and moves the number of a second photo of one name behind the ending.
    static func names(beside photo: String, candidates names: some Sequence<String>) -> [String] {
        let wanted = stems(photo)
        return names.filter { name in
            guard name.lowercased().hasSuffix(".json") else { return false }
            let stem = String(name.dropLast(5))
            return wanted.contains { stem.hasBytes(of: $0) || isSupplement(stem, of: $0) }
        }
    }

    private static let supplement = ".supplemental-metadata"
    /// In characters.
    private static let longest = 46

    private static func stems(_ photo: String) -> [String] {
        var stems = [photo]
        let ending = PhotoEnding.of(photo) ?? ""
        let bare = photo.droppingLastBytes(ending.utf8.count)
        if let edited = ["-edited", "-bearbeitet", "-modifié", "-editado"].first(where: { bare.endsWithBytes(of: $0) })
        {
            stems += Self.stems(bare.droppingLastBytes(edited.utf8.count) + ending)
        }
        // "IMG(1).jpg" has "IMG.jpg(1).json".
        if bare.last == ")", let open = bare.lastIndex(of: "("),
            bare[open...].dropFirst().dropLast().allSatisfy(\.isNumber)
        {
            stems.append(bare[..<open] + ending + bare[open...])
        }
        return stems + stems.filter { $0.count > longest }.map { String($0.prefix(longest)) }
    }

    /// "IMG.jpg.supplemental-metadata", of which any part may be cut off; with the number of a second photo behind it.
    private static func isSupplement(_ stem: String, of photo: String) -> Bool {
        var (stem, photo) = (stem[...], photo[...])
        if stem.last == ")", let open = stem.lastIndex(of: "("), photo.hasSuffix(stem[open...]) {
            photo = photo.dropLast(stem.distance(from: open, to: stem.endIndex))
            stem = stem[..<open]
        }
        guard stem.hasPrefix(photo), stem.count > photo.count else { return false }
        return supplement.hasPrefix(stem.dropFirst(photo.count))
    }
}
