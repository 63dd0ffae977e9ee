import Glibc
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

    /// The areas of this name, by its key, and of these the countries; those that reach into a country where one is
    /// given.
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
            return country.map { found?.reaches($0) == true } ?? true ? found : nil
        }
    }

    /// Whether some of an area lies in a region, by points spread over its box.
    func reaches(_ area: Area, into region: Area) -> Bool {
        if isIn(region, area.coordinate) { return true }
        let (west, south) = (area.box.west, area.box.south)
        let (width, height) = (area.box.east - west, area.box.north - south)
        guard width > 0, area.kind != .country else { return false }
        return (0..<100).contains { index in
            let (column, row) = (Double(index % 10) + 0.5, Double(index / 10) + 0.5)
            guard
                let point = Coordinate(latitude: south + height * row / 10, longitude: west + width * column / 10),
                region.box.contains(point, margin: 0)
            else { return false }
            return area.polygons.contains { outlines.holds(point, at: $0) }
                && region.polygons.contains { outlines.holds(point, at: $0) }
        }
    }

    /// Whether a point lies in a country or up to 30 km from it.
    func isNear(_ point: Coordinate, country: Substring) -> Bool {
        let reach = 30_000 / Coordinate.metresPerDegree
        return (0..<24).contains { index in
            let angle = Double(index % 8) * .pi / 4
            let distance = reach * Double(index / 8 + 1) / 3
            let east = distance * cos(angle) / max(0.1, cos(point.latitude * .pi / 180))
            let near = Coordinate(
                latitude: point.latitude + distance * sin(angle), longitude: point.longitude + east)
            return near.flatMap { outlines.region(at: $0) }?.country[...] == country
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
