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

    /// Prints one line for each step: its name, how long it took in milliseconds, and what came of it.
    private static func steps(_ count: Int) -> String {
        "q='near 10.03,10.03, r20km, \(count) photos'\n" + Script.text("Searches/steps.sh") + """

            mkdir "$q"; step found found
            for s in names details map page table credits sidecar archive again; do step $s $s; done
            """
    }

    @Test(.proves("A search may have 4,000 photos"))
    func `thousands of photos in one folder are listed, mapped, credited and archived like fifty`() async throws {
        let (few, many) = (Self.count / 10, Self.count)
        try await TestMount.run(Self.configuration()) { mount in
            var times: [Int: [String: Int]] = [:]
            for n in [few, many] {
                let done = try await mount.shell(Self.steps(n))
                print("a folder of \(n) photos, milliseconds: \(done.lines.joined(separator: "; "))")
                var results: [String: String] = [:]
                for words in done.lines.map({ $0.split(separator: " ", maxSplits: 2).map(String.init) })
                where words.count > 1 {
                    times[n, default: [:]][words[0]] = Int(words[1])
                    results[words[0]] = words.dropFirst(2).first ?? ""
                }
                let expected = [
                    "found": "\(n)", "names": "\(n)", "details": "\(n)", "map": "\(n) \(n)", "page": "1",
                    "table": "\(n) True", "credits": "\(n)", "sidecar": "1", "archive": "\(n)", "again": "\(n)",
                ]
                #expect(results == expected, "\(done.text)\(done.errors)")
            }
            // Ten times as many take ten times as long; what grows with their square would take a hundred times.
            for step in ["names", "details", "map", "table", "credits"] {
                let (short, long) = (times[few]?[step] ?? 0, times[many]?[step] ?? .max)
                #expect(long < 30 * max(short, 50), "\(step): \(short) ms for \(few), \(long) for \(many)")
            }
        }
    }
}
