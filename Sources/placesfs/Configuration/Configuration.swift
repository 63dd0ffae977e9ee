internal import Flickr
internal import Foundation
internal import Logging
internal import PhotoTree
internal import PlacesFileSystem

/// The settings of a mount from files, environment and options, in one checked value.
struct Configuration: Sendable {
    enum Source: String, CaseIterable, Sendable {
        case flickr, commons, sample
    }

    /// Which images thumbnailers read.
    enum Thumbnails: String, CaseIterable, Sendable {
        case small, original
    }

    /// Nil when no source was chosen.
    var source: Source?
    var apiKey: APIKey?
    /// Why the given key cannot be a key. It matters only to a mount that needs Flickr.
    private(set) var keyFlaw: CommandFailure?
    /// Nil if another API base is given: a mirror knows only the sources' own addresses.
    var mirror: Mirror?
    var apiBase: String?
    var imageBase: String?
    var allowsPlainHTTP = false
    /// The person whom the source may write to about requests.
    var contact: String?
    /// In libcurl's form; empty for no proxy, nil for that of the environment.
    var proxy: String?
    /// The given keys and options that only earlier versions had.
    var formerKeys: [String] = []

    var cacheSize = ByteCount(10 << 20)
    var rendition: String?
    /// Where the rendition was set, for error messages: only the source knows which names exist.
    var renditionGiven: Assignment?
    var photoSizeLimit = Settings.standardPhotoSizeLimit
    var thumbnails = Thumbnails.small
    var thumbnailers = ThumbnailerPolicy.standard
    var thumbnailCacheSize = ByteCount(2 << 20)
    var photosPerPlace = 50
    var photosPerPin = 50
    var sort = PhotoQuery.Order.newest
    var license = PhotoQuery.LicenseFilter.any
    var sidecars = Settings.Sidecars.listed
    var embedding = Settings.Embedding.credit
    var sizes = Settings.Sizes.estimated
    var exactSizePrograms = ExactSizePolicy.standard

    var streetTiles = TileLayer.standard.first { $0.kind == .street }
    var satelliteTiles = TileLayer.standard.first { $0.kind == .satellite }
    var labelTiles = TileLayer.standard.first { $0.kind == .labels }
    /// Nil for the folder of Debian's packages, if they are installed.
    var leafletDirectory: String?

    var allowsOthers = false
    /// Never together with `allowsOthers`, which lets root in, too.
    private(set) var allowsRoot = false
    var isReadOnly = false
    var fsname: String?

    var stateDirectory: String?
    var cacheDirectory: String?
    var logLevel = Logger.Level.info
    var logFile: String?

    var connectTimeout = Duration.seconds(10)
    var firstByteTimeout = Duration.seconds(7)
    /// Whether the user set `firstByteTimeout`.
    private(set) var isFirstByteTimeoutGiven = false
    /// In bytes per second.
    var lowSpeed = ByteCount(1000)
    var lowSpeedTime = Duration.seconds(15)
    var connections = 8
    /// Bytes a second from all hosts together; nil means no limit of the user's.
    var bandwidth: ByteCount?
    /// How many attempts follow the first.
    var retries = 3
    var retryPause = Duration.seconds(1)
    var retryAfterLimit = Duration.seconds(600)
    var hostWait = Duration.seconds(20)
    /// How many failures in a row.
    var hostDownAfter = 4
    var hostProbePause = Duration.seconds(10)
    /// Nil for the default, which is no limit for a server on this machine.
    var apiRequestsPerHour: Int?
    var imagesPerHour: Int?
    var listingWait = Settings.Timing().listingWait
    var listingLifetime = Settings.Timing().listingLifetime
    var topPlacesLifetime = Settings.Timing().topPlacesLifetime
    var confirmAfter = Settings.Timing().confirmAfter

    /// Applies `assignments`, of which the last one of each key wins, and checks what depends on several keys.
    ///
    /// - Throws: `.usage` or `.configuration`, naming the place of the bad value.
    init(_ assignments: [Assignment]) throws(CommandFailure) {
        for assignment in assignments { try assign(assignment) }
        try checkAddresses(assignments)
        if allowsRoot, allowsOthers, let given = assignments.last(where: { $0.key == .allowRoot }) {
            throw given.reject("allow-other lets root in, too; leave one of the two out")
        }
        if source == .sample { try leaveAddresses(assignments) }
        if apiBase != nil || imageBase != nil {
            source = source ?? .flickr
            mirror = nil
        }
        // At a mirror, a request for what another client is fetching waits for that fetch.
        isFirstByteTimeoutGiven = assignments.contains { $0.key == .firstByteTimeout }
        if mirror != nil, !isFirstByteTimeoutGiven {
            firstByteTimeout = .seconds(20)
        }
    }

