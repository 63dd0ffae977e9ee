public import PhotoTree

extension Gazetteer {
    /// The area with this identifier; nil for any other place.
    public func area(of id: PlaceID) -> Area? {
        guard id.rawValue.hasPrefix(Area.prefix) else { return nil }
        return areas.records(withKey: String(id.rawValue.dropFirst(Area.prefix.count)), by: { $0 }).first.flatMap(
            Area.init)
    }

    /// What a source is asked for to find the photos of a place; nil for a place that is a point.
    public func photoArea(of id: PlaceID) -> PhotoArea? {
        guard let area = area(of: id) else { return nil }
        return PhotoArea(id: id, name: area.name, box: area.box, towns: area.towns) { isIn(area, $0) }
    }

    /// The areas of this name, by its key, and of these the countries.
    func areas(withKey key: String, country: Substring? = nil) -> [Area] {
        names.records(of: key).compactMap { record -> Area? in
            guard record >= GazetteerNames.firstArea else { return nil }
            if record >= GazetteerNames.firstCountry {
                guard country == nil, let code = countries.code(at: record - GazetteerNames.firstCountry) else {
                    return nil
                }
                return area(of: PlaceID(Area.prefix + code))
            }
            let found = areas.record(at: record - GazetteerNames.firstArea).flatMap(Area.init)
            return country == nil || found?.country == country ? found : nil
        }
    }

    /// Whether a point lies in an area. Off every outline, as on a pier, the nearest town decides.
    public func isIn(_ area: Area, _ point: Coordinate) -> Bool {
        if area.kind != .country {
            guard area.box.contains(point, margin: 0.05) else { return false }
            if area.polygons.contains(where: { outlines.holds(point, at: $0) }) { return true }
        }
        let region = outlines.region(at: point)
        if let region { return area.kind == .country && region.country == area.country }
        guard area.kind != .lake, area.kind != .park, area.kind != .range else { return false }
        var town: [Substring] = []
        _ = full.nearest(to: point) { fields -> Bool? in
            guard fields.count >= 6, Int(fields[5]) != nil else { return nil }
            town = fields
            return true
        }
        guard town.count >= 6, town[1] == area.country else { return false }
        if area.kind == .country || (area.kind == .region && town[2] == area.region) { return true }
        return place(town, country: area.name)?.coordinate.map { spot in
            area.polygons.contains { outlines.holds(spot, at: $0) }
        } ?? false
    }
}
