public import PhotoTree

extension PlaceIndex {
    /// An added place that the source also lists is shown once, as added. It is recognized by its identifier, by its
    /// name at the same spot or by another of its names.
    public init(places: [Place], addedCountries: [String], gazetteer: Gazetteer) {
        let added = Dictionary(
            addedCountries.compactMap { name in gazetteer.country(named: name).map { ($0.code, name) } },
            uniquingKeysWith: { first, _ in first })
        var names: [String: String] = [:]
        // One country is one folder, called as it was made, whatever the source calls it.
        let placed =
            added.isEmpty
            ? places
            : places.map { place in
                let name =
                    names[place.country] ?? gazetteer.country(named: place.country).flatMap { added[$0.code] }
                    ?? place.country
                names[place.country] = name
                guard name != place.country else { return place }
                var moved = place
                moved.country = name
                return moved
            }
        self.init(placed, addedCountries) { gazetteer.knows($0, as: $1) }
    }
}

extension PlaceIndex.Country {
    /// The listed place that is `place` of the gazetteer: by its identifier, by its name at the same spot, or by
    /// another of its names.
    public func twin(of place: Place, in gazetteer: Gazetteer) -> PlaceIndex.Entry? {
        places.first { $0.place.id == place.id || PlaceIndex.areTwins($0.place, place) }
            ?? places.first { gazetteer.knows($0.place, as: place) }
    }
}

extension Gazetteer {
    /// Whether a place that a source lists is `place` of this gazetteer, perhaps under another of its names. They are
    /// the same if they are near each other and the listed name fits no other place near them as well: neighbours may
    /// share a name.
    func knows(_ listed: Place, as place: Place) -> Bool {
        guard listed.origin == .source, let here = listed.coordinate, let there = place.coordinate,
            here.metres(to: there) <= PlaceIndex.reach, let code = country(named: listed.country)?.code
        else { return false }
        let near = rows(named: listed.name, country: code).compactMap { row -> (id: PlaceID, fit: Int)? in
            guard let meant = self.place(row.fields, country: listed.country), let spot = meant.coordinate,
                spot.metres(to: here) <= PlaceIndex.reach
            else { return nil }
            return (meant.id, row.fit)
        }
        let best = near.map(\.fit).max()
        return Set(near.filter { $0.fit == best }.map(\.id)) == [place.id]
    }
}