    private mutating func assign(_ given: Assignment) throws(CommandFailure) {
        switch given.key {
        case .source: source = try given.choice()
        case .flickrAPIKey: try assignKey(given)
        case .mirror: mirror = try given.mirror()
        case .apiBase: apiBase = try given.address()
        case .imageBase: imageBase = try given.address()
        case .allowPlainHTTP: allowsPlainHTTP = try given.isOn()
        case .contact: contact = try given.contact()
        case .proxy: proxy = try given.proxy()
        case .cacheSize: cacheSize = try given.byteCount(atLeast: ByteCount(64 << 10))
        case .rendition: (rendition, renditionGiven) = (try given.text(), given)
        case .photoSizeLimit: photoSizeLimit = try given.byteCount(atLeast: ByteCount(64 << 10))
        case .thumbnails: thumbnails = try given.choice()
        case .thumbnailers: thumbnailers = try given.thumbnailers()
        case .thumbnailCacheSize: thumbnailCacheSize = try given.byteCount(atLeast: ByteCount(64 << 10))
        case .photosPerPlace: photosPerPlace = try given.number(1...500)
        case .photosPerPin: photosPerPin = try given.number(1...500)
        case .sort: sort = try given.choice()
        case .license: license = try given.choice()
        case .sidecars: sidecars = try given.choice()
        case .embed: embedding = try given.choice()
        case .sizes: sizes = try given.choice()
        case .exactSizePrograms: exactSizePrograms = try given.exactSizePrograms()
        case .streetTiles: streetTiles = try given.tiles(.street)
        case .satelliteTiles: satelliteTiles = try given.tiles(.satellite)
        case .labelTiles: labelTiles = try given.tiles(.labels)
        case .leafletDirectory: leafletDirectory = try given.path()
        case .allowOther: allowsOthers = try given.isOn()
        case .allowRoot: allowsRoot = try given.isOn()
        case .readOnly: isReadOnly = try given.isOn()
        case .fsname: fsname = try given.text()
        case .stateDirectory: stateDirectory = try given.path()
        case .cacheDirectory: cacheDirectory = try given.path()
        case .logLevel: logLevel = try given.choice()
        case .logFile: logFile = try given.path()
        case .connectTimeout: connectTimeout = try given.duration()
        case .firstByteTimeout: firstByteTimeout = try given.duration()
        case .lowSpeed: lowSpeed = try given.byteCount(atLeast: ByteCount(1))
        case .lowSpeedTime: lowSpeedTime = try given.duration()
        case .connections: connections = try given.number(1...64)
        case .bandwidth: bandwidth = try given.rate(atLeast: ByteCount(10_000))
        case .retries: retries = try given.number(0...10)
        case .retryPause: retryPause = try given.duration()
        case .retryAfterLimit: retryAfterLimit = try given.duration()
        case .hostWait: hostWait = try given.duration()
        case .hostDownAfter: hostDownAfter = try given.number(1...100)
        case .hostProbePause: hostProbePause = try given.duration()
        case .apiRequestsPerHour: apiRequestsPerHour = try given.number(1...1_000_000)
        case .imagesPerHour: imagesPerHour = try given.number(1...1_000_000)
        case .listingWait: listingWait = try given.duration()
        case .listingLifetime: listingLifetime = try given.duration()
        case .topPlacesLifetime: topPlacesLifetime = try given.duration()
        case .confirmAfter: confirmAfter = try given.duration(upToDays: 30)
        }
    }

    /// Checks for every source where the key is written; a flaw of the key itself is only kept.
    private mutating func assignKey(_ given: Assignment) throws(CommandFailure) {
        try given.checkPrivacy()
        do throws(CommandFailure) {
            (apiKey, keyFlaw) = (try Self.apiKey(given), nil)
        } catch {
            (apiKey, keyFlaw) = (nil, error)
        }
    }

    private static func apiKey(_ given: Assignment) throws(CommandFailure) -> APIKey {
        let text = try given.text().trimmingCharacters(in: .whitespacesAndNewlines)
        // The message must not contain the text: it may be a key with a typing error.
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), text.utf8.count <= 1_000, let key = APIKey(text) else {
            throw given.reject("is not a key; a key has 32 letters and digits")
        }
        return key
    }

    /// The sample has no other address. Addresses from a configuration file are ignored, because the file is shared by
    /// all sources.
    private mutating func leaveAddresses(_ assignments: [Assignment]) throws(CommandFailure) {
        for (key, address) in [(ConfigurationKey.apiBase, apiBase), (.imageBase, imageBase)] where address != nil {
            guard let given = assignments.last(where: { $0.key == key }) else { continue }
            if case .file = given.origin { continue }
            throw given.reject("the sample is read from files and has no address; leave this out")
        }
        (apiBase, imageBase) = (nil, nil)
    }

    private func checkAddresses(_ assignments: [Assignment]) throws(CommandFailure) {
        for key in [ConfigurationKey.mirror, .apiBase, .imageBase] {
            guard let given = assignments.last(where: { $0.key == key }), let value = try given.address() else {
                continue
            }
            guard let host = HostName(of: value), !value.contains(where: { "?# ".contains($0) }) else {
                throw given.rejectAddress(value)
            }
            guard value.lowercased().hasPrefix("https:") || allowsPlainHTTP || host.isLoopback else {
                throw given.reject("plain http to \(host.name) can be read on the way; use https or --allow-plain-http")
            }
        }
    }
}
