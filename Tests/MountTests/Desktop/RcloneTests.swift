import PhotoSimulator
import TestSupport
import Testing

/// The same photos, the same windows, on `rclone mount`: the figures of docs/performance.md. Run with
/// `PLACESFS_DESKTOP`.
@Suite(
    "Beside rclone mount",
    .enabled(if: Repository.canMount && Gallery.isDesktopWanted, "PLACESFS_DESKTOP is not set"))
struct RcloneTests {
    /// Requests and bytes so far, of photos and whatever else is asked of the server.
    struct Traffic: Sendable, Equatable, CustomStringConvertible {
        var requests = 0
        var bytes = 0
        var description: String { "\(requests) requests, \(bytes / 1024) KiB" }

        static func - (left: Traffic, right: Traffic) -> Traffic {
            Traffic(requests: left.requests - right.requests, bytes: left.bytes - right.bytes)
        }
    }

    @Test(arguments: [
        DesktopTests.Client(program: "thunar"), DesktopTests.Client(program: "nautilus", arguments: "--new-window"),
        DesktopTests.Client(program: "caja", arguments: "--no-desktop"),
        DesktopTests.Client(program: "nemo", arguments: "--no-desktop"),
        DesktopTests.Client(program: "dolphin", arguments: "--new-window"), DesktopTests.Client(program: "pcmanfm"),
    ])
    func `a window asks for less`(client: DesktopTests.Client) async throws {
        if try client.isMissing() || Programs.lack("rclone", "eog") { return }
        let gallery = Gallery.photos(50)
        try await TestMount.run(gallery.configuration) { mount async throws in
            #expect(try await mount.shell("ls \"$M/\(NumberedLibrary.directory())\"").status == 0)
            let ours = try await Self.measure(client, on: mount, in: "$M/\(NumberedLibrary.directory())") {
                let images = mount.simulator.ledger.entries.filter(\.isImage)
                return Traffic(requests: images.count, bytes: images.reduce(0) { $0 + $1.bytesSent })
            }

            #expect(try await mount.shell("mkdir \"$T/www\" \"$T/rclone\"").status == 0)
            for number in 0..<50 { try mount.write(gallery.bytes(number), to: "www/photo \(number).jpg") }
            try mount.write(Array(Self.server.utf8), to: "server.py")
            let server = try mount.start("exec python3 server.py", timeout: .seconds(400))
            defer { server.signal(15) }
            #expect(try await mount.shell(FreshnessTests.await("[ -s \"$T/port\" ]")).status == 0)
            let rclone = try mount.start(
                "exec rclone mount :http: \"$T/rclone\" --http-url \"http://127.0.0.1:$(cat port)/\" --config none",
                timeout: .seconds(400))
            defer { rclone.signal(15) }
            let listed = try await mount.shell(FreshnessTests.await("[ $(ls \"$T/rclone\" | grep -c jpg) = 50 ]"))
            #expect(listed.status == 0)
            let theirs = try await Self.measure(client, on: mount, in: "$T/rclone") {
                let log = try await mount.shell("awk '{ n++; b += $2 } END { print n + 0, b + 0 }' log").text
                let numbers = log.split(separator: " ").compactMap { Int($0) }
                return Traffic(requests: numbers.first ?? 0, bytes: numbers.last ?? 0)
            }
            #expect(try await mount.shell("fusermount3 -u \"$T/rclone\" || fusermount3 -uz \"$T/rclone\"").status == 0)
            print("\(client.program): window: placesfs \(ours.window), rclone \(theirs.window)")
            print("\(client.program): one photo: placesfs \(ours.photo), rclone \(theirs.photo)")
            if client.program != "pcmanfm" { #expect(ours.window.bytes * 10 < theirs.window.bytes) }
            #expect(ours.window.bytes <= theirs.window.bytes)
        }
    }

    /// What a window on `folder` costs until nothing has been asked for ten seconds, and then a viewer on one photo.
    private static func measure(
        _ client: DesktopTests.Client, on mount: TestMount, in folder: String,
        _ traffic: @escaping @Sendable () async throws -> Traffic
    ) async throws -> (window: Traffic, photo: Traffic) {
        let before = try await traffic()
        let isQuiet: @Sendable () async -> Void = {
            var last = (try? await traffic()) ?? Traffic()
            let first = last
            var quiet = 0
            // What is cached already may be shown without asking.
            while quiet < (last == first ? 25 : 10), !Task.isCancelled {
                try? await ContinuousClock().sleep(for: .seconds(1))
                let now = (try? await traffic()) ?? last
                quiet = now == last ? quiet + 1 : 0
                last = now
            }
        }
        try await DesktopTests.open(client, on: mount, at: folder, until: isQuiet)
        let window = try await traffic()
        let viewer = DesktopTests.Client(program: "eog")
        try await DesktopTests.open(viewer, on: mount, at: folder + "/photo 3.jpg", until: isQuiet)
        return (window - before, try await traffic() - window)
    }

    /// Serves `www` with an index page, whole files and ranges; a line of `log` for each answer: method, bytes, path.
    private static let server = Script.text("Desktop/webdav-server.py")
}
