extension Gazetteer {
    /// The spot, place or area that most people mean by `name`, anywhere in the world, in any language, case and spelling.
    /// A country, a region or its code behind a comma chooses ("Paris, Texas"); the comma may be left out.
    public func pinned(named name: String) -> Place? {
        if let place = placed(named: name) { return place }
        return name.utf8.count <= Self.longestName ? meant(byWords: name) : nil
    }

    /// The same, where only a comma parts the name from what chooses.
    public func placed(named name: String) -> Place? {
        guard name.utf8.count <= Self.longestName else { return nil }
        if let place = meant(by: name) { return place }
        for (bare, rest) in Self.splitAtCommas(name) {
            if let (_, country) = country(named: rest), let place = place(named: bare, in: country) { return place }
            if let place = meant(by: bare, within: rest) { return place }
        }
        return nil
    }

    /// The point of a pin with this name.
    public func pinPoint(named name: String) -> PinPoint? {
        guard let place = pinned(named: name), let point = place.coordinate else { return nil }
        return PinPoint(point, area: area(of: place.id).map { $0.id.rawValue } ?? "")
    }
}
