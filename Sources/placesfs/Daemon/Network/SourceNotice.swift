internal import Flickr
internal import HTTP
internal import HTTPCurl
internal import PhotoTree

/// What a user should know of the source before he looks at the mount: that it refuses the key, or cannot be reached.
/// The mount is made all the same, for what is known can be browsed.
struct SourceNotice: Sendable {
    /// A mount is not held up for longer than this.
    private static let patience = Duration.seconds(2)

    private let configuration: Configuration
    private let source: Configuration.Source

    init(_ configuration: Configuration, _ source: Configuration.Source) {
        self.configuration = configuration
        self.source = source
    }

    /// Asks the source once.
    ///
    /// - Returns: One line, or nil when nothing is wrong.
    func line() async -> String? {
        guard let hosts = SourceHosts(source, configuration) else { return nil }
        let reachability = Reachability(configuration, patience: Self.patience)
        guard source == .flickr, configuration.mirror == nil, let key = configuration.apiKey else {
            return await reachability.whyNoAnswer(from: hosts.askedAt[0]).map { unreachable($0) }
        }
        do throws(HTTPError) {
            let transport = try reachability.transport()
            let flickr = FlickrSource(
                transport: transport, key: key, endpoints: FlickrEndpoints(apiBase: hosts.api))
            do throws(PhotoSourceError) {
                try await flickr.checkKey()
                return nil
            } catch {
                switch error {
                case .credentialsRefused(let words):
                    let reason = words.hasPrefix("Flickr says: ") ? String(words.dropFirst(13)) : words
                    return "Flickr refuses your key (\(reason)), so only what is known is shown; placesfs doctor helps"
                case .unreachable(let words), .timedOut(let words): return unreachable(words)
                case .tooManyRequests, .backingOff, .failed, .cancelled: return nil
                }
            }
        } catch {
            return nil
        }
    }

    private func unreachable(_ reason: String) -> String {
        let name = source == .flickr ? "Flickr" : "Wikimedia Commons"
        return
            "\(name) does not answer (\(reason)), so only what is known is shown; the rest comes by itself when it does"
    }
}
