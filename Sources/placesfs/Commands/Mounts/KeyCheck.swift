internal import Flickr
internal import HTTP
internal import HTTPCurl
internal import PhotoTree

/// What `doctor` says about Flickr's key: whether there is one, whether it looks like one, and whether Flickr accepts
/// it. It never shows the key.
struct KeyCheck: Sendable {
    private let configuration: Configuration
    private let source: SourceName
    private let file: String

    /// - Parameters:
    ///   - configuration: The mount's configuration.
    ///   - source: The source that was chosen.
    ///   - file: The configuration file that a key can be written to.
    init(_ configuration: Configuration, _ source: SourceName, file: String) {
        self.configuration = configuration
        self.source = source
        self.file = file
    }

    /// Asks Flickr once, if it can be reached.
    func finding(isHostReached: Bool) async -> Checkup.Finding {
        if source == .flickr, let mirror = configuration.sources.mirror {
            return said(.good, "the mirror has it (\(mirror.host.name))")
        }
        guard source == .flickr else { return unneeded }
        guard let key = configuration.sources.apiKey, let hosts = SourceHosts(source, configuration) else {
            return said(.wrong, "none; \(SourceChoice.whereKeysComeFrom)")
        }
        guard isHostReached else { return unknown("it does not answer") }
        return await verdict(on: key, at: hosts.api)
    }

    private var unneeded: Checkup.Finding {
        if let flaw = configuration.sources.keyFlaw {
            return said(.note, "\(flaw.description); \(source.rawValue) needs none")
        }
        guard configuration.sources.apiKey == nil else {
            return said(.good, "there is one; \(source.rawValue) needs none")
        }
        return said(
            .note,
            "none, and \(source.rawValue) needs none; \(SourceChoice.whereKeysComeFrom), "
                + "for FLICKR_API_KEY or \(file)")
    }

    private func verdict(on key: APIKey, at api: String) async -> Checkup.Finding {
        let transport: CurlTransport
        do throws(HTTPError) {
            transport = try Reachability(configuration).transport()
        } catch {
            return unknown(error.summary)
        }
        do throws(PhotoSourceError) {
            try await FlickrSource(transport: transport, key: key, endpoints: FlickrEndpoints(apiBase: api)).checkKey()
            return said(.good, "Flickr takes it")
        } catch {
            switch error {
            case .credentialsRefused(let words):
                return said(
                    .wrong,
                    "\(words); copy it again from https://www.flickr.com/services/apps/by/me "
                        + "into FLICKR_API_KEY or \(file)")
            case .unreachable(let words), .timedOut(let words), .tooManyRequests(let words), .failed(let words):
                return unknown(words)
            case .backingOff: return unknown("it asks us to wait")
            case .shareUsed: return unknown("the hour's share of requests is used")
            case .gone, .cancelled: return unknown("nobody waited")
            }
        }
    }

    private func unknown(_ reason: String) -> Checkup.Finding {
        said(.note, "there is one, but Flickr did not say whether it takes it: \(reason)")
    }

    private func said(_ verdict: Checkup.Finding.Verdict, _ words: String) -> Checkup.Finding {
        Checkup.Finding(verdict: verdict, subject: "key", words: words)
    }
}
