internal import Commons
internal import Flickr
internal import HTTP
internal import HTTPCurl
internal import PhotoSimulator
internal import PhotoTree
internal import PlacesFileSystem

/// The source that was chosen, and the transport to its hosts.
extension Assembly {
    /// - Throws: Which part could not be built, and the remedy.
    static func source(
        _ plan: MountPlan, _ sample: SampleServer?, counting images: ImageLedger, logs: Logs
    ) throws(CommandFailure) -> (any PhotoSource, PoliteTransport) {
        let configuration = plan.configuration
        if let sample {
            let endpoints = FlickrEndpoints(apiBase: sample.simulator.apiBase, imageBase: sample.simulator.imageBase)
            let transport = try transport(plan, api: endpoints.apiBase, images: endpoints.imageBase, sample, images)
            guard let key = APIKey("sample") else { throw CommandFailure(.sampleFailed, "the sample has no key") }
            let source = FlickrSource(
                transport: transport, key: key, endpoints: endpoints, logger: logs.logger("flickr"))
            return (source, transport)
        }
        let api = SourceHosts(plan.source, configuration)?.api ?? ""
        let transport = try transport(plan, api: api, images: configuration.imageBase, nil, images)
        switch plan.source {
        case .commons:
            let endpoints = CommonsEndpoints(apiBase: api, imageBase: configuration.imageBase)
            let source = CommonsSource(
                transport: transport, endpoints: endpoints, patience: configuration.apiPatience(.commons),
                logger: logs.logger("commons"))
            return (source, transport)
        case .flickr, .sample:
            // A mirror adds its own to what is asked; ours, if there is one, is not for it.
            guard let key = configuration.mirror == nil ? configuration.apiKey : APIKey("mirror") else {
                throw CommandFailure(.keyMissing, "Flickr needs a key: set FLICKR_API_KEY")
            }
            let endpoints = FlickrEndpoints(apiBase: api, imageBase: configuration.imageBase)
            let source = FlickrSource(
                transport: transport, key: key, endpoints: endpoints, logger: logs.logger("flickr"))
            return (source, transport)
        }
    }

    /// - Throws: The names there are, where another was chosen.
    static func checkRendition(
        _ configuration: Configuration, _ source: any PhotoSource
    ) throws(CommandFailure) {
        guard let given = configuration.renditionGiven, let name = configuration.rendition,
            !source.renditionNames.contains(name)
        else { return }
        let names = source.renditionNames.joined(separator: ", ")
        throw given.reject("'\(name)' is no size of this source's photos; there are \(names)")
    }

    /// libcurl below; above it what is owed to hosts. A server on this machine looks after itself: no hourly share.
    private static func transport(
        _ plan: MountPlan, api: String, images: String?, _ sample: SampleServer?, _ ledger: ImageLedger
    ) throws(CommandFailure) -> PoliteTransport {
        let configuration = plan.configuration
        let curl: any HTTPTransport
        do throws(HTTPError) {
            curl = try CurlTransport(
                configuration: CurlConfiguration(
                    userAgent: UserAgent.text(contact: plan.source == .commons ? configuration.contact : nil),
                    connectTimeout: configuration.connectTimeout, firstByteTimeout: configuration.firstByteTimeout,
                    lowSpeedLimit: configuration.lowSpeed.rawValue, lowSpeedPeriod: configuration.lowSpeedTime,
                    plainHTTPHosts: configuration.plainHTTPHosts, proxy: configuration.proxy))
        } catch {
            throw CommandFailure(.failure, "libcurl did not start: \(error)")
        }
        var policies: [String: HostPolicy] = [:]
        if let host = HostName(of: api) {
            policies[host.name] = configuration.apiPolicy(
                plan.source, onThisMachine: (configuration.mirror?.host ?? host).isLoopback)
        }
        let isOwn = Self.isOwn(images ?? configuration.mirror?.base)
        let mirrored = configuration.mirror.map { MirrorTransport(base: curl, mirror: $0) }
        return PoliteTransport(
            over: sample?.transport(over: curl) ?? mirrored ?? curl, policies: policies,
            fallback: configuration.imagePolicy(plan.source, onThisMachine: isOwn), wallClock: { now().rawValue },
            counted: { ledger.count() })
    }

    /// Who has images fetched, and how many there may be.
    static func ledger(_ plan: MountPlan, _ sample: SampleServer?) -> ImageLedger {
        let configuration = plan.configuration
        let isOwn = isOwn(sample?.simulator.imageBase ?? configuration.imageBase ?? configuration.mirror?.base)
        return ImageLedger(limit: plan.configuration.imageLimit(onThisMachine: isOwn), now: now)
    }

    private static func isOwn(_ images: String?) -> Bool {
        images.flatMap { HostName(of: $0) }?.isLoopback ?? false
    }
}
