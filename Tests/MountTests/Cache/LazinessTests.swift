import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Nothing is asked for before somebody reads it, nor twice", .enabled(if: Repository.canMount))
struct LazinessTests {
    @Test(.proves("Mounting, `ls -lR`"), .enabled(if: TestSource.current.hasPlaces))
    func `a walk that reads all but photos asks for no image, and for each listing once`() async throws {
        let numbered = NumberedLibrary(places: 6, photosPerPlace: 20)
        try await TestMount.run(numbered.configuration) { mount in
            let ledger = mount.simulator.ledger
            #expect(ledger.searches == 0, "mounting asks for no listing")
            let one = try await mount.shell("ls \"$M/\(NumberedLibrary.directory(0))\" | grep -c jpg")
            #expect(one.text == "20")
            #expect(ledger.searches == 1)

            for walk in Self.walks {
                let walked = try await mount.shell("set -o pipefail; cd \"$M\" && { \(walk); } > \"$T/out\"")
                #expect(walked.status == 0, "\(walk): \(walked.errors)")
                #expect(ledger.imageRequests == 0, "\(walk)")
                // Six places and a topic.
                #expect(ledger.searches == 7, "\(walk)")
            }
            // The list of places, once a day, and nothing besides.
            #expect(ledger.apiRequests == 8)
            #expect(try await mount.shell("find \"$M\" -name '*.jpg' | wc -l").text == "120")
        }
    }

    /// In the mountpoint. The first has to list every place; the others may ask for nothing.
    private static let walks = [
        "ls -lR", "ls -lR", "find . -size +1", "du -a", "find . -exec stat {} +", "getfattr -dR .",
        "find . -name '*.jpg' -exec getfattr -n user.places.state {} +",
        "find . -name map.geojson -exec cat {} +", "find . -name '*.geojson' -exec cat {} +",
        "find . -name CREDITS.txt -exec cat {} +", "cat places/*/*/.hidden README.txt",
        "cat .placesfs/status .placesfs/status.json .placesfs/version", "ls -la .placesfs/cached",
        "test ! -e places/None",
    ]

