internal import ArgumentParser
internal import Foundation

/// The options of `placesfs mount`, as typed.
struct MountArguments: ParsableArguments {
    @Option(help: help(.source, "name")) var source: String?
    @Option(help: help(.apiBase, "url")) var apiBase: String?
    @Option(help: help(.imageBase, "url")) var imageBase: String?
    @Flag(name: .customLong("allow-plain-http"), help: help(.allowPlainHTTP)) var allowPlainHTTP = false
    @Option(help: help(.contact, "address")) var contact: String?

    @Option(help: help(.cacheSize, "size")) var cacheSize: String?
    @Option(help: help(.rendition, "name")) var rendition: String?
    @Option(help: help(.photoSizeLimit, "size")) var photoSizeLimit: String?
    @Option(help: help(.thumbnails, "which")) var thumbnails: String?
    @Option(help: help(.thumbnailers, "programs")) var thumbnailers: String?
    @Option(help: help(.thumbnailCacheSize, "size")) var thumbnailCacheSize: String?
    @Option(help: help(.photosPerPlace, "number")) var photosPerPlace: String?
    @Option(help: help(.sort, "order")) var sort: String?
    @Option(help: help(.license, "which")) var license: String?
    @Option(help: help(.sidecars, "how")) var sidecars: String?

    @Option(help: help(.streetTiles, "server")) var streetTiles: String?
    @Option(help: help(.satelliteTiles, "server")) var satelliteTiles: String?
    @Option(help: help(.labelTiles, "server")) var labelTiles: String?
    @Option(help: help(.leafletDirectory, "folder")) var leafletDir: String?

    @Flag(help: help(.allowOther)) var allowOther = false
    @Flag(help: help(.readOnly)) var readOnly = false
    @Option(help: help(.fsname, "name")) var fsname: String?

    @Option(help: help(.stateDirectory, "folder")) var stateDir: String?
    @Option(help: help(.cacheDirectory, "folder")) var cacheDir: String?
    @Option(help: help(.logLevel, "level")) var logLevel: String?
    @Option(help: help(.logFile, "file")) var logFile: String?
    @Option(
        help: ArgumentHelp(
            "Configuration file, `key = value` lines (default: $XDG_CONFIG_HOME/placesfs/config, if there is one).",
            valueName: "file"))
    var config: String?

    @Option(help: help(.connectTimeout, "time")) var connectTimeout: String?
    @Option(help: help(.firstByteTimeout, "time")) var firstByteTimeout: String?
    @Option(help: help(.lowSpeed, "size")) var lowSpeed: String?
    @Option(help: help(.lowSpeedTime, "time")) var lowSpeedTime: String?
    @Option(help: help(.connections, "number")) var connections: String?
    @Option(help: help(.retries, "number")) var retries: String?
    @Option(help: help(.retryPause, "time")) var retryPause: String?
    @Option(help: help(.retryAfterLimit, "time")) var retryAfterLimit: String?
    @Option(help: help(.hostWait, "time")) var hostWait: String?
    @Option(help: help(.hostDownAfter, "number")) var hostDownAfter: String?
    @Option(help: help(.hostProbePause, "time")) var hostProbePause: String?
    @Option(help: help(.apiRequestsPerHour, "number")) var apiRequestsPerHour: String?
    @Option(help: help(.imagesPerHour, "number")) var imagesPerHour: String?
    @Option(help: help(.listingWait, "time")) var listingWait: String?
    @Option(help: help(.listingLifetime, "time")) var listingLifetime: String?
    @Option(help: help(.topPlacesLifetime, "time")) var topPlacesLifetime: String?
    @Option(help: help(.confirmAfter, "time")) var confirmAfter: String?

    @Option(
        name: .customShort("o", allowingJoined: true),
        help: ArgumentHelp(
            "Options as mount(8) has them, separated by commas: each of the above with _ for - and without --, "
                + "config=FILE, ro; what is for fstab only (noauto, user, x-…) is ignored.", valueName: "options"))
    var mountOptions: [String] = []

    /// File, environment, `-o`, options: the later wins.
    ///
    /// - Parameters:
    ///   - environment: The process's.
    ///   - base: Where the configuration file is sought.
    /// - Returns: The checked configuration, and the words for the kernel.
    /// - Throws: `.usage` or `.configuration`.
    func configuration(
        environment: [String: String], base: BaseDirectories
    ) throws(CommandFailure) -> (Configuration, kernelWords: [String]) {
        let words = try MountOptionWords(mountOptions)
        let chosen = config.map { AbsolutePath.of($0) } ?? words.configurationFile
        var assignments = try ConfigurationFile.read(
            chosen ?? base.configuration + "/config", isRequired: chosen != nil)
        if let key = environment["FLICKR_API_KEY"], !key.isEmpty {
            assignments.append(
                Assignment(key: .flickrAPIKey, value: key, origin: .environment("FLICKR_API_KEY")))
        }
        assignments += words.assignments + typed
        return (try Configuration(assignments), words.kernel)
    }

    private var typed: [Assignment] {
        let values: [(ConfigurationKey, String?)] = [
            (.source, source), (.apiBase, apiBase), (.imageBase, imageBase), (.contact, contact),
            (.cacheSize, cacheSize),
            (.thumbnails, thumbnails), (.thumbnailers, thumbnailers), (.thumbnailCacheSize, thumbnailCacheSize),
            (.rendition, rendition), (.photoSizeLimit, photoSizeLimit), (.photosPerPlace, photosPerPlace),
            (.sort, sort), (.license, license), (.sidecars, sidecars), (.streetTiles, streetTiles),
            (.satelliteTiles, satelliteTiles), (.labelTiles, labelTiles), (.leafletDirectory, leafletDir),
            (.fsname, fsname), (.stateDirectory, stateDir), (.cacheDirectory, cacheDir), (.logLevel, logLevel),
            (.logFile, logFile), (.connectTimeout, connectTimeout),
            (.firstByteTimeout, firstByteTimeout), (.lowSpeed, lowSpeed), (.lowSpeedTime, lowSpeedTime),
            (.connections, connections), (.retries, retries), (.retryPause, retryPause),
            (.retryAfterLimit, retryAfterLimit), (.hostWait, hostWait), (.hostDownAfter, hostDownAfter),
            (.hostProbePause, hostProbePause), (.apiRequestsPerHour, apiRequestsPerHour),
            (.imagesPerHour, imagesPerHour), (.listingWait, listingWait), (.listingLifetime, listingLifetime),
            (.topPlacesLifetime, topPlacesLifetime), (.confirmAfter, confirmAfter),
            (.allowPlainHTTP, allowPlainHTTP ? "yes" : nil),
            (.allowOther, allowOther ? "yes" : nil), (.readOnly, readOnly ? "yes" : nil),
        ]
        return values.compactMap { key, value in
            value.map { Assignment(key: key, value: $0, origin: .option(key.rawValue)) }
        }
    }
}

private func help(_ key: ConfigurationKey, _ valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(stringLiteral: key.help).named(valueName)
}

extension ArgumentHelp {
    fileprivate func named(_ valueName: String?) -> ArgumentHelp {
        var help = self
        help.valueName = valueName
        return help
    }
}
