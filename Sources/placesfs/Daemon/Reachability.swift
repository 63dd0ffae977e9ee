internal import Foundation
internal import HTTP
internal import HTTPCurl

/// Whether a host answers at all, asked once and with little patience: for who waits at a prompt.
struct Reachability: Sendable {
    private let configuration: Configuration

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// Why nothing comes from `address`, in a few words; nil when something does, whatever it says: over TLS even a
    /// refusal shows that the host itself was reached and no portal in between.
    func whyNoAnswer(from address: String) async -> String? {
        do throws(HTTPError) {
            let response = try await transport().send(HTTPRequest(url: address, maximumBodyLength: 64 << 10))
            response.body.cancel()
            return nil
        } catch {
            // A portal's redirect came from elsewhere only if TLS let it in, so the host did answer.
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
