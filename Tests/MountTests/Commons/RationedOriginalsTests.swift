import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Wikimedia gives out few originals and any number of thumbnails, in some widths.
@Suite("Commons rations its originals", .enabled(if: Repository.canMount), .serialized)
struct RationedOriginalsTests {
    private static let town = "places/United States/Boston"

    /// Photos no wider than the rendition that a mount wants, around one town, and filed under one category.
    static func small(_ photos: Int, from first: Int = 0, tags: [String] = [], latitude: Double = 42.3584)
        -> [SimulatedPhoto]
    {
        (first..<(first + photos)).map { number in
            SimulatedPhoto(
                id: "\(90_000_000_000 + number)", title: "small \(number)", tags: tags,
                uploaded: 1_700_000_000 - Int64(number), position: .init(latitude: latitude, longitude: -71.0598),
                renditions: [.init(suffix: "o", width: 1024, height: 683)])
        }
    }

    static func configuration(_ photos: [SimulatedPhoto]) -> Simulator.Configuration {
        let library = Library.synthetic(places: 0, photosPerPlace: 0, imageBytes: 20_000...40_000)
        for photo in photos { library.add(photo) }
        return Simulator.Configuration(library: .custom(library))
    }

    @Test(.proves("Originals are rationed there"))
    func `with half a second for each page and no originals, fifty of fifty photos are read, wherever they are listed`()
        async throws
    {
        let photos =
            Self.small(50) + Self.small(50, from: 100, latitude: 10)
            + Self.small(60, from: 200, tags: ["towers", "brick"], latitude: -40)
        var configuration = Self.configuration(photos)
        configuration.behaviour.originalsBeforeRefusal = 0
        configuration.behaviour.parsingInMilliseconds = 500
        try await TestMount.run(configuration, source: .commons) { mount in
            let read = try await mount.shell(
                """
                count() { n=0; for photo in "$1"/*.jpg; do cat "$photo" > out && [ -s out ] && n=$((n + 1)); done; echo $n; }
                cd "$M" && mkdir pins/10,-71.0598 tags/towers
                ls tags/towers > "$T/topic"; cd "$T"; count "$M/\(Self.town)"; count "$M/pins/10,-71.0598"; count "$M/tags/towers/Brick"
                """, timeout: .seconds(150))
            #expect(read.lines.prefix(2) == ["50", "50"], "\(read)")
            // Of a topic's first part the rest may have come by now.
            #expect(read.lines.count == 3 && (50...60).contains(Int(read.lines.last ?? "") ?? 0), "\(read)")
            let entries = mount.simulator.ledger.entries
            #expect(entries.allSatisfy { $0.rendition != "o" })
            // Found first, then told of in two questions at once; more where the machine is slow and an answer has only
            // a part. One for each photo would be 160.
            let boston = entries.filter { $0.isAPI && $0.ended != nil }
            #expect(
                boston.count { $0.kind == "commons.page" && $0.arguments["pageids"] != nil } <= 12,
                "\(boston.map(\.kind))")
        }
    }

    @Test(.proves("A photo of Commons is a thumbnail"))
    func `the file says which picture it is, and has that picture's width and bytes`() async throws {
        var configuration = Self.configuration(Self.small(1))
        configuration.behaviour.originalsBeforeRefusal = 0
        try await TestMount.run(configuration, source: .commons, options: ["--photos-per-place", "5"]) { mount in
            let bytes = try #require(mount.simulator.library.imageBytes(of: "90000000000", "960"))
            try mount.write(bytes, to: "want")
            let read = try await mount.shell(
                """
                photo="$M/\(Self.town)/small 0.jpg"; cmp "$photo" want && echo same
                for name in rendition width; do getfattr --only-values -n user.places.$name "$photo"; echo; done
                getfattr -d "$photo" | grep -c rendition
                """)
            #expect(read.lines == ["same", "960", "960", "0"], "\(read)")
        }
    }

    @Test(.proves("Originals are rationed there"))
    func `an original that is refused is an error with the time of the next try, and closes no thumbnail`()
        async throws
    {
        var configuration = Self.configuration(Self.small(2))
        configuration.behaviour.originalsBeforeRefusal = 0
        try await TestMount.run(configuration, source: .commons, options: ["--rendition", "o"]) { mount in
            let refused = try await mount.shell(
                """
                cd "$M/\(Self.town)"; cat 'small 0.jpg'; echo $?
                error=$(getfattr --only-values -n user.places.error 'small 0.jpg'); echo "$error"
                next=$(grep -o '[0-9][0-9]:[0-9][0-9]$' <<< "$error")
                echo $((($(date -d "$next" +%s) - $(date +%s) + 86400) % 86400))
                cat 'small 1.jpg'; echo $?; getfattr --only-values -n user.places.rendition 'small 1.jpg'; echo
                """)
            #expect(refused.errors.contains("Input/output error"))
            #expect(refused.lines.count == 5 && refused.lines[0] == "1" && refused.lines[3] == "1", "\(refused)")
            #expect(refused.lines[1].hasPrefix("the image host asks us to wait (HTTP 429"), "\(refused)")
            #expect((500...660).contains(Int(refused.lines[2]) ?? 0), "\(refused)")
            #expect(refused.lines.last == "o", "never another picture under its name")
            #expect(mount.simulator.ledger.imageRequests == 1, "whoever is refused does not ask again")
            let status = try await mount.shell("cat \"$M/.placesfs/status\"")
            #expect(status.text.contains("(originals)"), "\(status.text)")
        }
    }

    @Test(.proves("A photo of Commons is a thumbnail"))
    func `a width that is not served gives way to the next smaller one, and the file says so`() async throws {
        var configuration = Self.configuration(Self.small(1))
        configuration.behaviour.refusedWidths = [960, 500]
        try await TestMount.run(configuration, source: .commons) { mount in
            let bytes = try #require(mount.simulator.library.imageBytes(of: "90000000000", "330"))
            try mount.write(bytes, to: "want")
            let read = try await mount.shell(
                """
                photo="$M/\(Self.town)/small 0.jpg"; cmp "$photo" want && echo same
                getfattr --only-values -n user.places.rendition "$photo"; echo
                stat -c %s "$photo"; cmp "$photo" want && echo same
                """)
            #expect(read.lines == ["same", "330", "\(bytes.count)", "same"], "\(read)")
        }
    }
}
