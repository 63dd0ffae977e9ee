/// What `status.json` tells of a folder that is kept.
struct KeptStatus: Decodable, Hashable, Sendable {
    /// Below the mountpoint.
    var path: String
    /// How many of its photos can be read without a network.
    var photos: Int
    var of: Int
    var bytes: Int64
    var changed: String?
    var error: String?
}
