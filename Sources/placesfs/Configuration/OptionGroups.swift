internal import ArgumentParser
internal import Logging
internal import PhotoTree
internal import PlacesFileSystem

// The options of `placesfs mount`, in the groups of its help.

/// Options that are also keys of the configuration.
protocol KeyedOptions: ParsableArguments {
    /// The values as typed; nil for options that were not.
    var typed: [(ConfigurationKey, String?)] { get }
}

struct SourceOptions: KeyedOptions {
    @Option(help: help(.source, "name"), completion: .choices(Configuration.Source.self)) var source: String?
    @Option(help: help(.contact, "address")) var contact: String?
    @Option(help: help(.mirror, "url")) var mirror: String?
    @Option(help: help(.proxy, "url")) var proxy: String?

    var typed: [(ConfigurationKey, String?)] {
        [(.source, source), (.contact, contact), (.mirror, mirror), (.proxy, proxy)]
    }
}

struct PhotoOptions: KeyedOptions {
    @Option(help: help(.photosPerPlace, "number")) var photosPerPlace: String?
    @Option(help: help(.photosPerPin, "number")) var photosPerPin: String?
    @Option(help: help(.sort, "order"), completion: .choices(PhotoQuery.Order.self)) var sort: String?
    @Option(help: help(.license, "which"), completion: .choices(PhotoQuery.LicenseFilter.self)) var license: String?
    @Option(help: help(.rendition, "name")) var rendition: String?
    @Option(help: help(.embed, "which"), completion: .choices(Settings.Embedding.self)) var embed: String?
    @Option(help: help(.sizes, "which"), completion: .choices(Settings.Sizes.self)) var sizes: String?
    @Option(help: help(.exactSizePrograms, "programs")) var exactSizePrograms: String?
    @Option(help: help(.sidecars, "how"), completion: .choices(Settings.Sidecars.self)) var sidecars: String?
    @Option(help: help(.thumbnails, "which"), completion: .choices(Configuration.Thumbnails.self))
    var thumbnails: String?
    @Option(help: help(.thumbnailers, "programs")) var thumbnailers: String?

    var typed: [(ConfigurationKey, String?)] {
        [
            (.photosPerPlace, photosPerPlace), (.photosPerPin, photosPerPin), (.sort, sort), (.license, license),
            (.rendition, rendition), (.embed, embed), (.sizes, sizes), (.exactSizePrograms, exactSizePrograms),
            (.sidecars, sidecars), (.thumbnails, thumbnails), (.thumbnailers, thumbnailers),
        ]
    }
}

struct MapOptions: KeyedOptions {
    @Option(help: help(.streetTiles, "server")) var streetTiles: String?
    @Option(help: help(.satelliteTiles, "server")) var satelliteTiles: String?
    @Option(help: help(.labelTiles, "server")) var labelTiles: String?
    @Option(help: help(.leafletDirectory, "folder"), completion: .directory) var leafletDir: String?

    var typed: [(ConfigurationKey, String?)] {
        [
            (.streetTiles, streetTiles), (.satelliteTiles, satelliteTiles), (.labelTiles, labelTiles),
            (.leafletDirectory, leafletDir),
        ]
    }
}

struct FileOptions: KeyedOptions {
    @Option(help: help(.cacheSize, "size")) var cacheSize: String?
    @Option(help: help(.thumbnailCacheSize, "size")) var thumbnailCacheSize: String?
    @Option(help: help(.photoSizeLimit, "size")) var photoSizeLimit: String?
    @Option(help: help(.cacheDirectory, "folder"), completion: .directory) var cacheDir: String?
    @Option(help: help(.stateDirectory, "folder"), completion: .directory) var stateDir: String?
    @Option(help: help(.logFile, "file"), completion: .file()) var logFile: String?
    @Option(help: help(.logLevel, "level"), completion: .choices(Logger.Level.self)) var logLevel: String?
    @Option(help: FileOptions.configHelp, completion: .file()) var config: String?

    static let configHelp = ArgumentHelp(
        "Configuration file, `key = value` lines (default: $XDG_CONFIG_HOME/placesfs/config, if there is one).",
        valueName: "file")

