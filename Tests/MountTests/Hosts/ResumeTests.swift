import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("A download that breaks goes on where it was", .enabled(if: Repository.canMount))
struct ResumeTests {
    private static let short = ["--low-speed-time", "2s", "--retry-pause", "100ms"]
    private static let path = "$M/" + NumberedLibrary.path(0)
    private static let id = NumberedLibrary.id(0)
    private static let photo = Fault.Match.photo(id)
    private static let isBeginning = "python3 embedded.py - want beginning"

    /// How a transfer ends early.
    enum Break: Sendable, CaseIterable {
        case stall, cut

        var effect: Fault.Effect {
            switch self {
            case .stall: .stall(afterBytes: 150_000)
            case .cut: .cut(afterBytes: 150_000)
            }
        }
    }

    @Test(.proves("A body stalls half-way"), arguments: Break.allCases)
    func `a broken download is taken up by Range and If-Range, and its reader gets every byte`(how: Break) async throws
    {
        try await Self.run { mount, numbered in
            mount.simulator.faults.add(how.effect, on: Self.photo, times: 1)
            let read = try await mount.shell("python3 embedded.py \"\(Self.path)\" want")
            #expect(read.status == 0, "\(read.text)\(read.errors)")
            try await Self.expectResumed(mount, numbered)
        }
    }

