import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Archives of photos never read before", .enabled(if: Repository.canMount))
struct ArchiveTests {
    private static let photos = 12

    private static func library() -> NumberedLibrary {
        NumberedLibrary(photosPerPlace: photos, imageBytes: 30_000...60_000)
    }

    @Test(
        .proves("A program that writes an archive"),
        arguments: (Archiver.holding + Archiver.listed + [Archiver.compress]).filter(\.isInstalled))
    func `archives have the exact bytes, though the kernel was told estimates before`(archiver: Archiver) async throws {
        try await TestMount.run(Self.library().configuration) { mount in
            let packed = try await mount.shell(archiver.round(), timeout: .seconds(60))
            #expect(packed.lines == ["\(Self.photos) right"], "\(packed.text) \(packed.errors)")
            for number in 0..<Self.photos {
                let requests = mount.simulator.ledger.images(of: NumberedLibrary.id(number))
                #expect(requests.count == 2, "one for the beginning, one for the photo")
            }
        }
    }

    @Test(.proves("A program that writes an archive"), .enabled(if: OrdinaryUser.canMount))
    func `archives of a program that hides its files from the daemon have the exact bytes`() async throws {
        let hidden = Archiver(
            description: "", programs: ["python3"],
            packs: "(cd \"$U\" && python3 '\(Script.path("Support/hidden-tarfile.py"))' -c \"$A\" \"$N\")")
        try await TestMount.run(Self.library().configuration, asOrdinaryUser: true) { mount in
            let packed = try await mount.shell(hidden.round(), timeout: .seconds(60))
            #expect(packed.lines == ["\(Self.photos) right"], "\(packed.text) \(packed.errors)")
        }
    }

    @Test(.proves("Opening a photo settles its size"), arguments: Archiver.unconcerned.filter(\.isInstalled))
    func `who reads each photo to its end has the exact bytes, whatever was told`(archiver: Archiver) async throws {
        try await TestMount.run(Self.library().configuration) { mount in
            let packed = try await mount.shell(archiver.round(), timeout: .seconds(60))
            #expect(packed.lines == ["\(Self.photos) right"], "\(packed.text) \(packed.errors)")
        }
    }

    /// The table of docs/semantics.md, whose first column has programs, separated by commas.
    @Test func `each program of the table is tested`() throws {
        let page = try String(contentsOfFile: Repository.root + "/docs/semantics.md", encoding: .utf8)
        let rows = page.split(separator: "\n").drop { !$0.hasPrefix("| program |") }.dropFirst(2)
            .prefix { $0.hasPrefix("|") }
        let named = rows.flatMap { row in
            row.split(separator: "|")[0].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let archivers = Archiver.holding + Archiver.listed + Archiver.byName + Archiver.unconcerned + [.compress]
        let tested =
            archivers.map(\.description) + ServingTests.Server.all.map { "`\($0.description)`" } + [
                "`curl -F`", "a container's overlay",
            ]
        #expect(Set(named) == Set(tested))
        #expect(named.count == tested.count)
    }

    @Test func `archives of a folder that was never listed, and of one of a topic, have the exact bytes`() async throws
    {
        let bsdtar = try #require(Archiver.holding.first)
        try await TestMount.run(Self.library().configuration) { mount in
            let packed = try await mount.shell(bsdtar.round(looking: false), timeout: .seconds(60))
            #expect(packed.lines == ["\(Self.photos) right"], "\(packed.text) \(packed.errors)")
        }
    }

    /// What the image host tells of a length, and whether it knows ranges.
    enum Host: CaseIterable {
        case knowsNoRanges, hintsLength, tellsNothing

        var effects: [Fault.Effect] {
            switch self {
            case .knowsNoRanges: [.ignoredRange]
            case .hintsLength: [.ignoredRange, .framing(.chunked), .lengthHint(.right)]
            case .tellsNothing: [.ignoredRange, .framing(.chunked)]
            }
        }
    }

    @Test(.enabled(if: TestSource.current == .flickr), arguments: Host.allCases)
    func `archives have the exact bytes from a host that tells less`(host: Host) async throws {
        let bsdtar = try #require(Archiver.holding.first)
        try await TestMount.run(Self.library().configuration) { mount in
            for effect in host.effects { mount.simulator.faults.add(effect, on: .images) }
            let packed = try await mount.shell(bsdtar.round(), timeout: .seconds(60))
            #expect(packed.lines == ["\(Self.photos) right"], "\(packed.text) \(packed.errors)")
            // Where only the whole photo tells its length, the second request is for that, and the photo is kept.
            #expect(mount.simulator.ledger.imageRequests == 2 * Self.photos)
        }
    }

    @Test(.proves("Mounting, `ls -lR`"))
    func `who only looks costs no request for any photo`() async throws {
        try await TestMount.run(Self.library().configuration) { mount in
            let looked = try await mount.shell(
                """
                F="$M/\(NumberedLibrary.directory())"
                ls -l "$F" > "$T/list"; find "$F" -size +1k > "$T/found"; du -s "$F" > "$T/sum"
                exec 3>> "$T/log"; ls -l "$F" > /dev/null; exec 3>&-
                exec 4> "$T/library.sqlite3"; ls -l "$F" > /dev/null; exec 4>&-
                mkdir -p "$XDG_CACHE_HOME/viewer"; exec 5> "$XDG_CACHE_HOME/viewer/thumbs"; ls -l "$F" > /dev/null
                """)
            #expect(looked.status == 0, "\(looked.errors)")
            #expect(mount.simulator.ledger.imageRequests == 0)
        }
    }

    @Test(.proves("After ten seconds"))
    func `offline an archive is made with what is known, and the log says of whom`() async throws {
        let bsdtar = try #require(Archiver.holding.first)
        try await TestMount.run(Self.library().configuration) { mount in
            #expect(try await mount.shell("ls \"$M/\(NumberedLibrary.directory())\"").status == 0)
            await mount.simulator.stop()
            let began = ContinuousClock.now
            _ = try await mount.shell(
                """
                F="$M/\(NumberedLibrary.directory())"; U=$(dirname "$F"); N=$(basename "$F"); A="$T/archive"
                timeout 60 \(bsdtar.packs)
                """, timeout: .seconds(90))
            #expect(ContinuousClock.now - began < .seconds(60))
            #expect(mount.log.contains("a program got estimated sizes") && mount.log.contains("bsdtar"))
        }
    }

    @Test func `a program that waits for sizes can be interrupted`() async throws {
        let bsdtar = try #require(Archiver.holding.first)
        try await TestMount.run(Self.library().configuration) { mount in
            mount.simulator.faults.add(.stallBeforeHead, on: .images)
            let ended = try await mount.shell(
                """
                F="$M/\(NumberedLibrary.directory())"; U=$(dirname "$F"); N=$(basename "$F"); A="$T/archive"
                ls "$F" > /dev/null
                S=$EPOCHREALTIME
                timeout -s INT 1 \(bsdtar.packs)
                echo "$? $(( (${EPOCHREALTIME/./} - ${S/./}) / 1000 ))"
                """, timeout: .seconds(60))
            let words = ended.text.split(separator: " ").compactMap { Int($0) }
            #expect(words.count == 2 && words[0] == 124 && words[1] < 8000, "\(ended.text) \(ended.errors)")
        }
    }
}
