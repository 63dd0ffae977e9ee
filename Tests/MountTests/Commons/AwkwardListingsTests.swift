import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Listings of Commons in which something is not as it should be.
@Suite("Commons' awkward listings", .enabled(if: Repository.canMount), .serialized)
struct AwkwardListingsTests {
    private static let town = "places/United States/Boston"

    private static func photo(_ number: Int, tags: [String] = [], _ edit: (inout CommonsPage) -> Void = { _ in })
        -> SimulatedPhoto
    {
        var page = CommonsPage()
        edit(&page)
        return SimulatedPhoto(
            id: "\(91_000_000_000 + number)", title: "item \(number)", tags: tags,
            uploaded: 1_700_000_000 - Int64(number),
            position: .init(latitude: 42.3584, longitude: -71.0598), commons: page)
    }

    @Test(.proves("One file of Commons that is damaged"))
    func `a file that the wiki cannot measure takes no photo beside it away`() async throws {
        let photos = (0..<3).map { Self.photo($0) } + [Self.photo(3) { $0.isUnmeasured = true }]
        try await TestMount.run(RationedOriginalsTests.configuration(photos), source: .commons) { mount in
            let read = try await mount.shell(
                """
                cd "$M/\(Self.town)" && ls | grep jpg && cat *.jpg | wc -c
                mkdir "$M/pins/42.3584,-71.0598" && ls "$M/pins/42.3584,-71.0598" | grep -c jpg
                """)
            #expect(read.lines.prefix(3) == ["item 0.jpg", "item 1.jpg", "item 2.jpg"], "\(read)")
            #expect(read.lines.last == "3" && Int(read.lines.dropLast().last ?? "") ?? 0 > 0)
        }
    }

    @Test(.proves("One file of Commons that is damaged"))
    func `a collection near an archive shows the photos behind its scans, and counts photos`() async throws {
        let scans = (0..<60).map { number in Self.photo(number) { $0.mimeType = "image/tiff" } }
        var photos = (100..<104).map { Self.photo($0) }
        for index in photos.indices { photos[index].position?.latitude += 0.01 }
        try await TestMount.run(RationedOriginalsTests.configuration(scans + photos), source: .commons) { mount in
            let seen = try await mount.shell(
                """
                mkdir "$M/pins/42.3584,-71.0598" && cd "$M/pins/42.3584,-71.0598" && ls | grep jpg
                getfattr --only-values -n user.places.total .; echo
                """)
            #expect(
                seen.lines.sorted() == ["4", "item 100.jpg", "item 101.jpg", "item 102.jpg", "item 103.jpg"], "\(seen)")
        }
    }

    @Test func `a topic shows all of its files, however much was filed below it since, and each once`() async throws {
        let photos = (0..<31).map { number in
            Self.photo(number, tags: ["harbours"]) { if number == 5 { $0.formerNames = ["Old name.jpg"] } }
        }
        var configuration = RationedOriginalsTests.configuration(photos)
        configuration.behaviour.newestSubcategories = ["Harbours": 50]
        try await TestMount.run(configuration, source: .commons) { mount in
            mount.simulator.library.replaceImage(of: photos[0].id)
            let seen = try await mount.shell(
                """
                mkdir "$M/tags/harbours" && ls "$M/tags/harbours" > out
                getfattr --only-values -n user.places.count "$M/tags/harbours"
                """)
            #expect(seen.text == "31", "\(seen)")
        }
    }

    @Test(.proves("A search of Commons that ran out of time"))
    func `a search that ran out of time takes no photo from a place`() async throws {
        let photos = (0..<10).map { Self.photo($0) }
        let options = ["--listing-lifetime", "1s"]
        try await TestMount.run(RationedOriginalsTests.configuration(photos), source: .commons, options: options) {
            mount in
            let folder = "$M/\(Self.town)"
            #expect(try await mount.shell("ls \"\(folder)\" | grep -c jpg").text == "10")
            mount.simulator.change { $0.resultsBeforeTimeout = 2 }
            let told = try await mount.shell(
                FreshnessTests.await(
                    "ls \"\(folder)\" > out && getfattr --only-values -n user.places.error \"\(folder)\" 2> /dev/null | grep -q 'ran out of time'"
                ))
            #expect(told.status == 0, "\(told)")
            #expect(try await mount.shell("ls \"\(folder)\" | grep -c jpg").text == "10")
        }
    }
}
