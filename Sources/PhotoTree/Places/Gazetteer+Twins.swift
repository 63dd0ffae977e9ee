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
