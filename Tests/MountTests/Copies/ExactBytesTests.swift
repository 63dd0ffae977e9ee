import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Photos never read before have the exact bytes", .enabled(if: Repository.canMount))
struct ExactBytesTests {
    /// What the image host tells of a length before the bytes have come.
    enum Host: CaseIterable {
        case tellsLength, hintsLength, tellsNothing, endsByClosing, hintsTooLong, hintsTooShort

        var effects: [Fault.Effect] {
            switch self {
            case .tellsLength: [.framing(.contentLength)]
            case .hintsLength: [.framing(.chunked), .lengthHint(.right)]
            case .tellsNothing: [.framing(.chunked)]
            case .endsByClosing: [.framing(.untilClose)]
            case .hintsTooLong: [.framing(.chunked), .lengthHint(.wrong(by: 5000))]
            case .hintsTooShort: [.framing(.chunked), .lengthHint(.wrong(by: -5000))]
            }
        }

        var lies: Bool { self == .hintsTooLong || self == .hintsTooShort }
    }

    /// What a photo's pixels make of its length before it is known.
    enum Estimate: CaseIterable {
        case aboveTheTruth, belowTheTruth

        /// Declared by the listing. Of what is so small Commons serves the original, whose length is known: there the
        /// photo is a strip, half as wide as its original.
        var pixels: (width: Int, height: Int) {
            guard self == .belowTheTruth else { return (1024, 683) }
            return TestSource.current == .flickr ? (120, 80) : (645, 40)
        }

        var imageBytes: ClosedRange<Int> {
            self == .belowTheTruth && TestSource.current == .commons ? 200_000...260_000 : 90_000...200_000
        }
    }

    /// Commons' hosts tell lengths; what the kernel makes of the others is the same for all sources.
    private static let hosts = TestSource.current == .commons ? [Host.tellsLength, .hintsTooLong] : Host.allCases

    @Test(
        .proves("A JPEG or PNG below the original", "Opening a photo settles its size", "The length is not known"),
        arguments: hosts, Estimate.allCases)
    func `every tool reads them, and stat is true afterwards`(host: Host, estimate: Estimate) async throws {
        try await Self.read(host, estimate, isEmbedded: true)
    }

    @Test(arguments: hosts)
    func `every tool reads the source's own where nothing is embedded`(host: Host) async throws {
        try await Self.read(host, .aboveTheTruth, isEmbedded: false)
    }

    private static func read(_ host: Host, _ estimate: Estimate, isEmbedded: Bool) async throws {
        let numbered = Self.library(estimate)
        let options = isEmbedded ? EmbeddedBytes.options : ["--embed", "none"]
        try await TestMount.run(numbered.configuration, options: options) { mount in
            try EmbeddedBytes.prepare(mount)
            // A first look at a folder never listed waits three seconds at most, which is little on a busy machine.
            #expect(try await mount.shell("ls \"$M/\(NumberedLibrary.directory())\" > /dev/null").status == 0)
            for effect in host.effects { mount.simulator.faults.add(effect, on: .images) }
            for (number, tool) in ReadingTool.all.enumerated() where tool.reads || !host.lies {
                let path = mount.path + "/" + NumberedLibrary.path(number)
                let bytes = numbered.bytes(number)
                let estimated = try await mount.shell("stat -c %s \"\(path)\"")
                let before = try #require(Int(estimated.text), "\(estimated.errors)")
                #expect(estimate == .aboveTheTruth ? before > bytes.count : before < bytes.count)

                // What is right is known from the source alone, or once the tool has read what is embedded.
                try mount.write(bytes, to: isEmbedded ? "source" : "want")
                let script = """
                    P="\(path)"
                    rm -f source.ours
                    right() { \(isEmbedded ? "cat \"$P\" > want && python3 embedded.py want source" : ":"); }
                    \(tool.checkedScript)
                    """
                var read = try await mount.shell(script, timeout: .seconds(30))
                if host.lies, read.status == 74 {
                    // The host lied about the length: it is an error once, never other bytes.
                    read = try await mount.shell(script, timeout: .seconds(30))
                }
                #expect(read.status == 0, "\(tool): \(read.errors)")
                let after = try await mount.shell("stat -c '%s %b' \"\(path)\"; stat -c %s want")
                let length = try #require(after.lines.last.flatMap { Int($0) })
                #expect(after.lines.first == "\(length) \((length + 511) / 512)", "after \(tool)")
                #expect(mount.simulator.ledger.imageRequests(of: NumberedLibrary.id(number)) == 1, "\(tool)")
            }
        }
    }

    @Test(.proves("A photo changes while it is open"))
    func `a photo that became another one is an error once, then right`() async throws {
        let numbered = Self.library(.aboveTheTruth)
        try await TestMount.run(numbered.configuration, options: EmbeddedBytes.options) { mount in
            try EmbeddedBytes.prepare(mount)
            let path = mount.path + "/" + NumberedLibrary.path(0)
            try mount.write(numbered.bytes(0), to: "old")
            let before = try await mount.shell("cat \"\(path)\" > out; python3 embedded.py out old && wc -c < out")
            #expect(before.status == 0, "\(before.errors)")
            try await mount.unmount()
            #expect(try await mount.shell("rm -r \"$XDG_CACHE_HOME/placesfs\"").status == 0)
            numbered.library.replaceImage(of: NumberedLibrary.id(0))
            try await mount.mount()

            let known = try await mount.shell("stat -c %s \"\(path)\"")
            #expect(known.text == before.text, "a learnt size is kept")
            let refused = try await mount.shell("cat \"\(path)\" > \"$T/out\"")
            #expect(refused.status == 1 && refused.errors.contains("Input/output error"), "\(refused.errors)")
            try mount.write(numbered.bytes(0), to: "want")
            let right = try await mount.shell(
                "cat \"\(path)\" > out; python3 embedded.py out want && [ $(stat -c %s \"\(path)\") = $(stat -c %s out) ]"
            )
            #expect(right.status == 0, "\(right.errors)")
        }
    }

    private static func library(_ estimate: Estimate) -> NumberedLibrary {
        let numbered = NumberedLibrary(photosPerPlace: ReadingTool.all.count, imageBytes: estimate.imageBytes)
        for number in ReadingTool.all.indices {
            numbered.library.edit(NumberedLibrary.id(number)) { photo in
                let (width, height) = estimate.pixels
                photo.renditions = [SimulatedRendition(suffix: "b", width: width, height: height)]
            }
        }
        return numbered
    }
}
