import Foundation
import PhotoSimulator
import TestSupport
import Testing

@Suite(
    "One cache for a team", .enabled(if: Repository.canMount && TeamMirror.isHere, "needs nginx"), .serialized)
struct TeamMirrorTests {
    private static let photos = 200

    /// A simulated Flickr that knows the mirror's key alone, and the mirror before it.
    private static func run(
        photos: Int = 200, _ body: (Simulator, TeamMirror, Home) async throws -> Void
    ) async throws {
        var configuration = Simulator.Configuration(
            library: .custom(NumberedLibrary(photosPerPlace: photos).library), apiKey: TeamMirror.key)
        configuration.threads = 2
        try await Simulator.run(configuration) { simulator in
            try await Home.run { home in
                let folder = home.path + "/nginx"
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                let mirror = try await TeamMirror(simulator, in: folder)
                try await mirror.start()
                do {
                    try await body(simulator, mirror, home)
                } catch {
                    try? await mirror.stop()
                    throw error
                }
                try await mirror.stop()
            }
        }
    }

    private static func path(of number: Int, in library: Library) -> String {
        let photo = library.photo(NumberedLibrary.id(number))
        return "/flickr/images/\(photo?.server ?? "")/\(photo?.id ?? "")_\(photo?.secret ?? "")_b.jpg"
    }

    private static func mount(_ home: Home, _ mirror: TeamMirror, _ more: [String] = []) async throws {
        let mounted = try await home.command(
            ["mount", "--source", "flickr", "--embed", "none", "--mirror", mirror.address] + more + [home.mountpoint])
        #expect(mounted.status == 0, "\(mounted.errors)")
    }

    private static func shell(_ script: String, _ home: Home) async throws -> CommandResult {
        try await ChildProcess(
            ["bash", "-c", script],
            environment: home.environment.merging(["M": home.mountpoint, "PLACESFS": Repository.placesfs]) { $1 },
            directory: home.path, timeout: .seconds(120)
        ).result()
    }

    @Test func `thirty readers of the same 200 photos are 200 requests`() async throws {
        try await Self.run { simulator, mirror, home in
            let urls = (0..<Self.photos).map { mirror.address + Self.path(of: $0, in: simulator.library) }
            let list = urls.map { "url = \"\($0)\"\noutput = /dev/null\n" }.joined()
            try Data(list.utf8).write(to: URL(fileURLWithPath: home.path + "/urls"))
            let read = try await Self.shell(
                "seq 30 | xargs -P 30 -I{} curl -s --fail -K urls -w '%{http_code}\\n' | sort | uniq -c", home)
            #expect(read.status == 0 && read.text.trimmingCharacters(in: .whitespaces) == "6000 200", "\(read.text)")
            #expect(simulator.ledger.imageRequests == Self.photos)
        }
    }

    @Test func `a mount without a key shows Flickr's photos, a second one costs Flickr nothing`() async throws {
        try await Self.run(photos: 5) { simulator, mirror, home in
            try await Self.mount(home, mirror)
            let photo = "places/Country 0/Town 0/photo 1.jpg"
            let read = try await Self.shell(
                "ls \"$M/places/Country 0/Town 0\" && "
                    + "sha256sum < \"$M/\(photo)\"; getfattr -d \"$M/\(photo)\"; cat \"$M/.placesfs/status\"", home)
            #expect(read.text.contains("photo 1.jpg"), "\(read.errors)")
            let bytes = try #require(simulator.library.imageBytes(of: NumberedLibrary.id(1)))
            #expect(try await Self.shell("wc -c < \"$M/\(photo)\"", home).text == "\(bytes.count)")
            #expect(!read.text.contains(TeamMirror.key) && !home.log.contains(TeamMirror.key))
            let asked = simulator.ledger.count
            #expect(simulator.ledger.imageRequests == 1)

            // Another member of the team.
            try await Home.run { other in
                try await Self.mount(other, mirror)
                let again = try await Self.shell("wc -c < \"$M/\(photo)\"", other)
                #expect(again.text == "\(bytes.count)", "\(again.errors)")
                #expect(simulator.ledger.imageRequests == 1)
                #expect(simulator.ledger.count <= asked + 2, "answers of the API are kept, too")
            }
            #expect(!mirror.logs.contains(TeamMirror.key) && mirror.logs.contains("HIT"))
        }
    }

