extension Gazetteer {
    /// The spot or place that `name` means all over the world, in whatever language, case and spelling: what most
    /// people mean by it. A country, a region or its code behind a comma chooses ("Paris, Texas").
    public func pinned(named name: String) -> Place? {
        guard name.utf8.count <= Self.longestName else { return nil }
        if let row = best(rows(named: name)) { return place(row.fields, country: countries.name(of: row.fields[1])) }
        guard let (bare, rest) = Self.splitAtLastComma(name) else { return nil }
        if let (_, country) = country(named: rest), let place = place(named: bare, in: country) { return place }
        let row = best(rows(named: bare).filter { isRegion(rest, of: $0) })
        return row.flatMap { place($0.fields, country: countries.name(of: $0.fields[1])) }
    }

    private func best(_ rows: [Row]) -> Row? {
        rows.max { $0.weight < $1.weight }
    }
}
