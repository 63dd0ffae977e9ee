import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Mounts on what the real Flickr answered from 2011 to 2024.
@Suite(
    "Recorded answers",
    .enabled(if: Repository.canMount))
struct RecordingsTests {
    private static func configuration() throws -> Simulator.Configuration {
        Simulator.Configuration(library: .recordings(try RecordedAnswers(folder: Repository.recordings)))
    }

    @Test func `the top places of 2017 stand under their countries`() async throws {
        try await TestMount.run(Self.configuration()) { mount async throws in
            var countries: [String: Set<String>] = [:]
            let answer = try Recorded.json("places.getTopPlacesList.type8-region.2017.json")
            let places = try #require((answer["places"] as? [String: Any])?["place"] as? [[String: Any]])
            for place in places {
                // A region's own name is in woe_name: "Singapore, South West, Singapore" is South West.
                let country = try #require(place["_content"] as? String).components(separatedBy: ", ").last
                countries[try #require(country), default: []].insert(try #require(place["woe_name"] as? String))
            }
            #expect(
                try await mount.shell("ls \"$M/places\"").lines == (countries.keys + ["README.txt"]).sorted() + [
                    "map.geojson", "map.html",
                ])
            #expect(countries["United States"]?.count == 49)
            for (country, names) in countries {
                let shown = try await mount.shell("ls \"$M/places/\(country)\"").lines.filter { !$0.hasPrefix("map.") }
                #expect(Set(shown) == names, "\(country)")
            }
            let world = try await mount.shell("ogrinfo -ro -al -so \"$M/places/map.geojson\"")
            #expect(world.text.contains("Feature Count: \(places.count)\n"), "\(world.errors)")
        }
    }

    @Test(.proves("A title of more than 100"))
    func `lists of all years show titles, tags, owners and positions as recorded`() async throws {
        try await TestMount.run(Self.configuration(), options: ["--photos-per-place", "250"]) { mount async throws in
            try mount.write(Array(Self.dump.utf8), to: "dump.py")
            var photosSeen = 0
            for (directory, file) in try Self.placesByList() {
                let recorded = try Recorded.photos(in: file)
                let dumped = try await mount.shell("python3 \"$T/dump.py\" \"$M/\(directory)\"")
                #expect(dumped.status == 0, "\(file): \(dumped.errors)")
                let shown = try JSON.object(dumped.text)
                #expect(shown.count == recorded.count, "\(file)")
                for (name, value) in shown {
                    let attributes = try #require(value as? [String: String])
                    let id = try #require(attributes["user.places.id"])
                    let photo = try #require(recorded[id], "\(file) has no \(id)")
                    Self.expect(attributes, of: photo, called: name, from: file)
                    photosSeen += 1
                }
            }
            #expect(photosSeen > 200)
            #expect(mount.simulator.ledger.imageRequests == 0)
        }
    }

    @Test(.proves("Names are legal on FAT")) func `odd titles become names that any file system takes`() async throws {
        try await TestMount.run(Self.configuration(), options: ["--photos-per-place", "250"]) { mount async throws in
            let check = """
                import os, sys, unicodedata
                for folder, _, names in os.walk(sys.argv[1]):
                    names = [n for n in names if n != ".hidden"]
                    keys = {unicodedata.normalize("NFC", n).casefold() for n in names}
                    if len(keys) != len(names): print(folder, "has names that differ in case only")
                    for n in names:
                        bad = [c for c in n if c in '/\\\\|:"<>?*' or unicodedata.category(c) in ("Cc", "Cs")
                               or c in "\\u202a\\u202b\\u202c\\u202d\\u202e\\u2066\\u2067\\u2068\\u2069\\u200e\\u200f"]
                        if bad or n[0] in "-. " or n != n.strip() or len(n.encode()) > 255: print(folder, repr(n), bad)
                        if n.lower().endswith(".jpg.jpg"): print(folder, repr(n))
                """
            try mount.write(Array(check.utf8), to: "names.py")
            for (directory, file) in try Self.placesByList() {
                let result = try await mount.shell("python3 \"$T/names.py\" \"$M/\(directory)\"")
                #expect(result.text == "" && result.status == 0, "\(file): \(result.text)\(result.errors)")
            }
            let folders = try Self.placesByList().map { "\"\($0.directory)\"" }.joined(separator: " ")
            // Names that differ only by the photo's id, titles in Japanese, and one of 255 characters among them.
            let all = try await mount.shell(
                "cd \"$M\"; find \(folders) -name '*.jpg' -printf '%f\\n'"
            )
            #expect(all.lines.contains { $0.hasPrefix("DSC02103 (") } && all.lines.contains("DSC02103.jpg"))
            #expect(all.lines.contains { $0.unicodeScalars.contains { (0x3040...0x9FFF).contains($0.value) } })
            // That one ends with a word.
            let longest = all.lines.map { $0.count }.max() ?? 0
            #expect((80...130).contains(longest), "\(longest)")
        }
    }

