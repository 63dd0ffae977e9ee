import Foundation
public import PhotoSimulator

/// The source that the tests of this process mount: Flickr, or what PLACESFS_TEST_SOURCE names. What is about the
/// product holds on each of them.
public enum TestSource: String, Sendable, CaseIterable {
    case flickr, commons

    public static let current =
        ProcessInfo.processInfo.environment["PLACESFS_TEST_SOURCE"].flatMap(Self.init) ?? .flickr

    /// The API's methods that list photos, as the ledger names them.
    public var searchMethods: Set<String> {
        switch self {
        case .flickr: ["flickr.photos.search"]
        case .commons: ["commons.search", "commons.geosearch", "commons.category"]
        }
    }

    /// The image that a mount fetches of a photo unless it is told otherwise, as the simulator names it.
    public var rendition: String {
        switch self {
        case .flickr: "b"
        case .commons: "1280"
        }
    }

    /// The image that a thumbnailer is given, as the simulator names it.
    public var thumbnail: String {
        switch self {
        case .flickr: "n"
        case .commons: "330"
        }
    }

    /// The size in bytes that a photo has before its own is known; of one that Flickr has in these pixels at most.
    public func estimate(width: Int, height: Int) -> Int {
        switch self {
        case .flickr: width * height + 65_536
        case .commons: 1_280 * Int((1_280 * Double(height) / Double(width)).rounded()) + 65_536
        }
    }

    /// Words of the notice it wants shown.
    public var noticed: String {
        switch self {
        case .flickr: "not endorsed or certified by SmugMug"
        case .commons: "the Wikimedia Foundation"
        }
    }

    /// The topics that are there before anybody makes one.
    public var firstTopics: [String] {
        switch self {
        case .flickr: ["cs193pspot"]
        case .commons: ["Quality images", "Sunsets"]
        }
    }

    /// One of these, whose name is one word.
    public var firstTopic: String {
        switch self {
        case .flickr: "cs193pspot"
        case .commons: "Sunsets"
        }
    }

    /// The API says that it is not itself.
    public var unavailable: Fault.Effect {
        switch self {
        case .flickr: .apiFailure(code: 105)
        case .commons: .commonsError(code: "internal_api_error_DBQueryError")
        }
    }

    /// Whether its simulator gives photos images of lengths of their own, by the renditions they have.
    public var hasLengthsOfItsOwn: Bool { self == .flickr }

    /// Whether the source has a list of places; otherwise places/ shows the gazetteer.
    public var hasPlaces: Bool { self == .flickr }

    /// What a mount of it on `simulator` is told.
    public func arguments(_ simulator: Simulator) -> [String] {
        switch self {
        case .flickr:
            ["--source", "flickr", "--api-base", simulator.apiBase, "--image-base", simulator.imageBase]
        case .commons:
            [
                "--source", "commons", "--api-base", simulator.commonsBase, "--image-base", simulator.imageBase,
                "--contact", "tests@example.org",
            ]
        }
    }
}

extension LedgerEntry {
    /// Whether it asked for a list of photos; the rest of an answer is no question of its own.
    public var isSearch: Bool {
        TestSource.current.searchMethods.contains(kind) && arguments["continue"] == nil && !isOfSentPhotos
    }

    /// Whether it asked what was sent last, as every mount does once a day by itself.
    public var isOfSentPhotos: Bool {
        kind == "flickr.interestingness.getList" || arguments["has_geo"] == "1"
            || arguments["gsrsearch"]?.contains("creationdate:>=now-") == true
            || arguments["gcmtitle"] == "Category:Quality images"
    }
}

extension Ledger {
    /// How often a list of photos was asked for.
    public var searches: Int {
        entries.count { $0.isSearch }
    }
}

extension Fault.Match {
    /// Requests for lists of photos.
    public static let searches = Fault.Match(
        host: .api, path: TestSource.current == .flickr ? "flickr.photos.search" : "list=")
    /// Requests for what was sent last.
    public static let sentPhotos = Fault.Match(
        host: .api, path: TestSource.current == .flickr ? "has_geo=1" : "generator=")
}
