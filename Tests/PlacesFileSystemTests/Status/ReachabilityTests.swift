import FUSE
import HTTP
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

/// A host that answers nothing while it is told why.
private final class SwitchedHost: HTTPTransport {
    let error = Shared<HTTPError?>(nil)
    let status = Shared(200)

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        if let error = error.current { throw error }
        return HTTPResponse(
            status: status.current, url: request.url, headers: [:],
            body: HTTPBody(next: { () async throws(HTTPError) in nil }, cancel: {}))
    }
}

@Suite("Whether the source is reachable", .timeLimit(.minutes(1)))
struct ReachabilityTests {
    private let host = SwitchedHost()
    private let clock = ManualClock()
    private let transport: RateLimitedTransport
    private let world: World

    init() async throws {
        let transport = RateLimitedTransport(
            over: host, fallback: HostPolicy(retry: RetryPolicy(retries: 0)), clock: clock, wallClock: { 0 })
        self.transport = transport
        world = try await World(rateLimited: transport)
    }

    private func ask() async {
        _ = try? await transport.send(HTTPRequest(url: "https://api.example/", maximumBodyLength: 1))
    }

    private func readme() async throws -> String? {
        try await world.read("README.txt").split(separator: "\n").map(String.init).first {
            $0.hasPrefix("Scripted is ")
        }
    }

    @Test func `a source that nobody asked is not called reachable`() async throws {
        #expect(try await world.read("README.txt").contains("\nScripted: not asked yet.\n"))
        #expect(try await readme() == nil)
    }

    private func status() async throws -> String? {
        try await world.read(".placesfs/status").split(separator: "\n").map(String.init).first { $0.hasPrefix("host") }
    }

    @Test(.proves("`README.txt` and the status say"))
    func `README.txt and status say so of any request, whatever the list of places said`() async throws {
        _ = try await world.list("places")
        await ask()
        #expect(try await readme() == "Scripted is reachable.")
        for error in [HTTPError.unreachable("no route"), .timedOut("no answer"), .cutShort("no answer")] {
            host.error.edit { $0 = error }
            await ask()
            let reason = error.summary.replacing("not reachable: ", with: "")
            #expect(try await readme() == "Scripted is not reachable (api.example: \(reason)).")
            #expect(try await status()?.contains("does not answer, last error: \(error.summary)") == true)
            host.error.edit { $0 = nil }
            await ask()
            #expect(try await readme() == "Scripted is reachable.")
            #expect(try await status()?.contains("does not answer") == false)
        }
    }

    @Test func `README.txt says of a source that answers with errors that it is left alone`() async throws {
        await ask()
        host.status.edit { $0 = 503 }
        await ask()
        let readme = try await world.read("README.txt")
        #expect(
            readme.contains("\nScripted does not answer now and is asked again by itself (api.example: HTTP 503).\n"))
        #expect(!readme.contains("is reachable"))
        clock.advance(by: .seconds(3600))
        #expect(try await world.read("README.txt").contains("does not answer now"), "nobody has asked since")
        host.status.edit { $0 = 200 }
        await ask()
        #expect(try await self.readme() == "Scripted is reachable.")
    }

    @Test func `the size and the time of README.txt follow at once`() async throws {
        await ask()
        let inode = try await world.inode("README.txt")
        let before = try await world.files.getattr(inode)
        world.now.edit { $0 += 60 }
        #expect(try await world.files.getattr(inode).modified == before.modified, "it says the same")
        host.error.edit { $0 = .unreachable("no route") }
        await ask()
        let after = try await world.files.getattr(inode)
        #expect(after.modified.seconds == before.modified.seconds + 60 && after.validity == .zero)
        #expect(after.size == Int64(try await world.read("README.txt").utf8.count) && after.size > before.size)
    }

    @Test(.proves("`README.txt` and the status say"))
    func `a key that is refused after the mount is told until the source answers again`() async throws {
        _ = try await world.list("places")
        await ask()
        world.source.photosByPlace.edit { $0[World.paris.id] = .failure(.credentialsRefused("invalid key")) }
        await #expect(throws: Errno.access) { _ = try await world.list("places/France/Paris") }
        #expect(try await readme() == "Scripted is reachable, and refuses your key; placesfs doctor helps.")
        world.source.photosByPlace.edit { $0[World.nice.id] = .failure(.failed("odd")) }
        _ = try? await world.list("places/France/Nice")
        #expect(try await readme()?.contains("refuses your key") == true, "a failure says nothing of the key")
        world.show(["Seine"], in: World.nice)
        _ = try await world.list("places/France/Nice")
        #expect(try await readme() == "Scripted is reachable.")
    }

    @Test func `a source that refuses the key is reachable, and README.txt says what it refuses`() async throws {
        world.source.places.edit { $0 = .failure(.credentialsRefused("invalid key")) }
        _ = try? await world.list("places")
        await ask()
        #expect(try await readme() == "Scripted is reachable, and refuses your key; placesfs doctor helps.")
        let why = "scripted refuses your key (invalid key); placesfs doctor helps"
        #expect(try await world.read("README.txt").contains("because Scripted's list did not come (\(why))."))
    }
}
