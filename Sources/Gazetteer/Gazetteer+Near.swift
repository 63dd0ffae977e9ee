public import PhotoTree

extension Gazetteer {
    /// The place nearest to `point`, its distance along the great circle, and the compass direction ("NW") from the
    /// place to the point. nil only when no line of the table is intact. Reads all places, which takes a few
    /// milliseconds.
    public func nearest(to point: Coordinate) -> (place: Place, metres: Double, direction: String)? {
        let nearest = full.nearest(to: point) { fields in
            fields.count >= 6 && !fields[5].hasPrefix("~") ? place(fields, country: countries.name(of: fields[1])) : nil
        }
        guard let (found, metres) = nearest, let direction = found.coordinate?.direction(to: point) else { return nil }
        // Some places have two names; `places/` shows one of them.
        let shown = listed.first { $0.coordinate == found.coordinate }
        return (shown ?? found, metres, direction)
    }

    /// The location of `point` in words: "in Paris" up to 1 km from the middle of a place, else "3 km W of Paris", and
    /// with the country where the place is more than 100 km away ("812 km SE of Hanga Roa, Chile"). Never empty.
    public func words(for point: Coordinate) -> String {
        guard let (place, metres, direction) = nearest(to: point) else {
            return "at \(DecimalText.of(point.latitude)),\(DecimalText.of(point.longitude))"
        }
        guard metres > 1000 else { return "in \(place.name)" }
        let country = metres > 100_000 ? ", \(place.country)" : ""
        return "\(Int((metres / 1000).rounded())) km \(direction) of \(place.name)\(country)"
    }
}
