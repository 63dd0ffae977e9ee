import PhotoSimulator
import TestSupport
import Testing

/// Real file managers and viewers on a screen that nobody sees. They take minutes and a desktop's worth of packages:
/// run when `PLACESFS_DESKTOP` is set. A folder that `PLACESFS_SCREENSHOTS` names gets a picture of each.
@Suite(
    "Real file managers",
    .enabled(if: Repository.canMount && Gallery.isDesktopWanted, "PLACESFS_DESKTOP is not set"))
struct DesktopTests {
    struct Client: Sendable, CustomTestStringConvertible {
        var program: String
        var arguments = ""
        /// How many photos it surely asks for: some draw only what is on screen.
        var atLeast = 50
        var testDescription: String { program }

        /// Whether it cannot be run here, and the test is to return.
        func isMissing() throws -> Bool { try Programs.lack(program, "xvfb-run", "dbus-run-session") }
    }

    @Test(arguments: [
        Client(program: "thunar", atLeast: 6), Client(program: "nautilus", arguments: "--new-window"),
        Client(program: "caja", arguments: "--no-desktop"), Client(program: "nemo", arguments: "--no-desktop"),
        Client(program: "dolphin", arguments: "--new-window", atLeast: 6),
    ])
    func `a window on fifty photos fetches small renditions and nothing else`(client: Client) async throws {
        if try client.isMissing() { return }
        let gallery = Gallery.photos(50)
        try await TestMount.run(gallery.configuration) { mount async throws in
            let ledger = mount.simulator.ledger
            try await Self.open(client, on: mount) {
                _ = await ledger.wait(for: client.atLeast, within: .seconds(200)) {
                    $0.rendition == TestSource.current.thumbnail && $0.isComplete
                }
            }
            #expect(Set(Gallery.renditions(asked: ledger)) == [TestSource.current.thumbnail])
            #expect(ledger.imageRequests <= 50, "each once")
            let asked = ledger.entries.filter(\.isImage).reduce(0) { $0 + $1.bytesSent }
            #expect(asked * 20 <= (0..<50).reduce(0) { $0 + gallery.bytes($1).count })
            try await Self.expectNoViews(mount)
            try mount.write(gallery.bytes(3), to: "want")
            #expect(try await mount.shell("cmp \(Gallery.path(3)) want").status == 0)
            #expect(try await mount.shell("ls \"$M/recents\" | grep jpg").text == "01 photo 3.jpg")
        }
    }

    @Test func `a file manager that draws its icons itself fetches each photo once`() async throws {
        let client = Client(program: "pcmanfm")
        if try client.isMissing() { return }
        let numbered = NumberedLibrary(photosPerPlace: 50, imageBytes: 90_000...100_000)
        try await TestMount.run(numbered.configuration) { mount async throws in
            let ledger = mount.simulator.ledger
            try await Self.open(client, on: mount) {
                _ = await ledger.wait(for: 50, within: .seconds(200)) { $0.isImage && $0.isComplete }
            }
            #expect(Gallery.renditions(asked: ledger) == Array(repeating: TestSource.current.rendition, count: 50))
            try await Self.expectNoViews(mount)
        }
    }

    @Test(arguments: ["eog", "feh", "gpicview", "xdg-open"])
    func `a viewer fetches the photo it shows, and that is a view`(viewer: String) async throws {
        let shown = Client(program: viewer)
        if try shown.isMissing() { return }
        let gallery = Gallery.photos(12)
        try await TestMount.run(gallery.configuration) { mount async throws in
            let ledger = mount.simulator.ledger
            try await Self.open(shown, on: mount, at: "$M/\(NumberedLibrary.path(4))") {
                _ = await ledger.wait(for: 1, within: .seconds(200)) {
                    $0.rendition == TestSource.current.rendition && $0.isComplete
                }
            }
            #expect(ledger.imageRequests(of: NumberedLibrary.id(4), TestSource.current.rendition) == 1)
            #expect(Gallery.renditions(asked: ledger).count { $0 == TestSource.current.rendition } == 1)
            #expect(try await mount.shell("ls \"$M/recents\" | grep jpg").text == "01 photo 4.jpg")
        }
    }

    @Test(arguments: ["ristretto", "geeqie", "gthumb", "gwenview"])
    func `what a viewer was opened with is listed, though it reads the neighbours, too`(viewer: String) async throws {
        let shown = Client(program: viewer)
        if try shown.isMissing() { return }
        let gallery = Gallery.photos(12)
        try await TestMount.run(gallery.configuration) { mount async throws in
            let ledger = mount.simulator.ledger
            try await Self.open(shown, on: mount, at: "$M/\(NumberedLibrary.path(4))") {
                _ = await ledger.wait(for: 2, within: .seconds(200)) {
                    $0.rendition == TestSource.current.rendition && $0.isComplete
                }
                // Until the mount has settled what was a view, the viewer still there.
                _ = try? await mount.shell(FreshnessTests.await("ls \"$M/recents\" | grep -qx '01 photo 4.jpg'"))
            }
            #expect(try await mount.shell("ls \"$M/recents\" | grep jpg").text == "01 photo 4.jpg")
        }
    }

    /// A look counts two seconds later.
    private static func expectNoViews(_ mount: TestMount) async throws {
        let recents = try await mount.shell("sleep 3; ls \"$M/recents\" | grep -c jpg")
        #expect(recents.text == "0")
    }

    /// Shows the photos' folder, or what lies at `path`, in which a shell's variables count, until `isDone` returns.
    static func open(
        _ client: Client, on mount: TestMount, at path: String = "$M/\(NumberedLibrary.directory())",
        until isDone: @escaping @Sendable () async -> Void
    ) async throws {
        let session = try mount.start(
            """
            \(DesktopSession.prelude)rm -f "$T/done"
            exec dbus-run-session -- xvfb-run -a -s '-screen 0 1400x1000x24' bash -c '
                \(client.program) \(client.arguments) "\(path)" & client=$!
                until [ -e "$T/done" ]; do sleep 0.2; done
                [ -z "$PLACESFS_SCREENSHOTS" ] ||
                    { sleep 3; import -window root "$PLACESFS_SCREENSHOTS/\(client.program).png"; }
                kill $client'
            """, timeout: .seconds(120))
        let wait = Task { await isDone() }
        let end = Task {
            let result = await session.result()
            wait.cancel()
            return result
        }
        await wait.value
        try mount.write([], to: "done")
        let result = await end.value
        #expect(result.status != 124, "it never asked: \(result.errors.suffix(2000))")
    }
}
