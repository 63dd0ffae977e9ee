import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// What those who were let in leave to the owner.
@Suite(
    "The half of others in a shared mount", .enabled(if: Repository.canMount && geteuid() == 0, "two users take root"))
struct StrangersHalfTests {
    private static let stranger = "setpriv --reuid 65534 --regid 65534 --clear-groups"
    private static let open = "chmod 755 \"$M/..\" \"$T\"; cd \"$M\""

    @Test(.proves("While the owner or root uses"))
    func `the owner reads while others hold their half of the connections, and who waits too long gets an error`()
        async throws
    {
        let numbered = NumberedLibrary(photosPerPlace: 8)
        let options = ["--allow-other", "--connections", "4", "--host-wait", "2s", "--first-byte-timeout", "60s"]
        try await TestMount.run(numbered.configuration, options: options) { mount in
            for number in 1...4 {
                mount.simulator.faults.add(.stallBeforeHead, on: .photo(NumberedLibrary.id(number)))
            }
            let tried = try await mount.shell(
                """
                \(Self.open)/"\(NumberedLibrary.directory())"; cat "photo 0.jpg" > /dev/null || exit 1
                for n in 1 2 3 4; do
                    ( \(Self.stranger) timeout 20 cat "photo $n.jpg" > /dev/null 2> "$T/error $n" ) &
                done
                for try in $(seq 200); do [ "$(cat "$T"/error* | grep -c 'Input/output')" -ge 2 ] && break; sleep 0.1; done
                for n in 5 6; do timeout 10 cat "photo $n.jpg" | wc -c; done
                cat "$T"/error* | grep -c 'Input/output error'
                getfattr --only-values -n user.places.error "photo 4.jpg"
                """)
            // Wikimedia allows two connections in all.
            let half = TestSource.current == .flickr ? 2 : 1
            let bytes = [5, 6].map { "\(numbered.bytes($0).count)" }
            #expect(tried.lines.prefix(2) == bytes[...], "\(tried.text)\(tried.errors)")
            #expect(tried.lines.dropFirst(2).first == "\(4 - half)", "\(tried.text)")
            let asked = Set((1...4).filter { mount.simulator.ledger.imageRequests(of: NumberedLibrary.id($0)) > 0 })
            #expect(asked.count == half, "\(asked)")
        }
    }

    @Test(.proves("While the owner or root uses"))
    func `what the owner has read stays in the cache, however much others read`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 16, imageBytes: 140_000...150_000)
        try await TestMount.run(numbered.configuration, options: ["--allow-other", "--cache-size", "1M"]) { mount in
            let read = try await mount.shell(
                """
                \(Self.open)/"\(NumberedLibrary.directory())"
                for n in 0 1; do cat "photo $n.jpg" > /dev/null || exit 1; done
                \(Self.stranger) bash -c 'for n in $(seq 2 15); do cat "photo $n.jpg" || exit 1; done' | wc -c
                for n in 0 1; do getfattr --only-values -n user.places.state "photo $n.jpg"; echo; done
                """)
            let count = (2...15).reduce(0) { $0 + numbered.bytes($1).count }
            #expect(read.lines == ["\(count)", "cached", "cached"], "\(read.text)\(read.errors)")
        }
    }

    @Test(
        .proves("While the owner or root uses"),
        .enabled(if: TestSource.current == .flickr, "elsewhere a listing is several requests"))
    func `others have half of the hour's listings, and the owner lists on`() async throws {
        let numbered = NumberedLibrary(places: 20, photosPerPlace: 2)
        let options = ["--allow-other", "--api-requests-per-hour", "200", "--host-wait", "1s"]
        try await TestMount.run(numbered.configuration, options: options) { mount in
            let listed = try await mount.shell(
                """
                \(Self.open)/"\(NumberedLibrary.country)"; ls "Town 0" > /dev/null || exit 1
                for n in $(seq 1 14); do \(Self.stranger) bash -c "ls 'Town $n' 2>&1 | tail -n 1"; done > "$T/listed"
                grep -c jpg "$T/listed"; grep -c 'Input/output error' "$T/listed"
                # A look at a name asks for no listing either.
                \(Self.stranger) stat 'Town 15/photo 0.jpg' 2>&1 | grep -o 'No such file.*'
                timeout 10 ls 'Town 16' | grep -c jpg
                getfattr --only-values -n user.places.error 'Town 14' | grep -o 'other users have had their half.*listings'
                """)
            let counts = listed.lines.prefix(2).compactMap { Int($0) }
            #expect(counts.reduce(0, +) == 14 && (9...11).contains(counts[0]), "\(listed.text)\(listed.errors)")
            #expect(listed.lines.dropFirst(2).prefix(2) == ["No such file or directory", "2"], "\(listed.text)")
        }
    }

    @Test(.proves("While the owner or root uses"))
    func `others' thumbnailers have half of the hour, too`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 20)
        let options = ["--allow-other", "--images-per-hour", "100", "--host-wait", "1s"]
        try await TestMount.run(numbered.configuration, options: options) { mount in
            let drawn = try await mount.shell(
                """
                \(Self.open)/"\(NumberedLibrary.directory())"; \(Gallery.reader("tumblerd")); cat "photo 0.jpg" > /dev/null
                for n in $(seq 1 12); do
                    \(Self.stranger) "$T/tumblerd" "photo $n.jpg" 2>&1 > /dev/null | grep -o 'Input/output error'
                done | wc -l
                for n in 13 14; do timeout 10 "$T/tumblerd" "photo $n.jpg" > /dev/null && echo drawn; done
                """)
            let refused = Int(drawn.lines.first ?? "") ?? 0
            // A tenth of their fifty may be asked for at once.
            #expect((6...8).contains(refused), "\(drawn.text)\(drawn.errors)")
            #expect(drawn.lines.suffix(2) == ["drawn", "drawn"], "\(drawn.text)")
        }
    }
}
