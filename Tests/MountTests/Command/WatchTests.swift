import PhotoSimulator
import TestSupport
import Testing

/// `status --watch` as a person sees it, on a real terminal.
@Suite("status --watch", .enabled(if: Repository.canMount), .serialized)
struct WatchTests {
    /// Runs a command on a terminal of 20 rows and 60 columns, keeps each screen that it draws, presses `q` when there
    /// are enough, and says what was amiss.
    private static let terminal = Script.text("Command/terminal.py")

    private func watch(_ mount: TestMount, frames: Int, prefix: String = "") async throws -> CommandResult {
        try mount.write(Array(Self.terminal.utf8), to: "terminal.py")
        return try await mount.shell(
            "\(prefix) python3 terminal.py \(frames) \"\(Repository.placesfs)\" status --watch \"$M\"")
    }

    @Test func `beside a slow copy each download has its row, nothing leaves the screen, and q ends it`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 12, imageBytes: 200_000...300_000)
        try await TestMount.run(numbered.configuration) { mount in
            mount.simulator.faults.add(.bandwidth(bytesPerSecond: 60_000), on: .images)
            let folder = NumberedLibrary.directory(0)
            let copy = try mount.start(
                "cp -r \"$M/\(folder)\" copied & cat \"$M/\(NumberedLibrary.path(7))\" > /dev/null; wait")
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.isImage })
            let seen = try await watch(mount, frames: 6, prefix: "TERM=xterm NO_COLOR=")
            #expect(seen.lines == ["status 0 frames True"], "\(seen.text)\(seen.errors)")
            let frames = try await mount.shell("cat frames")
            let downloads = frames.lines.filter { $0.hasPrefix("[") }
            #expect(!downloads.isEmpty, "\(frames.text)")
            #expect(downloads.allSatisfy { $0.contains(" of ") && $0.contains("%") }, "\(downloads)")
            #expect(downloads.contains { $0.contains("KiB/s") && $0.contains(":") }, "\(downloads)")
            #expect(
                frames.text.contains("download") && frames.text.contains("q ends")
                    && !frames.text.contains("in 1 photos"))
            let colors = try await mount.shell("grep -c $'\\e\\[32m' raw")
            #expect(Int(colors.text) ?? 0 > 0, "\(colors.errors)")
            let plain = try await watch(mount, frames: 3, prefix: "TERM=xterm NO_COLOR=1")
            #expect(plain.lines == ["status 0 frames True"], "\(plain.text)\(plain.errors)")
            #expect(try await mount.shell("grep -c $'\\e\\[[0-9]*m' raw").text == "0")
            mount.simulator.faults.removeAll()
            #expect(await copy.result().status == 0)
        }
    }

    @Test func `a terminal is not drawn on when nothing is mounted, and a pipe gets plain text`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration) { mount in
            let piped = try await mount.shell("timeout 20 \"\(Repository.placesfs)\" status --watch \"$M\" | head -n 1")
            #expect(piped.text.hasPrefix("placesfs ") && !piped.text.contains("\u{1B}"), "\(piped.text)")
            let nowhere = try await mount.shell(
                "python3 -c 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)' \"\(Repository.placesfs)\" "
                    + "status --watch \"$T\"")
            #expect(nowhere.status == 16 && nowhere.text.contains("no placesfs is mounted"), "\(nowhere.text)")
            #expect(!nowhere.text.contains("\u{1B}"))
        }
    }
}