    @Test func `the photos of recorded lists are read`() async throws {
        try await TestMount.run(Self.configuration(), options: ["--photos-per-place", "20"]) { mount async throws in
            for (directory, file) in try Self.placesByList() where try !Recorded.photos(in: file).isEmpty {
                let result = try await mount.shell(
                    """
                    cd "$M/\(directory)"; n=0
                    for f in *.jpg; do
                        [ $(head -c 3 "$f" | xxd -p) = ffd8ff ] || echo "$f"
                        [ $(cat "$f" | wc -c) = $(stat -c %s "$f") ] || echo "$f"
                        n=$((n+1)); [ $n = 3 ] && break
                    done
                    """)
                #expect(result.text == "" && result.status == 0, "\(file): \(result.text)\(result.errors)")
            }
        }
    }

    /// Every recorded body where a list of photos is wanted, and where one photo is.
    @Test(.proves("200 with HTML or")) func `no recorded body, as whatever answer, harms the mount`() async throws {
        let files = try Recorded.files()
        #expect(files.count >= 77)
        let library = Library.synthetic(places: files.count + 1, photosPerPlace: 1, imageBytes: 20_000...30_000)
        try await TestMount.run(Simulator.Configuration(library: .custom(library))) { mount async throws in
            for (number, file) in files.enumerated() {
                let body = Fault.Effect.body(try Recorded.bytes(file), contentType: Recorded.type(file))
                mount.simulator.faults.add(
                    body, on: .init(method: "flickr.photos.search", path: "woe_id=\(9_000_000 + number)"))
            }
            let listing = try await mount.shell(
                """
                for d in "$M"/places/*/Town*; do timeout 40 ls -l "$d" > /dev/null 2>&1; s=$?
                    [ $s = 0 ] || [ $s = 2 ] || echo "$d: $s"; done; ls "$M"/places/*/ | grep -c Town
                """, timeout: .seconds(300))
            #expect(listing.lines == ["\(files.count + 1)"], "\(listing.text)\(listing.errors)")

            mount.simulator.faults.removeAll()
            // Photos that are gone at the first address: each is looked up by its id.
            mount.simulator.faults.add(.status(404), on: .images)
            for (number, file) in files.enumerated() {
                let body = Fault.Effect.body(try Recorded.bytes(file), contentType: Recorded.type(file))
                let id = 50_000_000_000 + number * 100_000
                mount.simulator.faults.add(body, on: .init(host: .api, path: "photo_id=\(id)"))
            }
            let reading = try await mount.shell(
                """
                for d in "$M"/places/*/Town*; do for f in "$d"/*view*.jpg; do [ -e "$f" ] || continue
                    n=$((n + 1)); timeout 40 cat "$f" > /dev/null 2>&1; s=$?; [ $s = 1 ] || echo "$f: $s"; done; done
                echo $n
                """, timeout: .seconds(300))
            #expect(Int(reading.text) ?? 0 > 0, "\(reading.text)\(reading.errors)")

            mount.simulator.faults.removeAll()
            let last = "\(mount.path)/places/Country \(files.count / 20)/Town \(files.count)"
            let alive = try await mount.shell("cd \"\(last)\" && ls && cat CREDITS.txt map.geojson > /dev/null")
            #expect(alive.status == 0 && alive.lines.contains("map.geojson"), "\(alive.errors)")
            _ = try await mount.daemon()
        }
    }

