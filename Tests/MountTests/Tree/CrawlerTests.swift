import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Programs that go through all places", .enabled(if: Repository.canMount && TestSource.current == .flickr))
struct CrawlerTests {
    /// Forty requests at once, twenty of which are left to others; then one every ten seconds.
    private static let options = ["--api-requests-per-hour", "400"]

    /// A program of that name looks into all folders, and writes down where it is.
    private static func begin(as name: String) -> String {
        """
        cp "$(command -v find)" "$T/\(name)"
        "$T/\(name)" "$M/places" -mindepth 2 -type d -exec sh -c 'echo "$1" >> "$T/walk"' sh {} \\; 2> "$T/errors" &
        crawler=$!
        status() { "\(Repository.placesfs)" status "$M"; }
        until status | grep 'goes through all folders'; do sleep 0.1; done
        now() { echo "${EPOCHREALTIME/./}"; }
        timed() { S=$(now); "$@" > "$T/out" || echo failed; echo $(( ($(now) - S) / 1000 )); }

        """
    }

    @Test(
        .proves("A program that opens more than twenty"),
        arguments: ["nautilus", "finder"])
    func `other programs need not wait for a crawler, and status says who it is`(program: String) async throws {
        let world = Simulator.Configuration(library: .synthetic(places: 60, photosPerPlace: 2))
        try await TestMount.run(world, options: Self.options) { mount in
            let looked = try await mount.shell(
                Self.begin(as: program) + """
                    last=$(ls -d "$M"/places/*/* | grep -v 'map\\.' | tail -n 4)
                    while read -r folder; do timed ls "$folder"; done <<< "$last"
                    # Where it waits now, too.
                    timed ls "$(tail -n 1 "$T/walk")"
                    grep '^placesfs_listings_queued' "$M/.placesfs/metrics"
                    kill $crawler; wait $crawler; echo $?
                    """, timeout: .seconds(60))
            let lines = looked.lines
            try #require(lines.count == 8, "\(looked.text) \(looked.errors)")
            #expect(lines[0].contains("\(program) (") && lines[0].contains("of 60 places are listed"))
            for waited in lines[1...5] { #expect(try #require(Int(waited)) < 10_000, "\(lines)") }
            // Its own wait at the source.
            let queued = lines[6].split(separator: " ").last.flatMap { Int($0) } ?? 0
            #expect(lines[6].hasPrefix("placesfs_listings_queued ") && queued > 0, "\(lines[6])")
            #expect(lines[7] == "143")
        }
    }
}
