extension Gazetteer {
    /// The spot or place that most people mean by `name`, anywhere in the world, in any language, case and spelling. A
    /// country, a region or its code behind a comma chooses ("Paris, Texas").
    public func pinned(named name: String) -> Place? {
        guard name.utf8.count <= Self.longestName else { return nil }
        if let row = best(rows(named: name)) { return place(row.fields, country: countries.name(of: row.fields[1])) }
        for (bare, rest) in Self.splitAtCommas(name) {
            if let (_, country) = country(named: rest), let place = place(named: bare, in: country) { return place }
            if let row = best(rows(named: bare).filter({ isRegion(rest, of: $0) })) {
                return place(row.fields, country: countries.name(of: row.fields[1]))
            }
        }
        return nil
    }

    private func best(_ rows: [Row]) -> Row? {
        rows.max { $0.weight < $1.weight }
    }
}
