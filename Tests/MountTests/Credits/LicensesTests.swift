import PhotoSimulator
import Promises
import TestSupport
import Testing

/// `--license`, and what photos say of theirs: the same for a source that filters for us and one that does not.
@Suite("Licences", .enabled(if: Repository.canMount))
struct LicensesTests {
    /// Photo `n` has Flickr's licence `n`; Commons spells it as its templates do.
    private static func configuration() -> Simulator.Configuration {
        CreditedCopies.configuration { library in
            for number in CreditedCopies.titles.indices { library.remove(CreditedCopies.id(number)) }
            for number in 0...17 {
                library.add(
                    SimulatedPhoto(
                        id: CreditedCopies.id(100 + number), title: "licence \(number)", license: String(number),
                        uploaded: 1_700_000_000 + Int64(number),
                        position: .init(latitude: 48.8584, longitude: 2.2945), woeid: "615702"))
            }
        }
    }

    private static let wanted: [(filter: String, numbers: [Int])] = [
        ("any", Array(0...17)), ("cc", Array(1...6) + Array(9...16)), ("commercial", Array(4...13)),
        ("public-domain", Array(7...10)),
    ]

    @Test(.proves("`--license` means the same"), arguments: wanted)
    func `a filter shows the licences it names`(filter: String, numbers: [Int]) async throws {
        // Commons files the Public Domain Mark under "Public domain", which is not Creative Commons' alone.
        let isMarked = TestSource.current == .flickr || filter != "cc"
        let expected = numbers.filter { $0 != 10 || isMarked }
        try await TestMount.run(Self.configuration(), options: ["--license", filter]) { mount in
            let listed = try await mount.shell(
                "ls \"$M/places/France/Paris\" | grep 'jpg$' | tr -dc '0-9\\n' | sort -n")
            #expect(listed.lines.compactMap { Int($0) } == expected, "\(listed)")
        }
    }

    @Test(.proves("Licences have the names")) func `each photo says its licence, and where its text is`() async throws {
        try await TestMount.run(Self.configuration()) { mount in
            let said = try await mount.shell(
                """
                cd "$M/places/France/Paris" && ls > /dev/null
                for n in $(seq 0 17); do
                    getfattr --only-values -n user.places.license "licence $n.jpg" 2> /dev/null; echo -n ' '
                    getfattr --only-values -n user.places.license_url "licence $n.jpg" 2> /dev/null; echo
                done
                """)
            let deed = "https://creativecommons.org/licenses/"
            #expect(said.lines.count == 18)
            for (number, terms) in [(1, "by-nc-sa/2.0"), (4, "by/2.0"), (12, "by-sa/4.0"), (16, "by-nc-nd/4.0")] {
                let parts = terms.split(separator: "/")
                let name = "CC \(parts[0].uppercased()) \(parts[1])"
                #expect(said.lines.dropFirst(number).first?.hasPrefix("\(name) \(deed)\(terms)") == true, "\(said)")
            }
            if TestSource.current == .flickr {
                #expect(said.lines.last == "Flickr licence 17 ")
                #expect(said.lines.first?.hasPrefix("All rights reserved https://www.flickrhelp.com/") == true)
            } else {
                #expect(said.lines.dropFirst(8).first == "Public domain ")
            }
        }
    }
}
