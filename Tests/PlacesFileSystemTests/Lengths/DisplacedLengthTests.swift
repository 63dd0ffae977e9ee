import FUSE
import HTTP
import PhotoTree
import Promises
import Synchronization
import Testing

@testable import PlacesFileSystem

@Suite("Lengths whose requests others displace", .timeLimit(.minutes(1)))
struct DisplacedLengthTests {
    /// An image host at which every request for a beginning gives way to others.
    private final class CrowdedHost: HTTPTransport {
        private let images = ImageTransport()
        let asked = Mutex<[HTTPRequest]>([])

        func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
            asked.withLock { $0.append(request) }
            guard !request.headers.contains(where: { $0.name == "Range" }) else { throw .displaced }
            return try await images.send(request)
        }
    }

    @Test func `no photo is read whole for its length because others went first`() async throws {
        let host = CrowdedHost()
        let world = try await World(transport: host) { $0.sizes = .exact }
        world.show(["one", "two"])
        #expect(try await world.list("places/France/Paris").contains("one.jpg"))
        let asked = host.asked.withLock { $0 }
        #expect(asked.count == 8 && asked.allSatisfy { $0.headers.contains { $0.name == "Range" } }, "\(asked.count)")
        #expect(world.cached.isEmpty)
        let attributes = try await world.files.lookup(
            "one.jpg", in: try await world.inode("places/France/Paris"), by: World.caller
        ).attributes
        #expect(attributes.map { $0.size > 3000 } == true, "the estimate stays")
    }
}
