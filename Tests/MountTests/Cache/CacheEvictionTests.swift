import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Photos give way in the cache and never to a reader", .enabled(if: Repository.canMount))
struct CacheEvictionTests {
    @Test(.proves("A photo is larger than"), .enabled(if: TestSource.current.hasLengthsOfItsOwn))
    func `a photo larger than the whole cache is read, and the others stay kept`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 5, imageBytes: 2_000_000...2_400_000)
        let huge = NumberedLibrary.id(4)
        for number in 0..<4 {
            numbered.library.edit(NumberedLibrary.id(number)) { photo in
                // The largest one has the length above, others what their pixels are of it: some 140 kB.
                photo.renditions = [
                    SimulatedRendition(suffix: "b", width: 1024, height: 683),
                    SimulatedRendition(suffix: "k", width: 4096, height: 2732),
                ]
            }
        }
        try await TestMount.run(numbered.configuration, options: EmbeddedBytes.options + ["--cache-size", "700k"]) {
            mount in
            try EmbeddedBytes.prepare(mount)
            for number in 0..<5 { try mount.write(numbered.bytes(number), to: "want-\(number)") }
            let read = { (number: Int) in
                let result = try await mount.shell(
                    """
                    dd if="$M/\(NumberedLibrary.path(number))" of=copy iflag=direct bs=64k status=none
                    python3 embedded.py copy want-\(number)
                    """)
                #expect(result.status == 0, "\(number): \(result.text)\(result.errors)")
            }
            for number in 0..<4 { try await read(number) }
            try await read(4)
            #expect(mount.simulator.ledger.imageRequests == 5)
            try await read(4)
            #expect(mount.simulator.ledger.imageRequests(of: huge) >= 2, "it is passed through, each time")
            mount.simulator.ledger.reset()
            for number in 0..<4 { try await read(number) }
            #expect(mount.simulator.ledger.imageRequests == 0, "none of them went")
            let files = try await mount.shell("cd \"$XDG_CACHE_HOME\"/placesfs/*/ && ls | grep -v 'photo$'")
            #expect(files.lines == ["CACHEDIR.TAG", "format", "kept"])
        }
    }

    @Test(.proves("A photo is evicted while"))
    func `of closed photos the one viewed longest ago is evicted first`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 6, imageBytes: 90_000...98_304)
        try await TestMount.run(numbered.configuration, options: EmbeddedBytes.options + ["--cache-size", "400k"]) {
            mount in
            let kept =
                "ls \"$XDG_CACHE_HOME\"/placesfs/*/ | grep -o '^5[0-9]*' | sed 's/.*\\(.\\)/\\1/' | sort | tr -d '\\n'"
            for number in 0..<4 {
                #expect(try await mount.shell("cat \"$M/\(NumberedLibrary.path(number))\" > /dev/null").status == 0)
            }
            #expect(try await mount.shell(kept).text == "0123")
            let before = try await mount.shell(
                "getfattr --only-values -n user.places.viewed \"$M/\(NumberedLibrary.path(0))\"")
            // The oldest is looked at again, which settles after a moment, and two more want its room.
            let again = try await mount.shell(
                FreshnessTests.await(
                    """
                    cat "$M/\(NumberedLibrary.path(0))" > /dev/null; [ "$(stat -c %x "$M/\(NumberedLibrary.path(0))" |
                        date -f - +%s)" -gt "$(date -d '\(before.text)' +%s)" ]
                    """))
            #expect(again.status == 0, "\(again.errors)")
            for number in 4..<6 {
                #expect(try await mount.shell("cat \"$M/\(NumberedLibrary.path(number))\" > /dev/null").status == 0)
            }
            let left = try await mount.shell(FreshnessTests.await("[ \"$(\(kept))\" = 0345 ]"))
            let found = try await mount.shell(kept)
            #expect(left.status == 0, "\(found.text)")
        }
    }

    /// Six photos held open, of which the cache has room for three.
    @Test(.proves("A photo is evicted while"))
    func `open photos are evicted and read on, to the last byte, within the limit`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 6, imageBytes: 90_000...110_000)
        try await TestMount.run(numbered.configuration, options: EmbeddedBytes.options + ["--cache-size", "360k"]) {
            mount in
            try EmbeddedBytes.prepare(mount)
            for number in 0..<6 { try mount.write(numbered.bytes(number), to: "want-\(number)") }
            let script = Script.text("Cache/hold.py")
            try mount.write(Array(script.utf8), to: "hold.py")
            let result = try await mount.shell(
                "python3 hold.py \"\(NumberedLibrary.directory())\" \(NumberedLibrary.id(0)) \(TestSource.current.rendition)",
                timeout: .seconds(120))
            #expect(result.status == 0, "\(result.text)\(result.errors)")
        }
    }
}
