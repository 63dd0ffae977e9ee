import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Maps", .enabled(if: Repository.canMount))
struct MapTests {
    /// What a GeoJSON reader that nobody here wrote finds: number of features, and their extent.
    private static func ogrinfo(_ mount: TestMount, _ path: String) async throws -> String {
        let result = try await mount.shell("ogrinfo -ro -al -so \"$M/\(path)\"")
        #expect(result.status == 0, "\(path): \(result.errors)")
        return result.text
    }

    private static func features(_ mount: TestMount, _ path: String) async throws -> [[String: Any]] {
        let map = try JSON.object(try await mount.shell("cat \"$M/\(path)\"").text)
        #expect(map["type"] as? String == "FeatureCollection")
        return try #require(map["features"] as? [[String: Any]])
    }

    private static func properties(_ features: [[String: Any]]) -> [[String: Any]] {
        features.compactMap { $0["properties"] as? [String: Any] }
    }

    @Test(
        .proves("`map.geojson` of a place"), .enabled(if: TestSource.current.hasPlaces, "places of the source's list"))
    func `a place's map shows its photos, a country's its places, the world's all places`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let world = try await Self.features(mount, "places/map.geojson")
            #expect(
                Self.properties(world).compactMap { ($0["href"] as? String)?.removingPercentEncoding } == [
                    "France/Nice/", "France/Paris/", "Japan/Kyoto/", "United States/Springfield, Illinois/",
                    "United States/Springfield, Missouri/",
                ])
            let france = try await Self.features(mount, "places/France/map.geojson")
            #expect(Self.properties(france).compactMap { $0["title"] as? String } == ["Nice", "Paris"])
            #expect(Self.properties(france).first?["subtitle"] as? String == "Provence, France")
            let paris = try await Self.features(mount, "\(Atlas.paris)/map.geojson")
            #expect(paris.count == 6)
            for (path, count) in [("places", 5), ("places/France", 2), (Atlas.paris, 6)] {
                #expect(try await Self.ogrinfo(mount, "\(path)/map.geojson").contains("Feature Count: \(count)\n"))
            }
            #expect(mount.simulator.ledger.imageRequests == 0)
        }
    }

    @Test(.proves("A photo on a map"))
    func `a photo on a map has all that is known of it, and its links lead to files`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let features = try await Self.features(mount, "\(Atlas.paris)/map.geojson")
            let feature = try #require(features.first { $0["id"] as? String == Atlas.id(1) })
            let geometry = try #require(feature["geometry"] as? [String: Any])
            #expect(geometry["type"] as? String == "Point")
            #expect(geometry["coordinates"] as? [Double] == [2.3266, 48.8599])
            let properties = try #require(feature["properties"] as? [String: Any])
            #expect(properties["title"] as? String == "Sunset over the Seine")
            #expect(properties["description"] as? String == "A calm evening & nobody about.\nAll blue.")
            #expect(properties["owner"] as? String == "Ada")
            #expect(properties["license"] as? String == "CC BY 2.0")
            #expect(properties["date"] as? String == "2019-05-04T18:20:11")
            let isFlickr = TestSource.current == .flickr
            #expect(
                properties["tags"] as? [String]
                    == (isFlickr ? ["seine", "easternsky"] : ["Eastern Sky", "Seine"]))
            #expect(properties["page"] as? String == Atlas.page)
            let thumbnail = try #require(properties["thumbnail"] as? String)
            #expect(isFlickr ? thumbnail.hasSuffix("_n.jpg") : thumbnail.hasPrefix(mount.simulator.imageBase))
            for properties in Self.properties(features) {
                let href = try #require(properties["href"] as? String)
                let relative = try #require(
                    URL(string: href, relativeTo: URL(fileURLWithPath: mount.path + "/" + Atlas.paris + "/")))
                #expect(FileManager.default.fileExists(atPath: relative.path), "\(href)")
            }
        }
    }

    @Test(
        .proves("The box of a map"),
        .enabled(if: TestSource.current.hasPlaces, "photos without a position are in no place there"))
    func `the box holds every photo with a margin`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let map = try JSON.object(try await mount.shell("cat \"$M/\(Atlas.paris)/map.geojson\"").text)
            let box = try #require(map["bbox"] as? [Double])
            let wanted = [2.3266 - 0.01, 48.8571 - 0.01, 2.3414 + 0.01, 48.8599 + 0.01]
            #expect(box.count == 4 && zip(box, wanted).allSatisfy { abs($0 - $1) < 1e-6 }, "\(box)")
            #expect(map["without_position"] as? Int == 4)
        }
    }

    @Test(
        .proves("The box of a map"), .enabled(if: TestSource.current.hasPlaces, "photos far away are in no place there")
    )
    func `a box across the antimeridian is a small one`() async throws {
        try await TestMount.run(
            Atlas.configuration { library in
                library.edit(Atlas.id(1)) { $0.position = .init(latitude: -17, longitude: 179.9) }
                library.edit(Atlas.id(5)) { $0.position = .init(latitude: -16, longitude: -179.7) }
            }
        ) { mount async throws in
            let map = try JSON.object(try await mount.shell("cat \"$M/\(Atlas.paris)/map.geojson\"").text)
            let box = try #require(map["bbox"] as? [Double])
            #expect(box[0] > 179 && box[2] < -179, "\(box)")
            #expect(try await Self.ogrinfo(mount, "\(Atlas.paris)/map.geojson").contains("Feature Count: 6\n"))
        }
    }

    @Test(
        .proves("Each photo has a sidecar"),
        .enabled(if: TestSource.current.hasPlaces, "photos without a position are in no place there"))
    func `a photo has a sidecar, without a position one of null`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let sidecars = try await mount.shell("cd \"$M/\(Atlas.paris)\"; ls *.geojson | grep -v '^map'")
            #expect(sidecars.lines.count == 6)
            for name in sidecars.lines {
                #expect(try await Self.ogrinfo(mount, "\(Atlas.paris)/\(name)").contains("Feature Count: 1\n"))
                let feature = try JSON.object(try await mount.shell("cat \"$M/\(Atlas.paris)/\(name)\"").text)
                #expect(feature["type"] as? String == "Feature")
                let hasPosition = name.hasPrefix("Pont") || name.hasPrefix("Sunset over the Seine (")
                #expect((feature["geometry"] is NSNull) != hasPosition, "\(name)")
                let properties = try #require(feature["properties"] as? [String: Any])
                let photo = name.replacing(".geojson", with: ".jpg")
                #expect((properties["href"] as? String)?.removingPercentEncoding == photo)
            }
            #expect(mount.simulator.ledger.imageRequests == 0)
        }
    }

    @Test(
        .proves("Generated files have"), .enabled(if: TestSource.current.hasPlaces, "there are a thousand places there")
    )
    func `stat knows the length of every generated file`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let result = try await mount.shell(
                """
                cd "$M"; ls -R > /dev/null
                find places -type f ! -name '*.jpg' | while read -r f; do
                    [ $(stat -c %s "$f") = $(cat "$f" | wc -c) ] || echo "$f"
                done; find places -type f ! -name '*.jpg' | wc -l
                """)
            #expect(result.lines.count == 1 && Int(result.lines[0]) ?? 0 > 2, "\(result.text)")
        }
    }

    @Test(.proves("`CREDITS.txt` has a line"))
    func `credits have a line for each photo, and the source's notice`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let credits = try await mount.shell("cat \"$M/\(Atlas.paris)/CREDITS.txt\"")
            let page = TestSource.current == .flickr ? "www.flickr.com/photos/" : "/wiki/File:"
            #expect(credits.lines.count { $0.contains(page) } == 6)
            // The name before it is the photo's own here: another photo has the same title.
            let line = ".jpg: \"Sunset over the Seine\" by Ada, CC BY 2.0, \(Atlas.page)"
            #expect(credits.lines.contains { $0.hasPrefix("Sunset over the Seine") && $0.hasSuffix(line) })
            #expect(credits.text.contains(TestSource.current.noticed))
        }
    }

    @Test(.proves("`.hidden` names")) func `dot-hidden names the maps and nothing else`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let result = try await mount.shell(
                "cd \"$M/\(Atlas.paris)\"; ls *.geojson | sort > \"$T/names\"; sort .hidden | diff - \"$T/names\"")
            #expect(result.status == 0, "\(result.text)")
            let gio = try await mount.shell("gio list \"$M/\(Atlas.paris)\"")
            #expect(gio.lines.contains("Pont Neuf.jpg") && !gio.lines.contains { $0.hasSuffix(".geojson") })
        }
    }

    @Test(.proves("Each photo has a sidecar"), arguments: ["unlisted", "none"])
    func `sidecars can be unlisted or left out`(choice: String) async throws {
        try await TestMount.run(Atlas.configuration(), options: ["--sidecars=\(choice)"]) { mount async throws in
            let list = try await mount.shell("ls -A \"$M/\(Atlas.paris)\"")
            #expect(list.lines.filter { $0.hasSuffix(".geojson") } == ["map.geojson"])
            #expect(
                try await mount.shell("stat -c %s \"$M/\(Atlas.paris)\"").text == "6", "photos, whatever else is listed"
            )
            let sidecar = try await mount.shell("cat \"$M/\(Atlas.paris)/Pont Neuf.geojson\"")
            #expect((sidecar.status == 0) == (choice == "unlisted"))
            #expect(try await mount.shell("cat \"$M/\(Atlas.paris)/.hidden\"").text == "map.geojson")
        }
    }

    @Test(.proves("Generated files have"))
    func `new content is a new file, and the old one stays readable to its holders`() async throws {
        let library = Atlas.library()
        try await TestMount.run(
            Simulator.Configuration(library: .custom(library)), options: ["--listing-lifetime", "1s"]
        ) { mount async throws in
            let map = "$M/\(Atlas.paris)/map.geojson"
            let before = try await mount.shell("ls -i \"\(map)\"; cat \"\(map)\" > \"$T/before\"").text
            let holder = try mount.start(
                """
                exec 3< "\(map)"; head -c 10 <&3 > "$T/held"; touch "$T/holds"
                until [ -e "$T/go" ]; do sleep 0.05; done; cat <&3 >> "$T/held"; cmp "$T/held" "$T/before"
                """)
            let replaced = try await mount.shell("until [ -e \"$T/holds\" ]; do sleep 0.05; done")
            #expect(replaced.status == 0)
            library.remove(Atlas.id(5))
            let after = try await mount.shell(
                """
                for try in $(seq 300); do ls "$M/\(Atlas.paris)" > /dev/null
                    [ "$(ls -i "\(map)")" != "\(before)" ] && break; sleep 0.1; done
                ls -i "\(map)"; grep -c '"id":"\(Atlas.id(5))"' "\(map)"
                [ $(stat -c %s "\(map)") = $(cat "\(map)" | wc -c) ] && echo exact; touch "$T/go"
                """)
            #expect(after.lines.first != before && after.lines.dropFirst() == ["0", "exact"], "\(after.text)")
            let held = await holder.result()
            #expect(held.status == 0, "\(held.errors)\(held.text)")
        }
    }
}
