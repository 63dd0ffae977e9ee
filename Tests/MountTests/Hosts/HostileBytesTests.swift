import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Names whose bytes and characters say different things.
@Suite("Names are bytes", .enabled(if: Repository.canMount), .serialized)
struct HostileBytesTests {
    private static let titles = ["Koran \u{6DD}", "Number \u{600}", "Dot \u{D4E}", "Café", "Plain"]

    private static func configuration() -> Simulator.Configuration {
        Atlas.configuration { library in
            for (number, title) in titles.enumerated() {
                library.add(
                    SimulatedPhoto(
                        id: String(54_500_000_000 + number), title: title, description: title, tags: ["café", "quad"],
                        ownerName: "Ann", realName: "Ann", uploaded: 1_700_100_000 + Int64(number),
                        position: Atlas.nice,
                        woeid: "614274"))
            }
        }
    }

    @Test(.proves("A name is looked up as it is spelt"))
    func `a name opens, and its sidecar, whatever letter stands before its dot`() async throws {
        try await TestMount.run(Self.configuration()) { mount in
            let result = try await mount.shell(
                """
                cd "$M/places/France/Nice"; n=0
                for f in *.jpg; do
                    [ -e "$f" ] && [ -e "${f%.jpg}.geojson" ] && n=$((n + 1)) || echo "gone: $f"
                done
                ls | grep -c 'jpg.geojson'; [ $n -ge 5 ] && echo all
                """)
            #expect(result.lines == ["0", "all"], "\(result.text)\(result.errors)")
        }
    }

    @Test(.proves("A name is looked up as it is spelt")) func `a listed name is found by its bytes alone`() async throws
    {
        try await TestMount.run(Self.configuration()) { mount in
            let result = try await mount.shell(
                #"""
                cd "$M/places/France/Nice"; ls > /dev/null
                stat -c %n $'Caf\u00e9.jpg' $'Caf\u00e9.geojson'
                stat $'Cafe\u0301.jpg'; stat $'Cafe\u0301.geojson'
                cd "$M/pins"; mkdir $'48.5,2.5 caf\u00e9'; stat -c %n $'48.5,2.5 caf\u00e9'; stat $'48.5,2.5 cafe\u0301'
                cd "$M/tags"; mkdir $'caf\u00e9'; stat -c %n $'caf\u00e9'; readlink $'cafe\u0301'
                """#)
            // Another spelling of a topic is a link to it.
            #expect(result.lines.count == 5, "\(result.text)\(result.errors)")
            #expect(result.errors.ranges(of: "No such file").count == 3, "\(result.errors)")
        }
    }
}
