internal import ArgumentParser
internal import Foundation
internal import Logging
internal import PhotoTree
internal import PlacesFileSystem

/// The options of `placesfs mount`, as typed.
struct MountArguments: ParsableArguments {
    @Option(help: help(.source, "name"), completion: .choices(Configuration.Source.self)) var source: String?
    @Option(help: help(.mirror, "url")) var mirror: String?
    @Option(help: help(.apiBase, "url")) var apiBase: String?
    @Option(help: help(.imageBase, "url")) var imageBase: String?
    @Flag(name: .customLong("allow-plain-http"), help: help(.allowPlainHTTP)) var allowPlainHTTP = false
    @Option(help: help(.contact, "address")) var contact: String?
    @Option(help: help(.proxy, "url")) var proxy: String?

    @Option(help: help(.cacheSize, "size")) var cacheSize: String?
    @Option(help: help(.rendition, "name")) var rendition: String?
    @Option(help: help(.photoSizeLimit, "size")) var photoSizeLimit: String?
    @Option(help: help(.thumbnails, "which"), completion: .choices(Configuration.Thumbnails.self)) var thumbnails:
        String?
    @Option(help: help(.thumbnailers, "programs")) var thumbnailers: String?
    @Option(help: help(.thumbnailCacheSize, "size")) var thumbnailCacheSize: String?
    @Option(help: help(.photosPerPlace, "number")) var photosPerPlace: String?
    @Option(help: help(.photosPerPin, "number")) var photosPerPin: String?
    @Option(help: help(.sort, "order"), completion: .choices(PhotoQuery.Order.self)) var sort: String?
    @Option(help: help(.license, "which"), completion: .choices(PhotoQuery.LicenseFilter.self)) var license: String?
    @Option(help: help(.sidecars, "how"), completion: .choices(Settings.Sidecars.self)) var sidecars: String?
    @Option(help: help(.embed, "which"), completion: .choices(Settings.Embedding.self)) var embed: String?

    @Option(help: help(.streetTiles, "server")) var streetTiles: String?
    @Option(help: help(.satelliteTiles, "server")) var satelliteTiles: String?
    @Option(help: help(.labelTiles, "server")) var labelTiles: String?
    @Option(help: help(.leafletDirectory, "folder"), completion: .directory) var leafletDir: String?

    @Flag(help: help(.allowOther)) var allowOther = false
    @Flag(help: help(.readOnly)) var readOnly = false
    @Option(help: help(.fsname, "name")) var fsname: String?

    @Option(help: help(.stateDirectory, "folder"), completion: .directory) var stateDir: String?
    @Option(help: help(.cacheDirectory, "folder"), completion: .directory) var cacheDir: String?
    @Option(help: help(.logLevel, "level"), completion: .choices(Logger.Level.self)) var logLevel: String?
    @Option(help: help(.logFile, "file"), completion: .file()) var logFile: String?
    @Option(
        help: ArgumentHelp(
            "Configuration file, `key = value` lines (default: $XDG_CONFIG_HOME/placesfs/config, if there is one).",
            valueName: "file"), completion: .file())
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

    /// The administrator's file, the user's, environment, `-o`, options: the later wins, key by key.
    ///
    /// - Parameters:
    ///   - environment: The process's.
    ///   - base: Where the configuration files are sought.
    /// - Returns: The checked configuration, and the words for the kernel.
    /// - Throws: `.usage` or `.configuration`.
    func configuration(
        environment: [String: String], base: BaseDirectories
    ) throws(CommandFailure) -> (Configuration, kernelWords: [String]) {
        let words = try MountOptionWords(mountOptions)
        let files = try configurationFiles(base, words)
        var assignments = files.flatMap(\.assignments)
        if let key = environment["FLICKR_API_KEY"], !key.isEmpty {
            assignments.append(
                Assignment(key: .flickrAPIKey, value: key, origin: .environment("FLICKR_API_KEY")))
        }
        assignments += words.assignments + typed
        var configuration = try Configuration(assignments)
        configuration.formerKeys = Set(files.flatMap(\.former) + words.former).sorted()
        return (configuration, words.kernel)
    }

    /// The administrator's, whose every key the other, the user's own or the one that was named, can say anew.
    private func configurationFiles(
        _ base: BaseDirectories, _ words: MountOptionWords
    ) throws(CommandFailure) -> [ConfigurationFile] {
        let chosen = config.map { AbsolutePath.of($0) } ?? words.configurationFile
        let system = base.system + "/config"
        let own = chosen ?? base.configuration + "/config"
        var files: [ConfigurationFile] = []
        if own != system { files.append(try ConfigurationFile.read(system, .readable)) }
        files.append(try ConfigurationFile.read(own, chosen == nil ? .usual : .required))
        return files
    }

    /// Who says something, for `doctor`: the files that were read, and the options.
    ///
    /// - Throws: As `configuration(environment:base:)`.
    func filesRead(_ base: BaseDirectories) throws(CommandFailure) -> [String] {
        try configurationFiles(base, MountOptionWords(mountOptions)).compactMap(\.path) + ["options"]
    }

    private var typed: [Assignment] {
        let values: [(ConfigurationKey, String?)] = [
            (.source, source), (.mirror, mirror), (.proxy, proxy), (.apiBase, apiBase), (.imageBase, imageBase),
            (.contact, contact),
            (.cacheSize, cacheSize),
            (.thumbnails, thumbnails), (.thumbnailers, thumbnailers), (.thumbnailCacheSize, thumbnailCacheSize),
            (.rendition, rendition), (.photoSizeLimit, photoSizeLimit), (.photosPerPlace, photosPerPlace),
            (.photosPerPin, photosPerPin),
            (.sort, sort), (.license, license), (.sidecars, sidecars), (.embed, embed), (.streetTiles, streetTiles),
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
