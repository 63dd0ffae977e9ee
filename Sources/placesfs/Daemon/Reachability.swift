internal import Foundation
internal import HTTP
internal import HTTPCurl

/// Checks whether a host answers at all: one request with short timeouts, because a user waits at a prompt.
struct Reachability: Sendable {
    private let configuration: Configuration

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// Why `address` does not answer, in a few words; nil when it does, with whatever status: over TLS even a refusal
    /// shows that the host itself was reached, and no captive portal in between.
    func whyNoAnswer(from address: String) async -> String? {
        do throws(HTTPError) {
            let response = try await transport().send(HTTPRequest(url: address, maximumBodyLength: 64 << 10))
            response.body.cancel()
            return nil
        } catch {
            // A captive portal cannot redirect over TLS without the host's certificate, so the host itself did answer.
            guard case .redirectRefused = error else { return error.summary }
            return nil
        }
    }

    func transport() throws(HTTPError) -> CurlTransport {
        try CurlTransport(
            configuration: CurlConfiguration(
                userAgent: UserAgent.text(contact: configuration.contact),
                connectTimeout: min(configuration.connectTimeout, .seconds(5)),
                firstByteTimeout: min(configuration.firstByteTimeout, .seconds(5)),
                plainHTTPHosts: configuration.plainHTTPHosts, proxy: configuration.proxy))
    }
}