    /// Without `config`: the configuration file cannot be set in itself.
    var typed: [(ConfigurationKey, String?)] {
        [
            (.cacheSize, cacheSize), (.thumbnailCacheSize, thumbnailCacheSize), (.photoSizeLimit, photoSizeLimit),
            (.cacheDirectory, cacheDir), (.stateDirectory, stateDir), (.logFile, logFile), (.logLevel, logLevel),
        ]
    }
}

struct AccessOptions: KeyedOptions {
    @Flag(help: help(.allowOther)) var allowOther = false
    @Flag(help: help(.allowRoot)) var allowRoot = false
    @Flag(help: help(.readOnly)) var readOnly = false
    @Option(help: help(.fsname, "name")) var fsname: String?

    var typed: [(ConfigurationKey, String?)] {
        [
            (.allowOther, allowOther ? "yes" : nil), (.allowRoot, allowRoot ? "yes" : nil),
            (.readOnly, readOnly ? "yes" : nil), (.fsname, fsname),
        ]
    }
}

struct RequestOptions: KeyedOptions {
    @Option(help: help(.listingLifetime, "time")) var listingLifetime: String?
    @Option(help: help(.topPlacesLifetime, "time")) var topPlacesLifetime: String?
    @Option(help: help(.confirmAfter, "time")) var confirmAfter: String?
    @Option(help: help(.apiRequestsPerHour, "number")) var apiRequestsPerHour: String?
    @Option(help: help(.imagesPerHour, "number")) var imagesPerHour: String?
    @Option(help: help(.connections, "number")) var connections: String?
    @Option(help: help(.bandwidth, "size")) var bandwidth: String?

    var typed: [(ConfigurationKey, String?)] {
        [
            (.listingLifetime, listingLifetime), (.topPlacesLifetime, topPlacesLifetime),
            (.confirmAfter, confirmAfter), (.apiRequestsPerHour, apiRequestsPerHour), (.imagesPerHour, imagesPerHour),
            (.connections, connections), (.bandwidth, bandwidth),
        ]
    }
}

struct HostOptions: KeyedOptions {
    @Option(help: help(.listingWait, "time")) var listingWait: String?
    @Option(help: help(.connectTimeout, "time")) var connectTimeout: String?
    @Option(help: help(.firstByteTimeout, "time")) var firstByteTimeout: String?
    @Option(help: help(.lowSpeed, "size")) var lowSpeed: String?
    @Option(help: help(.lowSpeedTime, "time")) var lowSpeedTime: String?
    @Option(help: help(.retries, "number")) var retries: String?
    @Option(help: help(.retryPause, "time")) var retryPause: String?
    @Option(help: help(.retryAfterLimit, "time")) var retryAfterLimit: String?
    @Option(help: help(.hostWait, "time")) var hostWait: String?
    @Option(help: help(.hostDownAfter, "number")) var hostDownAfter: String?
    @Option(help: help(.hostProbePause, "time")) var hostProbePause: String?

    var typed: [(ConfigurationKey, String?)] {
        [
            (.listingWait, listingWait), (.connectTimeout, connectTimeout), (.firstByteTimeout, firstByteTimeout),
            (.lowSpeed, lowSpeed), (.lowSpeedTime, lowSpeedTime), (.retries, retries), (.retryPause, retryPause),
            (.retryAfterLimit, retryAfterLimit), (.hostWait, hostWait), (.hostDownAfter, hostDownAfter),
            (.hostProbePause, hostProbePause),
        ]
    }
}

struct SimulatorOptions: KeyedOptions {
    @Option(help: help(.apiBase, "url")) var apiBase: String?
    @Option(help: help(.imageBase, "url")) var imageBase: String?
    @Flag(name: .customLong("allow-plain-http"), help: help(.allowPlainHTTP)) var allowPlainHTTP = false

    var typed: [(ConfigurationKey, String?)] {
        [(.apiBase, apiBase), (.imageBase, imageBase), (.allowPlainHTTP, allowPlainHTTP ? "yes" : nil)]
    }
}

/// The help of a key's option.
func help(_ key: ConfigurationKey, _ valueName: String? = nil) -> ArgumentHelp {
    var help = ArgumentHelp(stringLiteral: key.help)
    help.valueName = valueName
    return help
}
