internal import Foundation
internal import HTTP
internal import PhotoSimulator

/// The sample's own server on loopback, at the same ports as last time if nobody else has them: the catalog, and maps
/// that were copied somewhere, keep the addresses of images.
struct SampleServer: Sendable {
    let simulator: Simulator

    /// Listens; the ports are remembered in `folder`, the sample's state.
    ///
    /// - Throws: `.sampleFailed`.
    static func start(rememberingIn folder: String) async throws(CommandFailure) -> SampleServer {
        let memory = folder + "/ports"
        let remembered = (try? String(contentsOfFile: memory, encoding: .utf8))?.split(separator: " ")
            .compactMap { UInt16($0) }.map(Int.init)
        do throws(SimulatorError) {
            if let remembered, remembered.count == 2 {
                do throws(SimulatorError) {
                    return SampleServer(
                        simulator: try await .start(.init(port: remembered[0], imagePort: remembered[1])))
                } catch {
                    guard case .cannotListen = error else { throw error }
                }
            }
            let simulator = try await Simulator.start()
            let ports = [simulator.apiBase, simulator.imageBase].compactMap { URLComponents(string: $0)?.port }
            // Forgetting costs a thumbnail in an old map, no more.
            try? Data(ports.map(String.init).joined(separator: " ").utf8).write(to: URL(fileURLWithPath: memory))
            return SampleServer(simulator: simulator)
        } catch {
            throw CommandFailure(.sampleFailed, "the sample's server did not start: \(error)")
        }
    }

    /// Leads requests for images to where the server listens now.
    func transport(over base: any HTTPTransport) -> any HTTPTransport {
        Redirected(base: base, imageBase: simulator.imageBase, apiBase: simulator.apiBase)
    }

    private struct Redirected: HTTPTransport {
        let base: any HTTPTransport
        let imageBase: String
        let apiBase: String

        func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
            guard !request.url.hasPrefix(apiBase), !request.url.hasPrefix(imageBase),
                request.host.hasPrefix("127.0.0.1:"), let colon = request.url.firstRange(of: "://")?.upperBound,
                let path = request.url[colon...].firstIndex(of: "/")
            else { return try await base.send(request) }
            var request = request
            request.url = imageBase + request.url[path...]
            return try await base.send(request)
        }
    }
}
