internal import Foundation

/// The part of a mount's `status.json` that is watched.
struct WatchedMount: Decodable, Hashable, Sendable {
    struct Download: Decodable, Hashable, Sendable {
        var photo: String
        /// Nil from a daemon of an earlier version.
        var path: String?
        var title: String
        var received: Int64
        var expected: Int64?
        var readers: Int
        /// Nil from a daemon of an earlier version.
        var isPassedThrough: Bool?
    }

    struct Host: Decodable, Hashable, Sendable {
        var host: String
        var note: String?
    }

    struct Failure: Decodable, Hashable, Sendable {
        var at: String
        var operation: String
        var node: String
        var errno: String
        var cause: String
    }

    var version: String
    var source: String
    var mountpoint: String
    var notice: String
    var cacheBytes: Int64
    var cacheLimit: Int64
    var cachePhotos: Int
    /// Nil from a daemon of an earlier version, like the next one.
    var cacheRefetchedPhotos: Int?
    var cacheSufficientLimit: Int64?
    /// Nil from a daemon of an earlier version, like the next two.
    var kept: [KeptStatus]?
    var keptBytes: Int64?
    var keepLimit: Int64?
    var openFiles: Int
    var imagesInHour: Int
    var imagesPerHour: Int?
    var imagesWait: Int64?
    var downloads: [Download]
    var hosts: [Host]
    var errorsTotal: Int
    var recentErrors: [Failure]

    init(_ json: String) throws {
        self = try JSONDecoder().decode(WatchedMount.self, from: Data(json.utf8))
    }
}

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
