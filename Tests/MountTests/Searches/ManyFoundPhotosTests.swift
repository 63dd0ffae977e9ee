import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// One folder with as many photos as a search may have, each with a long description.
@Suite("A folder of thousands of photos", .enabled(if: Repository.canMount && TestSource.current == .flickr))
struct ManyFoundPhotosTests {
    private static let isLong = ProcessInfo.processInfo.environment["PLACESFS_LONG_TESTS"] != nil
    /// In a long run as many as there may be.
    private static let count = isLong ? 4000 : 1200

    private static func configuration() -> Simulator.Configuration {
        let library = Library.synthetic(places: 0, photosPerPlace: 0, imageBytes: 1500...2500)
        for number in 0..<count + 100 {
            library.add(
                SimulatedPhoto(
                    id: PinnedWorld.id(number), title: "Number \(number)",
                    description: "Seen by \"chance\" in the <b>harbour</b>, №\(number). "
                        + String(repeating: "Ein längerer Satz über das Licht. ", count: 60),
                    uploaded: 1_700_000_000 - Int64(number),
                    position: .init(
                        latitude: 10 + Double(number % 71) / 1000, longitude: 10 + Double(number % 67) / 1000)))
        }
        return Simulator.Configuration(library: .custom(library))
    }

    /// Prints one line for each step: its name, how long it took in seconds, and what came of it.
    private static let steps = """
        cd "$M/search" || exit 1
        q='near 10.03,10.03, r20km, \(count) photos'
        step() { local start=$EPOCHREALTIME; local told; told=$("${@:2}" 2>&1 | tail -1); local end=$EPOCHREALTIME
            echo "$1 $(( (${end/./} - ${start/./}) / 1000 )) $told"; }
        found() { for _ in $(seq 2400); do
            [ "$(getfattr --only-values -n user.places.state "$q")" = fresh ] && break; sleep 0.05; done; ls "$q" | grep -c 'jpg$'; }
        names() { ls -f "$q" | grep -c 'jpg$'; }
        details() { ls -l "$q" | grep -c 'jpg$'; }
        map() { python3 -c 'import json, sys
        t = open(sys.argv[1], "rb").read(); m = json.loads(t); f = m["features"]
        assert len(t) < 8_000_000, len(t)
        assert all(len(x["properties"]["description"]) <= 301 for x in f), max(len(x["properties"]["description"]) for x in f)
        print(len(f), len(set(x["properties"]["href"] for x in f)))' "$q/map.geojson"; }
        page() { [ "$(wc -c < "$q/map.html")" -lt 8800000 ] && grep -c 'Number 1199' "$q/map.html"; }
        table() { python3 -c 'import csv, sys
        r = list(csv.DictReader(open(sys.argv[1], encoding="utf-8-sig", newline=""))); print(len(r), len(r[7]["description"]) > 1500)' "$q/photos.csv"; }
        credits() { grep -c '^Number' "$q/CREDITS.txt"; }
        sidecar() { grep -c 'Licht' "$q/Number 17.geojson"; }
        archive() { tar -cf - "$q" 2> "$T/errors" | tar -tf - | grep -c 'jpg$'; }
        again() { tar -cf - "$q" 2> "$T/errors" | wc -c > "$T/bytes"; ls "$q" | grep -c 'jpg$'; }

        """

    @Test(.proves("A search may have 4,000 photos"))
    func `thousands of photos in one folder are listed, mapped, credited and archived like fifty`() async throws {
        let n = Self.count
        try await TestMount.run(Self.configuration()) { mount in
            let done = try await mount.shell(
                Self.steps + """
                    mkdir "$q"; step found found
                    for s in names details map page table credits sidecar archive again; do step $s $s; done
                    """)
            print("a folder of \(n) photos, milliseconds: \(done.lines.joined(separator: "; "))")
            let results = Dictionary(
                done.lines.map { line in
                    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
                    return (
                        words.first ?? "", (Int(words.dropFirst().first ?? "") ?? .max, words.dropFirst(2).first ?? "")
                    )
                }, uniquingKeysWith: { first, _ in first })
            let expected = [
                "found": "\(n)", "names": "\(n)", "details": "\(n)", "map": "\(n) \(n)", "page": "1",
                "table": "\(n) True",
                "credits": "\(n)", "sidecar": "1", "archive": "\(n)", "again": "\(n)",
            ]
            #expect(results.mapValues(\.1) == expected, "\(done.text)\(done.errors)")
            // In milliseconds, of a debug build beside other tests; each grows with the number of photos at most.
            for (step, bound) in ["names": 2_000, "details": 6_000, "map": 10_000, "table": 10_000, "credits": 10_000] {
                #expect(results[step]?.0 ?? .max < bound, "\(step): \(done.text)")
            }
        }
    }
}
