internal import Foundation
internal import HTTP
internal import HTTPCurl

/// Checks whether a host answers at all: one request with short timeouts, because a user waits at a prompt.
struct Reachability: Sendable {
    private let configuration: Configuration
    private let patience: Duration

    /// `patience` is the longest time for a connection, and for the first byte.
    init(_ configuration: Configuration, patience: Duration = .seconds(5)) {
        self.configuration = configuration
        self.patience = patience
    }

    /// Why `address` does not answer, in a few words; nil when it does, with whatever status: over TLS even a refusal
    /// shows that the host itself was reached, and no captive portal in between.
    func whyNoAnswer(from address: String) async -> String? {
        await answer(from: address).whyNot
    }

    /// Why an address cannot be reached, if it cannot, and what its host says the time is.
    func answer(from address: String) async -> (whyNot: String?, time: Date?) {
        do throws(HTTPError) {
            let response = try await transport().send(HTTPRequest(url: address, maximumBodyLength: 64 << 10))
            response.body.cancel()
            return (nil, response.headers["date"].flatMap(Self.time))
        } catch {
            // A captive portal cannot redirect over TLS without the host's certificate, so the host itself did answer.
            guard case .redirectRefused = error else { return (error.summary, nil) }
            return (nil, nil)
        }
    }

    /// Why there is no connection to `address`, in a few words; nil when there is one. No request is sent.
    func whyNoConnection(to address: String) async -> String? {
        do throws(HTTPError) {
            try await transport().connect(to: address)
            return nil
        } catch {
            return error.summary
        }
    }

    /// "Sun, 06 Nov 1994 08:49:37 GMT" (RFC 9110, section 5.6.7).
    static func time(_ header: String) -> Date? {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return format.date(from: header)
    }

    func transport() throws(HTTPError) -> CurlTransport {
        try CurlTransport(
            configuration: CurlConfiguration(
                userAgent: UserAgent.text(contact: configuration.sources.contact),
                connectTimeout: min(configuration.hosts.connectTimeout, patience),
                firstByteTimeout: min(configuration.hosts.firstByteTimeout, patience),
                plainHTTPHosts: configuration.plainHTTPHosts, proxy: configuration.sources.proxy))
    }
}

extension SourceChoice {
    /// Chooses the source; asks the network and the folders of `base` only if that decides.
    init(_ configuration: Configuration, _ base: BaseDirectories) async throws(CommandFailure) {
        let commons = SourceDirectories(configuration, source: .commons, base: base)
        try await self.init(
            configuration, file: base.configuration + "/config",
            isCommonsKnown: FileManager.default.fileExists(atPath: commons.catalog),
            whyNoCommons: {
                guard let hosts = SourceHosts(.commons, configuration) else { return nil }
                return await Reachability(configuration).whyNoAnswer(from: hosts.askedAt[0])
            })
    }
}
