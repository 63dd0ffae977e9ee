public import PhotoTree

extension Gazetteer {
    /// How far from a point photos may have been taken, in metres; and from the middle of a town.
    private static let pointRadius = 5_000
    private static let townRadius = 10_000

    /// The place that a part of a query names, as far as it is a point, or known here.
    ///
    /// - Parameters:
    ///   - name: What the name means.
    ///   - typed: The same as it was typed.
    ///   - radius: In metres, where one was typed.
    /// - Returns: Where it is, and what it is in words; nil where only a source could know it.
    public func searchPlace(_ name: PinName, typed: String, radius: Int?) -> (place: SearchPlace, words: String)? {
        switch name {
        case .point(let point, _):
            return (.circle(point, radiusInMetres: radius ?? Self.pointRadius), typed)
        case .nearby(let code, let reference):
            guard let near = pinned(named: reference)?.coordinate, let point = code.point(near: near) else {
                return nil
            }
            return (.circle(point, radiusInMetres: radius ?? Self.pointRadius), typed)
        case .word(let word):
            guard let place = pinned(named: word) else { return nil }
            if let area = photoArea(of: place.id) {
                let isShared = self.area(of: place.id)?.isShared == true
                // There is more than one Georgia, but the Alps are no one country's.
                let country = place.country == area.name || isShared ? "" : place.country
                return (.area(area), [area.name, country].filter { !$0.isEmpty }.joined(separator: ", "))
            }
            guard let point = place.coordinate else { return nil }
            let isTown = place.id.rawValue.beginsWithBytes(of: "geoname:")
            let words = [place.name, place.region, place.country].filter { !$0.isEmpty }.joined(separator: ", ")
            return (.circle(point, radiusInMetres: radius ?? (isTown ? Self.townRadius : Self.pointRadius)), words)
        }
    }

    /// What is found around a landmark that a source knows.
    public static func searchPlace(around landmark: Landmark, radius: Int?) -> SearchPlace {
        .circle(landmark.coordinate, radiusInMetres: radius ?? pointRadius)
    }

    /// Whether a query's place may bear this name: the parts behind it join it then.
    public func isSearchPlace(_ name: String) -> Bool {
        if case .point = PinName(name) { return true }
        return placed(named: name) != nil
    }

    /// Whether people know the place: an area, or one that `places/` lists.
    public func isNotedPlace(_ name: String) -> Bool {
        placed(named: name).map { area(of: $0.id) != nil || index.lists($0.id) } ?? false
    }
}