    @Test(.proves("A body stalls half-way"))
    func `a download that nobody wants any more is ended and goes on when somebody does, prefix and all`() async throws
    {
        try await Self.run { mount, numbered in
            let fault = mount.simulator.faults.add(.stall(afterBytes: 150_000), on: Self.photo, times: 1)
            #expect(try await mount.shell("head -c 20000 \"\(Self.path)\" | \(Self.isBeginning)").status == 0)
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.isImage && $0.ended != nil })
            mount.simulator.faults.remove(fault)
            let read = try await mount.shell("python3 embedded.py \"\(Self.path)\" want")
            #expect(read.status == 0, "\(read.text)\(read.errors)")
            try await Self.expectResumed(mount, numbered)
        }
    }

    @Test(.proves("A body stalls half-way"))
    func `a host that refuses for a while when it is asked for the rest costs no byte of the prefix`()
        async throws
    {
        try await Self.run(options: ["--retries", "1"]) { mount, numbered in
            mount.simulator.faults.add(.cut(afterBytes: 150_000), on: Self.photo, times: 1)
            let refusal = mount.simulator.faults.add(.status(503), on: Self.photo, skip: 1)
            let failed = try await mount.shell("cat \"\(Self.path)\" > out")
            #expect(failed.status == 1 && failed.errors.contains("Input/output error"), "\(failed.errors)")
            let asked = mount.simulator.ledger.images(of: Self.id)
            #expect(asked.dropFirst().allSatisfy { $0.headers["range"] != nil } && asked.count <= 3, "\(asked.count)")
            mount.simulator.faults.remove(refusal)
            let read = try await mount.shell(
                FreshnessTests.await("python3 embedded.py \"\(Self.path)\" want 2> /dev/null"))
            #expect(read.status == 0)
            let whole = mount.simulator.ledger.images(of: Self.id).filter { $0.status == 206 }
            #expect(whole.count == 1 && whole[0].bytesSent < numbered.bytes(0).count)
        }
    }

    /// Hosts that do not do their part.
    enum Host: Sendable, CaseIterable {
        case withoutRanges, withoutValidators
    }

    @Test(.proves("A body stalls half-way"), arguments: Host.allCases)
    func `where the host cannot, it starts again, and its reader notices nothing`(host: Host) async throws {
        try await Self.run { mount, numbered in
            mount.simulator.change { behaviour in
                switch host {
                case .withoutRanges: behaviour.honoursRanges = false
                case .withoutValidators: behaviour.hasValidators = false
                }
            }
            mount.simulator.faults.add(.cut(afterBytes: 150_000), on: Self.photo, times: 1)
            let read = try await mount.shell("python3 embedded.py \"\(Self.path)\" want")
            #expect(read.status == 0, "\(read.text)\(read.errors)")
            let asked = mount.simulator.ledger.images(of: Self.id)
            #expect(asked.map(\.status) == [200, 200])
            // Without a validator the rest might be another image's.
            #expect((asked.last?.headers["range"] == nil) == (host == .withoutValidators))
        }
    }

    @Test(.proves("A photo changes while it is open"), arguments: [true, false])
    func `another image behind the break is never mixed with the first`(hasValidators: Bool) async throws {
        try await Self.run(options: ["--first-byte-timeout", "60s"]) { mount, numbered in
            mount.simulator.change { $0.hasValidators = hasValidators }
            mount.simulator.faults.add(.cut(afterBytes: 150_000), on: Self.photo, times: 1)
            let gate = mount.simulator.faults.add(.stallBeforeHead, on: Self.photo, skip: 1)
            let reader = try mount.start(Self.twoSteps)
            #expect(try await mount.shell(FreshnessTests.await("[ -e first ]")).status == 0)
            let old = numbered.bytes(0)
            numbered.library.replaceImage(of: Self.id)
            let new = numbered.bytes(0)
            try #require(old != new)
            #expect(await mount.simulator.ledger.wait(for: 2) { $0.isImage })
            mount.simulator.faults.remove(gate)
            try mount.write([], to: "go")
            let result = await reader.result()
            #expect(result.text == "errno 5", "\(result.text)\(result.errors)")
            try mount.write(old, to: "old")
            let served = try await mount.shell("python3 embedded.py out old beginning && stat -c %s out")
            #expect(served.text == "65536", "what was served stays the first: \(served.errors)")
            try mount.write(new, to: "new")
            let read = try await mount.shell(
                FreshnessTests.await("python3 embedded.py \"\(Self.path)\" new 2> /dev/null"))
            #expect(read.status == 0, "the next open is all of the second")
            let asked = mount.simulator.ledger.images(of: Self.id)
            #expect(asked.allSatisfy { $0.status != 206 })
            if hasValidators { #expect(asked.count > 1 && asked[1].headers["if-range"] != nil) }
        }
    }

    // MARK: Steps

    /// One photo of 300 kB whose bytes are in `$T/want`, listed.
    private static func run(
        options: [String] = [], _ body: (TestMount, NumberedLibrary) async throws -> Void
    ) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 1, imageBytes: 300_000...300_000)
        try await TestMount.run(numbered.configuration, options: EmbeddedBytes.options + short + options) { mount in
            try EmbeddedBytes.prepare(mount)
            _ = try await mount.shell("ls \"$M/\(NumberedLibrary.directory())\"")
            try mount.write(numbered.bytes(0), to: "want")
            try await body(mount, numbered)
        }
    }

    private static func expectResumed(_ mount: TestMount, _ numbered: NumberedLibrary) async throws {
        // What was sent is told at the end of an answer, which its reader may know before.
        #expect(await mount.asked(2) { $0.photo == id && $0.ended != nil })
        let asked = mount.simulator.ledger.images(of: id)
        try #require(asked.count == 2)
        #expect(asked.map(\.status) == [200, 206])
        let range = try #require(asked[1].headers["range"])
        let start = try #require(Int(range.dropFirst("bytes=".count).dropLast()))
        #expect(range == "bytes=\(start)-" && start > 0 && start <= 150_000)
        #expect(asked[1].bytesSent == numbered.bytes(0).count - start)
        // Wikimedia's tags have no quotation marks.
        #expect(asked[1].headers["if-range"]?.hasPrefix(TestSource.current == .flickr ? "\"" : "") == true)
    }

    /// Reads the beginning, waits for `go`, reads the rest through the same handle.
    private static let twoSteps =
        "python3 '\(Script.path("Hosts/two-steps.py"))' \"\(path)\""
}
