internal import PhotoAPI
internal import PhotoTree

/// Where something is, from its members `latitude`, `longitude` and `accuracy`.
struct Position: Hashable, Sendable {
    let coordinate: Coordinate?
    /// 1 (world) … 16 (street).
    let accuracy: Int?

    /// Flickr writes "no position" as 0, 0 with accuracy 0; accuracy 0 stands beside real positions too.
    init(_ value: JSONValue) {
        let stated = value["accuracy"]?.integer ?? 0
        guard let latitude = value["latitude"]?.real, let longitude = value["longitude"]?.real,
            latitude != 0 || longitude != 0 || stated > 0,
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else {
            coordinate = nil
            accuracy = nil
            return
        }
        self.coordinate = coordinate
        accuracy = (1...16).contains(stated) ? stated : nil
    }
}
