internal import Commons
internal import Flickr
internal import Foundation
internal import Gazetteer
internal import HTTP
internal import HTTPCurl
internal import OwnPhotos
internal import PhotoCache
internal import PhotoTree
internal import PlacesFileSystem
internal import Sample

/// The source that was chosen, and the transport to its hosts.
extension Assembly {
    /// - Throws: Which part could not be built, and the remedy.
    static func source(
        _ plan: MountPlan, _ threads: DiskThreads, counting images: ImageUsageMeter, logs: Logs,
        gazetteer: () async throws(CommandFailure) -> Gazetteer
    ) async throws(CommandFailure) -> (any PhotoSource, RateLimitedTransport) {
        let configuration = plan.configuration
        if plan.source == .folder {
            let source = try folder(plan, try await gazetteer(), logs: logs)
            let packed = PackedFilesTransport(source) { work in await threads.run(work) }
            return (source, rateLimited(plan, over: packed, api: nil, counting: images))
        }
        guard let hosts = SourceHosts(plan.source, configuration) else {
            return try sample(plan, threads, counting: images)
        }
        let curl = try curl(plan)
        let base: any HTTPTransport =
            configuration.sources.mirror.map { MirrorTransport(base: curl, mirror: $0) as any HTTPTransport } ?? curl
        let transport = rateLimited(plan, over: base, api: hosts.api, counting: images)
        switch plan.source {
        case .commons:
            let endpoints = CommonsEndpoints(apiBase: hosts.api, imageBase: configuration.sources.imageBase)
            let source = CommonsSource(
                transport: transport, endpoints: endpoints, patience: configuration.apiPatience(.commons),
                logger: logs.logger("commons"))
            return (source, transport)
        case .flickr, .sample, .folder:
            // A mirror adds its own key to each request; ours, if there is one, is not sent to it.
            guard let key = configuration.sources.mirror == nil ? configuration.sources.apiKey : APIKey("mirror") else {
                throw CommandFailure(.keyMissing, "Flickr needs a key: set FLICKR_API_KEY")
            }
            let endpoints = FlickrEndpoints(apiBase: hosts.api, imageBase: configuration.sources.imageBase)
            let source = FlickrSource(
                transport: transport, key: key, endpoints: endpoints, logger: logs.logger("flickr"))
            return (source, transport)
        }
    }

    /// The rendition that was chosen; nil for the source's own choice. A configuration file is shared by all sources,
    /// and the sample may be mounted without being chosen. So it ignores a rendition from a file that it does not have.
    ///
    /// - Throws: The available names, if another was chosen.
    static func rendition(_ plan: MountPlan, _ source: any PhotoSource) throws(CommandFailure) -> String? {
        guard let rendition = plan.configuration.photos.rendition else { return nil }
        guard plan.source != .folder else { return nil }
        guard !source.renditionNames.contains(rendition.name) else { return rendition.name }
        if plan.source == .sample, case .file = rendition.given.origin { return nil }
        let names = source.renditionNames.joined(separator: ", ")
        throw rendition.given.reject("'\(rendition.name)' is no size of this source's photos; there are \(names)")
    }

    private static func sample(
        _ plan: MountPlan, _ threads: DiskThreads, counting images: ImageUsageMeter
    ) throws(CommandFailure) -> (any PhotoSource, RateLimitedTransport) {
        let folder = SampleSource.bundled
        do throws(SampleError) {
            let source = try SampleSource(folder: folder)
            let files = SampleTransport(folder: folder) { read in await threads.run(read) }
            return (source, rateLimited(plan, over: files, api: nil, counting: images))
        } catch {
            throw CommandFailure(.sampleFailed, "the sample cannot be shown: \(error); install placesfs again")
        }
    }

    private static func folder(
        _ plan: MountPlan, _ gazetteer: Gazetteer, logs: Logs
    ) throws(CommandFailure) -> OwnPhotosSource {
        let settings = plan.configuration.sources
        let path = settings.from ?? ""
        let index = plan.directories.state + "/photos.sqlite"
        try OwnFolder.check(path, isKnown: FileManager.default.fileExists(atPath: index))
        do throws(OwnPhotosError) {
            return try OwnPhotosSource(
                folder: OwnFolder.real(path), state: index,
                largest: plan.configuration.files.photoSizeLimit.rawValue,
                owner: OwnerOfPhotos(
                    author: settings.ownAuthor ?? "",
                    license: settings.ownLicense.flatMap { License(shortName: $0) }),
                gazetteer: gazetteer, logger: logs.logger("folder"))
        } catch {
            throw CommandFailure(error.isLocked ? .locked : .stateUnwritable, "\(error)")
        }
    }

    private static func curl(_ plan: MountPlan) throws(CommandFailure) -> CurlTransport {
        let configuration = plan.configuration
        do throws(HTTPError) {
            return try CurlTransport(
                configuration: CurlConfiguration(
                    userAgent: UserAgent.text(contact: plan.source == .commons ? configuration.sources.contact : nil),
                    connectTimeout: configuration.hosts.connectTimeout,
                    firstByteTimeout: configuration.hosts.firstByteTimeout,
                    lowSpeedLimit: configuration.hosts.lowSpeed.rawValue,
                    lowSpeedPeriod: configuration.hosts.lowSpeedTime,
                    plainHTTPHosts: configuration.plainHTTPHosts, proxy: configuration.sources.proxy))
        } catch {
            throw CommandFailure(.failure, "libcurl did not start: \(error)")
        }
    }

    /// The transport that keeps to the hosts' limits. A server on this machine has no hourly limit.
    private static func rateLimited(
        _ plan: MountPlan, over base: any HTTPTransport, api: String?, counting images: ImageUsageMeter
    ) -> RateLimitedTransport {
        let configuration = plan.configuration
        var policies: [String: HostPolicy] = [:]
        if let host = api.flatMap({ HostName(of: $0) }) {
            policies[host.name] = configuration.apiPolicy(plan.source, at: host)
        }
        return RateLimitedTransport(
            over: base, policies: policies,
            fallback: configuration.imagePolicy(plan.source, onThisMachine: hasOwnImages(plan)),
            bytesPerSecond: configuration.requests.bandwidth.map { Int(clamping: $0.rawValue) },
            wallClock: { now().rawValue },
            counted: { if plan.source.needsNetwork { images.count(isSmall: $0 == .small) } },
            hiding: { configuration.sources.apiKey?.hiding(in: $0) ?? $0 })
    }

    /// Counts which programs have images fetched, and knows the limit.
    static func usageMeter(_ plan: MountPlan) -> ImageUsageMeter {
        ImageUsageMeter(limit: plan.configuration.imageLimit(plan.source, onThisMachine: hasOwnImages(plan)), now: now)
    }

    /// Whether images come from this machine.
    static func hasOwnImages(_ plan: MountPlan) -> Bool {
        let base = plan.configuration.sources.imageBase ?? plan.configuration.sources.mirror?.base
        return !plan.source.needsNetwork || base.flatMap { HostName(of: $0) }?.isLoopback ?? false
    }
}

/// Redirects requests for a source's hosts to a mirror. It is below the transport that keeps to the hosts' limits, so
/// limits and pauses stay the source's.
struct MirrorTransport: HTTPTransport {
    let base: any HTTPTransport
    let mirror: Mirror

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard let address = mirror.address(of: request.url) else { return try await base.send(request) }
        var request = request
        // A mount with a mirror asks no other host, and in the mirror no other folder: the one for the API has the key.
        request.redirectFolder = mirror.folder(of: request.url)
        request.redirectHosts = []
        request.url = address
        return try await base.send(request)
    }
}
