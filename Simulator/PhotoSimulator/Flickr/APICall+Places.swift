/// Places.
extension APICall {
    private enum PlaceType: Int, CaseIterable {
        case neighbourhood = 22
        case locality = 7
        case county = 9
        case region = 8
        case country = 12
        case continent = 29

        var name: String { "\(self)" }
    }

    func topPlaces() throws(APIFailure) -> Element {
        guard let number = arguments["place_type_id"] else { throw .missingParameter }
        guard let type = Int(number).flatMap(PlaceType.init), type != .county else { throw .badPlaceType }
        var day = (now / 86_400 - 1) * 86_400
        if let date = arguments["date"] {
            guard date.count == 10, let asked = CivilDate.seconds(date) else { throw .badDate }
            day = asked
        }
        var places = library.places.filter(\.isTop)
        if let asked = arguments["woe_id"] ?? arguments["place_id"] {
            let all = library.places
            guard all.contains(where: { $0.lies(in: asked) }) else { throw .badPlaceID }
            places = places.filter { $0.lies(in: asked) }
        }
        let elements = behaviour.hasTopPlaces ? self.elements(of: type, places) : []
        return Element(
            "places",
            [
                ("total", .whole(elements.count)), ("date_start", .text("\(day)")),
                ("date_stop", .text("\(day + 86_399)")),
            ],
            children: [.many("place", elements)])
    }

    private func elements(of type: PlaceType, _ places: [SimulatedPlace]) -> [Element] {
        switch type {
        case .locality:
            places.sorted { $0.photoCount > $1.photoCount }.prefix(100).map {
                Element(
                    "place", locality($0) + [("photo_count", .numeric("\($0.photoCount)"))], text: .text($0.content))
            }
        case .region:
            areas(type, places, \.region) {
                "\($0.region.name), \($0.country.code ?? $0.country.name), \($0.country.name)"
            }
        case .country: areas(type, places, \.country) { $0.country.name }
        case .neighbourhood, .county, .continent: []
        }
    }

    private func locality(_ place: SimulatedPlace) -> [(String, Scalar)] {
        var attributes: [(String, Scalar)] = [
            ("place_id", .text(place.placeID)), ("woeid", .text(place.woeid)),
            ("latitude", .degrees(place.position.latitude)), ("longitude", .degrees(place.position.longitude)),
            ("place_url", .text(place.url)), ("place_type", .text("locality")), ("place_type_id", .numeric("7")),
        ]
        if let timezone = place.timezone { attributes.append(("timezone", .text(timezone))) }
        return attributes + [("woe_name", .text(place.name))]
    }

    /// The regions or countries of places, each at the position of its first place and with the photos of all its
    /// places.
    private func areas(
        _ type: PlaceType, _ places: [SimulatedPlace], _ area: (SimulatedPlace) -> SimulatedPlace.Area,
        content: (SimulatedPlace) -> String
    ) -> [Element] {
        let groups = Dictionary(grouping: places) { area($0).woeid }.values
        let counted = groups.compactMap { group in
            group.first.map { (place: $0, count: group.reduce(0) { $0 + $1.photoCount }) }
        }
        return counted.sorted { ($0.count, $0.place.name) > ($1.count, $1.place.name) }.prefix(100).map {
            place, count in
            let own = area(place)
            let names = type == .country ? [own.name] : [place.country.name, own.name]
            return Element(
                "place",
                [
                    ("place_id", .text(own.placeID)), ("woeid", .text(own.woeid)),
                    ("latitude", .degrees(place.position.latitude)), ("longitude", .degrees(place.position.longitude)),
                    ("place_url", .text("/" + names.map(PercentCoding.encodedForm).joined(separator: "/"))),
                    ("place_type", .text(type.name)), ("place_type_id", .numeric("\(type.rawValue)")),
                    ("woe_name", .text(own.name)), ("photo_count", .numeric("\(count)")),
                ], text: .text(content(place)))
        }
    }

    func placePage() throws(APIFailure) -> Element {
        guard let asked = arguments["woe_id"] ?? arguments["place_id"] else { throw .missingParameter }
        guard let place = library.places.first(where: { $0.woeid == asked || $0.placeID == asked }) else {
            throw .placeNotFound
        }
        guard !behaviour.degradesPlaces else {
            return Element(
                "place",
                [
                    ("place_id", .text(place.placeID)), ("woeid", .text(place.woeid)), ("latitude", .text("")),
                    ("longitude", .text("")), ("place_url", .text("/")), ("place_type", .text("")),
                    ("place_type_id", .text("")), ("name", .text(place.name + ",")), ("woe_name", .text(place.name)),
                    ("has_shapedata", .whole(0)),
                ])
        }
        let levels = [
            ("locality", place.woeid, place.placeID, place.content),
            ("region", place.region.woeid, place.region.placeID, "\(place.region.name), \(place.country.name)"),
            ("country", place.country.woeid, place.country.placeID, place.country.name),
        ]
        return Element(
            "place", locality(place) + [("name", .text(place.content)), ("has_shapedata", .whole(0))],
            children: levels.map { level, woeid, placeID, content in
                .one(
                    Element(
                        level,
                        [
                            ("place_id", .text(placeID)), ("woeid", .text(woeid)),
                            ("latitude", .degrees(place.position.latitude)),
                            ("longitude", .degrees(place.position.longitude)),
                        ], text: .text(content)))
            })
    }

    func placesFound() throws(APIFailure) -> Element {
        guard let query = arguments["query"] else { throw .missingParameter }
        let found = library.places.filter { $0.content.lowercased().contains(query.lowercased()) }
        return Element(
            "places", [("query", .text(query)), ("total", .whole(found.count))],
            children: [.many("place", found.map { Element("place", locality($0), text: .text($0.content)) })])
    }

    /// The nearest locality within 50 km; the answer names it by `name`, not by content.
    func placesNear() throws(APIFailure) -> Element {
        guard let latitude = arguments["lat"].flatMap({ Double($0) }), abs(latitude) <= 90,
            let longitude = arguments["lon"].flatMap({ Double($0) }), abs(longitude) <= 180
        else { throw .missingParameter }
        let point = SimulatedPosition(latitude: latitude, longitude: longitude)
        let near = library.places.map { ($0, PhotoSearch.metres(from: point, to: $0.position)) }
            .filter { $0.1 <= 50_000 }.min { $0.1 < $1.1 }
        let found = near.map { [Element("place", locality($0.0) + [("name", .text($0.0.content))])] } ?? []
        return Element(
            "places",
            [
                ("latitude", .degrees(latitude)), ("longitude", .degrees(longitude)),
                ("accuracy", .numeric(arguments["accuracy"] ?? "16")), ("total", .whole(found.count)),
            ], children: [.many("place", found)])
    }

    func placeTypes() -> Element {
        let types = PlaceType.allCases.map {
            Element("place_type", [("place_type_id", .numeric("\($0.rawValue)"))], text: .text($0.name))
        }
        return Element("place_types", children: [.many("place_type", types)])
    }
}

extension SimulatedPlace {
    /// Whether it is the place with this woeid or place id, or lies in it.
    func lies(in id: String) -> Bool {
        [woeid, placeID, region.woeid, region.placeID, country.woeid, country.placeID].contains(id)
    }

    func woeid(ofPlaceID id: String) -> String? {
        switch id {
        case placeID: woeid
        case region.placeID: region.woeid
        case country.placeID: country.woeid
        default: nil
        }
    }
}
