public import PhotoTree

extension PlaceFinder {
    /// Who photographed where. What no place reaches within 25 km counts for none: a region or a country is no place.
    public func places(of photos: some Sequence<SentPhoto>) -> [PhotographedPlace] {
        var found: [PlaceID: PhotographedPlace] = [:]
        for photo in photos where !photo.person.isEmpty {
            guard case .place(let place)? = self.place(at: photo.coordinate) else { continue }
            found[place.id, default: PhotographedPlace(place: place, people: [])].people.insert(photo.person)
        }
        return found.values.sorted { $0.place.id < $1.place.id }
    }
}
