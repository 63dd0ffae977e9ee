extension Library {
    /// A library of any size; its arguments determine every byte.
    ///
    /// Place number `p` has the woeid `9_000_000 + p`; its photo number `n` has the id `50_000_000_000 + p·100_000 +
    /// n`. Twenty places make a country. Some titles repeat, as in reality.
    public static func synthetic(
        places: Int = 20, photosPerPlace: Int = 50, imageBytes: ClosedRange<Int> = 150_000...500_000,
        seed: UInt64 = 7
    ) -> Library {
        let localities = (0..<max(places, 0)).map(place)
        let photos = localities.enumerated().flatMap { number, place in
            (0..<max(photosPerPlace, 0)).map { photo($0, of: number, place, seed: seed) }
        }
        return Library(
            photos: photos, places: localities, images: .generated(seed: seed, byteCounts: imageBytes))
    }

    private static func place(_ number: Int) -> SimulatedPlace {
        let country = number / 20
        let region = number / 5
        // Spread over the globe between the polar circles, no two at the same point.
        let latitude = Double(number * 7919 % 12000) / 100 - 60
        let longitude = Double(number * 10_007 % 35_900) / 100 - 179.5
        return SimulatedPlace(
            woeid: String(9_000_000 + number), placeID: "sim.place\(number)", name: "Town \(number)",
            region: .init(woeid: String(8_000_000 + region), placeID: "sim.region\(region)", name: "Region \(region)"),
            country: .init(
                woeid: String(7_000_000 + country), placeID: "sim.country\(country)", name: "Country \(country)"),
            position: .init(latitude: latitude, longitude: longitude), timezone: "Etc/UTC",
            photoCount: 10_000 - number % 10_000)
    }

    private static func photo(_ number: Int, of placeNumber: Int, _ place: SimulatedPlace, seed: UInt64)
        -> SimulatedPhoto
    {
        let id = 50_000_000_000 + placeNumber * 100_000 + number
        var state = seed ^ UInt64(id)
        let secret = Noise.mixed(&state)
        let uploaded = Int64(1_600_000_000 + Int(Noise.mixed(&state) % 100_000_000))
        let isPortrait = number % 5 == 3
        let sizes = RenditionLadder.renditions(ofWidth: isPortrait ? 683 : 1024, height: isPortrait ? 1024 : 683)
        let offset = (Double(number % 21) - 10) / 500
        let owner = Int(Noise.mixed(&state) % 40)
        return SimulatedPhoto(
            id: String(id), title: number % 17 == 5 ? "Evening light" : "\(place.name) view \(number)",
            description: "Photo <b>\(number)</b> of \(place.name).", tags: ["Synthetic", "tag \(number % 7)"],
            secret: String(("0000000000" + String(secret, radix: 16)).suffix(10)), owner: "\(70_000_000 + owner)@N02",
            ownerName: "Owner \(owner)", license: String(number % 11), uploaded: uploaded, updated: uploaded,
            taken: CivilDate.database(uploaded - 86_400),
            position: .init(latitude: place.position.latitude + offset, longitude: place.position.longitude - offset),
            woeid: place.woeid, views: Int(Noise.mixed(&state) % 5000), renditions: sizes)
    }
}
