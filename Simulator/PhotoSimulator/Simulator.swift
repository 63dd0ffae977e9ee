internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization

/// A server on loopback that is compatible with Flickr and with Wikimedia Commons. Their APIs are on one port and their
/// image hosts on another, as the real ones are separate hosts. Stop it with `stop()`.
public final class Simulator: Sendable {
    public struct Configuration: Sendable {
        public enum Source: Sendable {
            /// The photos that ship with the program.
            case sample
            /// See `Library.synthetic(places:photosPerPlace:imageBytes:seed:)`.
            case synthetic(
                places: Int, photosPerPlace: Int, imageBytes: ClosedRange<Int> = 150_000...500_000, seed: UInt64 = 7)
            case recordings(RecordedAnswers)
            case custom(Library)

            func load() throws(SimulatorError) -> Library {
                switch self {
                case .sample: try .sample()
                case .synthetic(let places, let photosPerPlace, let imageBytes, let seed):
                    .synthetic(places: places, photosPerPlace: photosPerPlace, imageBytes: imageBytes, seed: seed)
                case .recordings: Library(images: .generated(seed: 1, byteCounts: ImageStore.standardByteCounts))
                case .custom(let own): own
                }
            }

            var recordings: RecordedAnswers? {
                if case .recordings(let answers) = self { answers } else { nil }
            }
        }

        public var library: Source
        /// The API's port; 0 takes any.
        public var port: Int
        /// The image host's port; 0 takes any.
        public var imagePort: Int
        /// The accepted key; nil accepts any that is not empty.
        public var apiKey: String?
        /// The behaviour at the start; see `Simulator.change(_:)`.
        public var behaviour: Behaviour
        /// How many threads serve connections.
        public var threads: Int
        /// Whether it answers at its own addresses (`/__ledger` and the like), which report requests and change
        /// answers. Only programs on this machine that use its loopback address are admitted, and no page in a browser.
        public var hasControl: Bool
        /// The present for the simulator, in Unix seconds; nil uses the clock.
        public var now: Int64?

        public init(
            library: Source = .sample, port: Int = 0, imagePort: Int = 0, apiKey: String? = nil,
            behaviour: Behaviour = Behaviour(), threads: Int = 1, hasControl: Bool = false,
            now: Int64? = nil
        ) {
            self.library = library
            self.port = port
            self.imagePort = imagePort
            self.apiKey = apiKey
            self.behaviour = behaviour
            self.threads = threads
            self.hasControl = hasControl
            self.now = now
        }
    }

    /// "http://127.0.0.1:40001/services/rest/".
    public let apiBase: String
    /// "http://127.0.0.1:40001/w/api.php": Commons' API, on the same port.
    public let commonsBase: String
    /// "http://127.0.0.1:40002", without a slash at the end.
    public let imageBase: String
    public var library: Library { site.library }
    public var faults: Faults { site.faults }
    public var ledger: Ledger { site.ledger }

    private let site: Site
    private let group: MultiThreadedEventLoopGroup
    private let listeners: [any Channel]
    private let isStopped = Mutex(false)

    private init(_ site: Site, _ group: MultiThreadedEventLoopGroup, api: any Channel, images: any Channel) {
        self.site = site
        self.group = group
        listeners = [api, images]
        apiBase = "http://127.0.0.1:\(api.localAddress?.port ?? 0)/services/rest/"
        commonsBase = "http://127.0.0.1:\(api.localAddress?.port ?? 0)\(Site.commonsPath)"
        imageBase = "http://127.0.0.1:\(images.localAddress?.port ?? 0)"
        site.serveImages(under: imageBase)
    }

    /// Returns when both ports accept requests.
    /// - Throws: `SimulatorError`: a port is taken, or the library's files cannot be read.
    public static func start(_ configuration: Configuration = Configuration()) async throws(SimulatorError) -> Simulator
    {
        let site = Site(
            try configuration.library.load(), recordings: configuration.library.recordings,
            behaviour: configuration.behaviour, key: configuration.apiKey, hasControl: configuration.hasControl,
            now: configuration.now)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: max(1, configuration.threads))
        do throws(SimulatorError) {
            let api = try await listen(configuration.port, site, group)
            let images = try await listen(configuration.imagePort, site, group)
            return Simulator(site, group, api: api, images: images)
        } catch {
            // The group has nothing left to do; a failure to shut it down must not hide the first error.
            try? await group.shutdownGracefully()
            throw error
        }
    }

    /// Starts a simulator for as long as `body` runs.
    public static func run<Result>(
        _ configuration: Configuration = Configuration(), _ body: (Simulator) async throws -> Result
    ) async throws -> Result {
        let simulator = try await start(configuration)
        do {
            let result = try await body(simulator)
            await simulator.stop()
            return result
        } catch {
            await simulator.stop()
            throw error
        }
    }

    /// Changes its behaviour for all requests from the next one on.
    public func change(_ edit: (inout Behaviour) -> Void) {
        site.change(edit)
    }

    public var behaviour: Behaviour {
        site.behaviour
    }

    /// Ends all connections, even those whose answers are held back; a second call does nothing.
    public func stop() async {
        let wasStopped = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return isStopped
        }
        // A channel of a group that was shut down never completes a call.
        guard !wasStopped else { return }
        for listener in listeners {
            // It may be closed already.
            try? await listener.close()
        }
        // This fails only if the group was shut down before.
        try? await group.shutdownGracefully()
    }

    private static func listen(
        _ port: Int, _ site: Site, _ group: MultiThreadedEventLoopGroup
    ) async throws(SimulatorError) -> any Channel {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 1024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(
                .writeBufferWaterMark, value: ChannelOptions.Types.WriteBufferWaterMark(low: 64 << 10, high: 256 << 10)
            )
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes))
                    try channel.pipeline.syncOperations.addHandlers([decoder, Connection(site)])
                }
            }
        do {
            return try await bootstrap.bind(host: "127.0.0.1", port: port).get()
        } catch {
            throw .cannotListen(port: port, reason: "\(error)")
        }
    }
}