    /// A list of places is asked for once a mount, so these are the kinds of bodies rather than all of them.
    @Test(
        .proves("200 with HTML or"),
        arguments: [
            "http.502.html", "error.100.invalid-key.2023.xml", "error.100.invalid-key.2013.json",
            "feed.photos_public.user.it-it.2017.json",
            "photos.search.geo-nyc.p1of17.2019.jsonp", "photos.getInfo.2023.json",
            "places.getInfo.california.2017.json",
            "places.getTopPlacesList.type12-woe.EMPTY.2024.xml", "places.findByLatLon.nyc.2017.jsonp",
            "error.http400.oauth.2013.txt",
        ])
    func `whatever answers for the list of places, there are places`(file: String) async throws {
        let library = Library.synthetic(places: 1, photosPerPlace: 1, imageBytes: 20_000...30_000)
        try await TestMount.run(Simulator.Configuration(library: .custom(library))) { mount async throws in
            try await mount.unmount()
            let body = Fault.Effect.body(try Recorded.bytes(file), contentType: Recorded.type(file))
            mount.simulator.faults.add(body, on: .method("flickr.places.getTopPlacesList"))
            // Knowing nothing of the first mount.
            try await mount.mount(["--state-dir", mount.scratch + "/state"])
            let list = try await mount.shell("ls \"$M/places\"")
            #expect(list.status == 0 && list.lines.count > 1, "\(list.errors)")
            #expect(try await mount.shell("cat \"$M/README.txt\"").status == 0)
        }
    }

    /// For each recorded list one place that the simulator answers with it.
    private static func placesByList() throws -> [(directory: String, file: String)] {
        let answers = try RecordedAnswers(folder: Repository.recordings)
        let top = try Recorded.json("places.getTopPlacesList.type8-region.2017.json")
        let places = (top["places"] as? [String: Any])?["place"] as? [[String: Any]] ?? []
        var found: [String: String] = [:]
        for place in places {
            let parts = (place["_content"] as? String ?? "").components(separatedBy: ", ")
            guard let woeid = place["woeid"] as? String, let country = parts.last,
                let name = place["woe_name"] as? String,
                let file = answers.file(for: "flickr.photos.search", ["woe_id": woeid])
            else { continue }
            found[file] = "places/\(country)/\(name)"
        }
        return found.map { ($1, $0) }.sorted { $0.file < $1.file }
    }

    /// Every photo of a directory with some of its attributes.
    private static let dump = """
        import json, os, sys
        os.chdir(sys.argv[1])
        wanted = {"user." + n for n in ("places.id dublincore.title dublincore.creator xdg.tags xdg.comment "
                                        "geo.latitude geo.longitude").split()}
        print(json.dumps({f: {n: os.getxattr(f, n).decode() for n in wanted & set(os.listxattr(f))}
                          for f in os.listdir(".") if f.endswith(".jpg")}))
        """

    private static func expect(
        _ attributes: [String: String], of photo: Recorded.Photo, called name: String, from file: String
    ) {
        let what: Comment = "\(file): \(photo.id)"
        #expect(attributes["user.dublincore.title"] ?? "" == photo.title, what)
        if let tags = photo.tags {
            let shown = attributes["user.xdg.tags"]?.split(separator: ",").map(String.init) ?? []
            // Machine tags are for machines.
            let own = tags.filter { !($0.contains(":") && $0.contains("=")) }
            #expect(own.starts(with: shown) && (shown.count == own.count || own.joined().utf8.count > 900), what)
        }
        if let owner = photo.ownerName, !owner.isEmpty {
            #expect(attributes["user.dublincore.creator"] == owner, what)
        }
        if let (latitude, longitude) = photo.position {
            let shown = (
                attributes["user.geo.latitude"].flatMap(Double.init),
                attributes["user.geo.longitude"].flatMap(Double.init)
            )
            #expect(abs((shown.0 ?? 999) - latitude) < 1e-6 && abs((shown.1 ?? 999) - longitude) < 1e-6, what)
        } else {
            #expect(attributes["user.geo.latitude"] == nil, what)
        }
        if photo.hasWordsInDescription {
            #expect(attributes["user.xdg.comment"]?.isEmpty == false, what)
            #expect(attributes["user.xdg.comment"]?.contains(/<\/?[a-z]+>/) == false, "\(what): HTML")
        }
        #expect(name.hasSuffix(".jpg"), what)
    }
}
