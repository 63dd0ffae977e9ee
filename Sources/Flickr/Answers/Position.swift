internal import PhotoAPI
internal import PhotoTree

/// A position, from the members `latitude`, `longitude` and `accuracy`.
struct Position: Hashable, Sendable {
    let coordinate: Coordinate?
    /// 1 (world) … 16 (street).
    let accuracy: Int?

    /// Flickr writes "no position" as 0, 0 with accuracy 0. Accuracy 0 also occurs with real positions.
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