    @Test(.proves("A photo is fetched once", "32 programs read one photo"))
    func `a photo is asked for once, however many read it and however often`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 12, imageBytes: 150_000...300_000)
        try await TestMount.run(numbered.configuration) { mount in
            let ledger = mount.simulator.ledger
            // Held back until all readers are there.
            let stall = mount.simulator.faults.add(.stall(afterBytes: 50_000), on: .images)
            let readers = try mount.start(
                """
                cd "$M/\(NumberedLibrary.directory())" && ls > /dev/null
                for reader in $(seq 32); do (cat "photo 0.jpg" > "$T/copy-$reader") & readers+=($!); done
                for reader in "${readers[@]}"; do wait $reader || exit 1; done
                md5sum "$T"/copy-* | cut -d' ' -f1 | sort | uniq -c
                """)
            #expect(await ledger.wait(for: 1) { $0.isImage && $0.status == 200 })
            mount.simulator.faults.remove(stall)
            let result = await readers.result()
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.lines.count == 1 && result.text.contains("32 "), "\(result.text)")
            try mount.write(numbered.bytes(0), to: "want")
            #expect(try await mount.shell("cmp \"$T/copy-7\" \"$T/want\"").status == 0)
            #expect(ledger.imageRequests == 1)

            let often = """
                for round in 1 2 3; do
                    for photo in "$M/\(NumberedLibrary.directory())"/*.jpg; do
                        cat "$photo" & tail -c 1000 "$photo" & head -c 1000 "$photo"
                    done
                    wait
                done > "$T/out"
                """
            #expect(try await mount.shell(often).status == 0)
            for number in 0..<12 {
                #expect(ledger.imageRequests(of: NumberedLibrary.id(number)) == 1)
            }
        }
    }

    @Test(.proves("A cached photo costs"))
    func `what was read costs no request of any kind, nor after a remount or kill -9`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 8)
        try await TestMount.run(numbered.configuration) { mount in
            let ledger = mount.simulator.ledger
            let directory = "\"$M/\(NumberedLibrary.directory())\""
            let look = "cd \(directory) && md5sum *.jpg && stat -c '%n %s %b %i %Y %Z' *.jpg"
            let sizes = try await mount.shell("stat -c %s \(directory)/*.jpg")
            let first = try await mount.shell(look)
            #expect(first.status == 0 && first.lines.count == 16, "\(first.errors)")
            #expect(
                sizes.lines.contains("\(TestSource.current.estimate(width: 1024, height: 683))"), "first an estimate")
            let truth = (0..<8).map { "\(numbered.bytes($0).count)" }
            let learnt = try await mount.shell("stat -c %s \(directory)/*.jpg")
            #expect(learnt.lines == truth)

            ledger.reset()
            #expect(try await mount.shell(look).text == first.text)
            #expect(ledger.count == 0)

            try await mount.unmount()
            try await mount.mount()
            let known = try await mount.shell("stat -c %s \(directory)/*.jpg; wc -c < \(directory)/'photo 3.jpg'")
            #expect(known.lines == truth + [truth[3]])
            #expect(try await mount.shell(look).text == first.text)
            #expect(ledger.count == 0, "\(ledger.entries.map(\.path))")

            #expect(kill(try await mount.daemon(), SIGKILL) == 0)
            try await mount.mount()
            #expect(try await mount.shell(look).text == first.text)
            #expect(ledger.count == 0, "\(ledger.entries.map(\.path))")
        }
    }

    @Test func `a photo is one inode wherever it is listed, and the cached ones need no host`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 5)
        try await TestMount.run(numbered.configuration) { mount in
            let directory = "\"$M/\(NumberedLibrary.directory())\""
            let before = try await mount.shell(
                "cd \(directory) && stat -c %i 'photo 1.jpg' && md5sum < 'photo 1.jpg'")
            #expect(before.lines.count == 2)
            mount.simulator.faults.add(.hangUp)
            let cached = """
                [ $(ls "$M/.placesfs/cached" | wc -l) = 1 ] || { ls "$M/.placesfs/cached" >&2; exit 1; }
                stat -c %i "$M"/.placesfs/cached/*.jpg && md5sum < "$M"/.placesfs/cached/*.jpg
                """
            let seen = try await mount.shell(cached)
            #expect(seen.text == before.text, "\(seen.errors)")
            try await mount.unmount()
            try await mount.mount()
            let remounted = try await mount.shell(cached)
            #expect(remounted.text == before.text, "\(remounted.errors)")
            #expect(try await mount.shell("stat -c %i \(directory)/'photo 1.jpg'").text == before.lines.first)
        }
    }

    @Test(.proves("A photo is larger than"))
    func `a photo larger than the cache may be is read right each time`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 4, imageBytes: 400_000...600_000)
        try await TestMount.run(numbered.configuration, options: ["--cache-size", "256K"]) { mount in
            for number in 0..<4 { try mount.write(numbered.bytes(number), to: "want-\(number)") }
            let read = """
                for round in 1 2 3; do
                    for number in 0 1 2 3; do
                        cmp "$M/\(NumberedLibrary.directory())/photo $number.jpg" "$T/want-$number" || exit 1
                        tail -c 1000 "$M/\(NumberedLibrary.directory())/photo $number.jpg" > "$T/tail"
                        tail -c 1000 "$T/want-$number" | cmp - "$T/tail" || exit 1
                    done
                done
                stat -c '%s %b' "$M/\(NumberedLibrary.directory())"/*.jpg
                """
            let result = try await mount.shell(read)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.lines == (0..<4).map { Self.size(numbered.bytes($0).count) })
        }
    }

    private static func size(_ count: Int) -> String {
        "\(count) \((count + 511) / 512)"
    }
}
