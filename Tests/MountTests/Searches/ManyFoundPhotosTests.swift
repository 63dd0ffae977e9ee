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
    private static let steps =
        "q='near 10.03,10.03, r20km, \(count) photos'\n" + Script.text("Searches/steps.sh") + "\n"

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