    @Test func `state and cache are the source's own: without the mirror, all that was read is there`() async throws {
        try await Self.run(photos: 3) { simulator, mirror, home in
            try await Self.mount(home, mirror)
            let read = "cat \"$M/places/Country 0/Town 0/photo 2.jpg\" | sha256sum"
            let first = try await Self.shell("ls \"$M/places/Country 0/Town 0\" > /dev/null; \(read)", home)
            #expect(first.status == 0, "\(first.errors)")
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
            #expect(try await Self.shell("ls .local/share/placesfs .cache/placesfs", home).text.contains("flickr\n"))
            let asked = simulator.ledger.count
            // Flickr itself cannot be reached from here.
            let mounted = try await home.command(
                ["mount", "--source", "flickr", "--embed", "none", "--connect-timeout", "1s", home.mountpoint],
                Home.key.merging(["https_proxy": "http://127.0.0.1:1"]) { $1 })
            #expect(mounted.status == 0, "\(mounted.errors)")
            #expect(try await Self.shell(read, home).text == first.text)
            #expect(simulator.ledger.count == asked)
            let address = try await Self.shell("grep -rlF 127.0.0.1 .local/share/placesfs/flickr", home)
            #expect(
                address.text == "" && address.status == 1,
                "the catalog knows the source's own addresses: \(address.text)")
        }
    }

    @Test func `the mirror goes down and comes back`() async throws {
        try await Self.run(photos: 4) { _, mirror, home in
            try await Self.mount(home, mirror, ["--retries", "0"])
            let town = "$M/places/Country 0/Town 0"
            #expect(try await Self.shell("cat \"\(town)/photo 0.jpg\" | wc -c", home).status == 0)
            try await mirror.stop()
            let down = try await Self.shell(
                "ls \"\(town)\" && cat \"\(town)/photo 0.jpg\" > /dev/null && cat \"\(town)/photo 1.jpg\"", home)
            #expect(down.status != 0 && down.text.contains("photo 3.jpg") && down.errors.contains("photo 1.jpg"))
            try await mirror.start()
            let back = try await Self.shell(FreshnessTests.await("cat \"\(town)/photo 1.jpg\" > /dev/null"), home)
            #expect(back.status == 0, "\(back.errors)")
        }
    }

    @Test(arguments: [
        Fault.Effect.htmlUnder200, .cut(afterBytes: 5_000), .emptyBody, .status(500),
    ])
    func `what the source answers badly is neither kept by the mirror nor taken for a photo`(
        _ effect: Fault.Effect
    ) async throws {
        try await Self.run(photos: 2) { simulator, mirror, home in
            simulator.faults.add(effect, on: .photo(NumberedLibrary.id(0)))
            try await Self.mount(home, mirror, ["--retries", "0"])
            let photo = "\"$M/places/Country 0/Town 0/photo 0.jpg\""
            let refused = try await Self.shell("cat \(photo)", home)
            #expect(refused.status != 0, "\(effect)")
            simulator.faults.removeAll()
            let bytes = try #require(simulator.library.imageBytes(of: NumberedLibrary.id(0)))
            try Data(bytes).write(to: URL(fileURLWithPath: home.path + "/photo"))
            let right = try await Self.shell(FreshnessTests.await("cmp \(photo) photo"), home)
            #expect(right.status == 0, "\(effect): \(right.errors)")
        }
    }

    @Test func `no redirect of a photo leads to the API, for which the mirror adds the key`() async throws {
        try await Self.run(photos: 2) { simulator, mirror, home in
            let api = "/flickr/api/services/rest/?method=flickr.photos.getSizes&photo_id=1"
            let targets = [api, "/flickr/images/%2e%2e" + api.dropFirst("/flickr".count)]
            let faults = targets.enumerated().map { number, target in
                simulator.faults.add(.redirect(target), on: .photo(NumberedLibrary.id(number)))
            }
            try await Self.mount(home, mirror, ["--retries", "0"])
            let listed = try await Self.shell("ls \"$M/places/Country 0/Town 0\"", home)
            #expect(listed.status == 0, "\(listed.errors)")
            for number in 0...1 {
                let refused = try await Self.shell("cat \"$M/places/Country 0/Town 0/photo \(number).jpg\"", home)
                #expect(refused.status != 0 && refused.text.isEmpty)
            }
            #expect(simulator.ledger.entries.allSatisfy { !$0.path.contains("getSizes") })
            #expect(faults.allSatisfy { simulator.faults.hits(of: $0) > 0 })
            #expect(mirror.logs.contains("_b.jpg") && !mirror.logs.contains("getSizes"))
        }
    }

    @Test func `the mirror answers ranges out of what it kept, and nothing but the sources`() async throws {
        try await Self.run(photos: 1) { simulator, mirror, home in
            let url = mirror.address + Self.path(of: 0, in: simulator.library)
            let ranges = try await Self.shell(
                """
                for range in 0-99 1000-1099 -50; do curl -s -r $range -w ' %{http_code}\\n' -o part '\(url)'; done
                for path in / /flickr/other /services/rest/ /flickr/images/../api; do
                    curl -s -o /dev/null -w '%{http_code}\\n' --path-as-is '\(mirror.address)'$path
                done
                curl -s -o /dev/null -w '%{http_code}\\n' -X POST '\(url)'
                """, home)
            let codes = ranges.lines.map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(codes == ["206", "206", "206", "404", "404", "404", "404", "403"], "\(ranges.text)")
            #expect(simulator.ledger.imageRequests == 1)
        }
    }
}
