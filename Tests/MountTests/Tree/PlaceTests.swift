import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Changing places", .enabled(if: Repository.canMount))
struct PlaceTests {
    /// The atlas, and one photo taken in Dijon, which the source does not list, nor the built-in list.
    private static func configuration() -> Simulator.Configuration {
        Atlas.configuration { library in
            library.add(
                SimulatedPhoto(
                    id: "53000000100", title: "Rooftops", uploaded: 1_700_001_000,
                    position: .init(latitude: 47.32, longitude: 5.04)))
        }
    }

    private static let noEntry = "No such file or directory"

    /// What mkdir or rmdir said; empty when it did it.
    private static func change(_ mount: TestMount, _ command: String, _ path: String) async throws -> String {
        let result = try await mount.shell("\(command) \"$M/places/\(path)\" 2>&1 | sed 's/.*: //'")
        return result.text
    }

    @Test(.proves("A photo is one inode", "`mkdir places/France/Dinan`"))
    func `a place that the gazetteer knows can be added, with photos, and outlives the daemon`() async throws {
        try await TestMount.run(Self.configuration()) { mount async throws in
            // Probed before, and cached as absent.
            #expect(try await mount.shell("ls \"$M/places/France\" \"$M/places/France/Dijon\"").status == 2)
            #expect(try await Self.change(mount, "mkdir", "France/Dijon") == "")
            let photo = "Rooftops.jpg"
            func isThere() async throws -> Bool {
                let result = try await mount.shell("ls \"$M/places/France\"; ls \"$M/places/France/Dijon\"")
                return result.lines.contains("Dijon") && result.lines.contains(photo)
            }
            #expect(try await isThere())
            #expect(try await mount.shell("stat -c %a \"$M/places/France/Dijon\"").text == "755")
            let map = try await mount.shell("grep -c '\"href\":\"Dijon/\"' \"$M/places/France/map.geojson\"")
            #expect(map.text == "1", "the country's map shows it")
            let inode = try await mount.shell(
                "stat -c %i \"$M/places/France/Dijon\" \"$M/places/France/Dijon/\(photo)\""
            ).text

            try await mount.unmount()
            try await mount.mount()
            #expect(try await isThere())

            kill(try await mount.daemon(), SIGKILL)
            // The next mount detaches what the dead one left.
            try await mount.mount()
            #expect(try await isThere())
            #expect(
                try await mount.shell("stat -c %i \"$M/places/France/Dijon\" \"$M/places/France/Dijon/\(photo)\"")
                    .text
                    == inode, "the same inodes")
        }
    }

    @Test(.proves("`mkdir places/France/Dinan`"))
    func `rmdir takes an added place away, photos and all, and it comes back as another directory`() async throws {
        try await TestMount.run(Self.configuration()) { mount async throws in
            let listed = try await mount.shell("ls \"$M/places/France\"").lines
            #expect(try await Self.change(mount, "mkdir", "France/Dijon") == "")
            let first = try await mount.shell("ls \"$M/places/France/Dijon\"; stat -c %i \"$M/places/France/Dijon\"")
                .lines
            let result = try await mount.shell(
                """
                cd "$M/places/France/Dijon" || exit 9
                rmdir "$M/places/France/Dijon" || exit 8
                ls "$M/places/France/Dijon" 2> /dev/null && exit 7
                ls "$M/places/France" | grep Dijon && exit 6
                mkdir "$M/places/France/Dijon" || exit 5
                # This shell still sits in the old one.
                ls -A . | wc -l; stat -c %i "$M/places/France/Dijon"; ls "$M/places/France/Dijon"
                """)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.lines.first == "0", "the old directory is empty: \(result.text)")
            #expect(result.lines.dropFirst().first != first.last)
            #expect(result.lines.contains("Rooftops.jpg"))
            #expect(try await Self.change(mount, "rmdir", "France/Dijon") == "")
            try await mount.unmount()
            try await mount.mount()
            #expect(try await mount.shell("ls \"$M/places/France\"").lines == listed)
            #expect(try await Self.change(mount, "rmdir", "France/Paris") == "Read-only file system")
        }
    }

    @Test(.proves("A name that is no place"))
    func `what no place is called cannot be added, and what is listed not once more`() async throws {
        try await TestMount.run(Self.configuration()) { mount async throws in
            let list = "ls \"$M/places\" \"$M/places/France\""
            let listed = try await mount.shell(list).lines
            #expect(listed.contains("Paris"))
            for (path, says) in [
                ("France/Nowhereville", Self.noEntry), ("France/Tokyo", Self.noEntry),
                ("France/Dijon, Ohio", Self.noEntry), ("France/.Trash-0", Self.noEntry),
                ("France/Paris", "File exists"), ("France/paris", "File exists"), ("France/PARIS", "File exists"),
                ("France", "File exists"), ("france", "File exists"), ("Atlantis", Self.noEntry),
                ("France/map.geojson", "File exists"), ("map.geojson", "File exists"),
                ("France/Paris/Montmartre", "Read-only file system"),
            ] {
                #expect(try await Self.change(mount, "mkdir", path) == says, "\(path)")
            }
            #expect(try await mount.shell(list).lines == listed)
            #expect(try await Self.change(mount, "mkdir", "France/Dijon") == "")
            #expect(try await Self.change(mount, "mkdir", "France/Dijon") == "File exists")
            #expect(try await Self.change(mount, "mkdir", "France/DIJON") == "File exists")
        }
    }

    @Test(
        .proves("`mkdir` of a country", "`mkdir places/France/Dinan`"),
        .enabled(if: TestSource.current.hasPlaces, "all countries are in the built-in list"))
    func `a country can be added, filled and removed again`() async throws {
        try await TestMount.run(Self.configuration()) { mount async throws in
            #expect(
                try await mount.shell("mkdir -p \"$M/places/Germany/Berlin\" \"$M/places/Germany/Bonn\"").status == 0)
            #expect(
                try await mount.shell("ls \"$M/places/Germany\"").lines == [
                    "Berlin", "Bonn", "map.geojson", "map.html",
                ])
            #expect(try await Self.change(mount, "rmdir", "Germany") == "Directory not empty")
            try await mount.unmount()
            try await mount.mount()
            #expect(try await mount.shell("rmdir \"$M\"/places/Germany/*/ \"$M/places/Germany\"").status == 0)
            #expect(
                try await mount.shell("ls \"$M/places\"").lines == [
                    "France", "Japan", "README.txt", "United States", "map.geojson", "map.html",
                ])
            #expect(try await Self.change(mount, "rmdir", "France") == "Read-only file system")
            #expect(try await Self.change(mount, "rmdir", "France/Paris") == "Read-only file system")
            #expect(try await Self.change(mount, "rmdir", "Germany") == Self.noEntry)
        }
    }

    @Test(.proves("An added place keeps its name"))
    func `a namesake is added with its region, and takes no listed place's name`() async throws {
        try await TestMount.run(Self.configuration()) { mount async throws in
            let states = "United States"
            if !TestSource.current.hasPlaces {
                for region in ["Illinois", "Missouri"] {
                    #expect(try await Self.change(mount, "mkdir", "\(states)/Springfield, \(region)") == "")
                }
            }
            #expect(try await Self.change(mount, "mkdir", "\(states)/Springfield, Illinois") == "File exists")
            #expect(try await Self.change(mount, "mkdir", "\(states)/Springfield, Oregon") == "")
            // The largest of that name is the one that is listed as Springfield, Missouri.
            #expect(try await Self.change(mount, "mkdir", "\(states)/Springfield") == "File exists")
            #expect(
                try await mount.shell("ls -d \"$M/places/\(states)/\"S*field* | sed 's#.*/##'").lines
                    == ["Illinois", "Missouri", "Oregon"].map { "Springfield, \($0)" })
            let title = "getfattr --only-values -n user.places.subtitle \"$M/places/\(states)/Springfield, Oregon\""
            #expect(try await mount.shell(title).text == "Oregon, \(states)")
        }
    }

    @Test(
        .proves("An added place keeps its name"),
        .enabled(if: TestSource.current.hasPlaces, "the source has no list that could change"))
    func `a place that the source lists later stays the one that was added`() async throws {
        let configuration = Self.configuration()
        guard case .custom(let library) = configuration.library else { return }
        try await TestMount.run(configuration, options: ["--top-places-lifetime", "1s"]) { mount async throws in
            #expect(try await Self.change(mount, "mkdir", "France/Dijon") == "")
            let before = try await mount.shell("stat -c %i \"$M/places/France/Dijon\"").text
            library.add(
                SimulatedPlace(
                    woeid: "575961", placeID: "sim.dijon", name: "Dijon",
                    region: .init(woeid: "1", placeID: "sim.1", name: "Rhône-Alpes"),
                    country: .init(woeid: "23424819", placeID: "sim.france", name: "France"),
                    position: .init(latitude: 47.33, longitude: 5.02)))
            library.add(
                SimulatedPlace(
                    woeid: "2", placeID: "sim.2", name: "Lyon",
                    region: .init(woeid: "1", placeID: "sim.1", name: "Rhône-Alpes"),
                    country: .init(woeid: "23424819", placeID: "sim.france", name: "France"),
                    position: .init(latitude: 45.76, longitude: 4.83)))
            let list = try await mount.shell(
                """
                for try in $(seq 300); do ls "$M/places" > /dev/null; ls "$M/places/France" | grep -q Lyon && break
                    sleep 0.1; done; ls "$M/places/France"; stat -c %i "$M/places/France/Dijon"
                """)
            #expect(list.lines == ["Dijon", "Lyon", "Nice", "Paris", "map.geojson", "map.html", before])
        }
    }

    @Test(
        .proves("Generated files have"),
        .enabled(if: TestSource.current.hasPlaces, "the built-in list gives no place another name"))
    func `maps and sidecars follow a place that gets another name`() async throws {
        let configuration = Self.configuration()
        guard case .custom(let library) = configuration.library else { return }
        try await TestMount.run(configuration, options: ["--top-places-lifetime", "1s"]) { mount async throws in
            // Held by the kernel under the old name.
            #expect(try await mount.shell("cd \"$M/\(Atlas.paris)\" && cat *.geojson CREDITS.txt").status == 0)
            library.add(
                SimulatedPlace(
                    woeid: "3", placeID: "sim.3", name: "Paris",
                    region: .init(woeid: "4", placeID: "sim.4", name: "Somewhere"),
                    country: .init(woeid: "23424819", placeID: "sim.france", name: "France"),
                    position: .init(latitude: 45.76, longitude: 4.83)))
            let renamed = "$M/places/France/Paris, Île-de-France"
            let result = try await mount.shell(
                """
                for try in $(seq 300); do ls "$M/places" > /dev/null; [ -d "\(renamed)" ] && [ ! -L "\(renamed)" ] && break; sleep 0.1; done
                cd "\(renamed)" || exit 9
                for f in *.geojson; do [ $(stat -c %s "$f") = $(cat "$f" | wc -c) ] || echo "$f"; done
                ogrinfo -ro -al -so map.geojson | grep 'Feature Count'
                grep -o '"folder":"[^"]*' map.html
                """)
            #expect(
                result.lines == [
                    "Feature Count: 6",
                    "\"folder\":\"places/France/Paris, Île-de-France",
                ], "\(result.errors)")
        }
    }
}
