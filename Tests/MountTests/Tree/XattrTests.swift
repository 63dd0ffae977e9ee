import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Extended attributes", .enabled(if: Repository.canMount))
struct XattrTests {
    private static let sunset = "Sunset over the Seine (\(Atlas.id(1))).jpg"

    /// Of the sunset, what each source has or writes in its own way.
    private static let ofFlickr = [
        "user.flickr.server": "65535", "user.flickr.place_id": "sim.615702", "user.flickr.woeid": "615702",
        "user.xdg.tags": "seine,easternsky", "user.geo.accuracy": "16", "user.places.owner": "11111111@N01",
        "user.places.license_url": "https://creativecommons.org/licenses/by/2.0/", "user.places.width": "1024",
        "user.places.height": "768", "user.places.views": "12",
    ]
    private static let ofCommons = [
        "user.commons.title": "File:Sunset over the Seine.jpg", "user.xdg.tags": "Eastern Sky,Seine",
        "user.places.owner": "Ada", "user.places.license_url": "https://creativecommons.org/licenses/by/2.0",
        "user.places.width": "1280", "user.places.height": "960",
    ]

    /// What `getfattr -d` prints, by name; values as they are.
    private static func attributes(_ mount: TestMount, _ path: String) async throws -> [String: String] {
        let script = """
            import json, os, sys
            print(json.dumps({n: os.getxattr(sys.argv[1], n).decode() for n in os.listxattr(sys.argv[1])}))
            """
        let result = try await mount.shell("python3 -c '\(script)' \"\(path)\"")
        return try JSON.object(result.text).compactMapValues { $0 as? String }
    }

    @Test(.proves("A photo lists its title"))
    func `a photo tells who made it, under which licence, where, when and about what`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            #expect(try await mount.shell("ls \"$M/\(Atlas.paris)\"").status == 0)
            var found = try await Self.attributes(mount, "$M/\(Atlas.paris)/\(Self.sunset)")
            let image = found.removeValue(forKey: "user.xdg.origin.url") ?? ""
            let isFlickr = TestSource.current == .flickr
            #expect(
                image.hasPrefix(mount.simulator.imageBase) && image.contains(isFlickr ? "_b.jpg" : "/1280px-"),
                "\(image)")
            let digest = found.removeValue(forKey: "user.commons.sha1")
            #expect((digest?.count ?? 0) == (isFlickr ? 0 : 40))
            #expect(
                found
                    == [
                        "user.dublincore.title": "Sunset over the Seine", "user.dublincore.creator": "Ada",
                        "user.dublincore.date": "2019-05-04T18:20:11", "user.dublincore.rights": "CC BY 2.0",
                        "user.dublincore.identifier": "\(TestSource.current):\(Atlas.id(1))",
                        "user.dublincore.source": Atlas.page,
                        "user.xdg.comment": "A calm evening & nobody about.\nAll blue.",
                        "user.xdg.referrer.url": Atlas.page, "user.mime_type": "image/jpeg",
                        "user.geo.latitude": "48.8599", "user.geo.longitude": "2.3266",
                        "user.places.source": "\(TestSource.current)", "user.places.id": Atlas.id(1),
                        "user.places.license": "CC BY 2.0",
                        "user.places.credit": "\"Sunset over the Seine\" by Ada, CC BY 2.0, \(Atlas.page)",
                    ].merging(isFlickr ? Self.ofFlickr : Self.ofCommons) { $1 })
            // What a photo does not have is absent, not empty. Commons' files have names and positions at least.
            guard isFlickr else { return }
            let bare = try await Self.attributes(mount, "$M/\(Atlas.paris)/Unknown.jpg")
            for name in ["user.dublincore.title", "user.xdg.comment", "user.xdg.tags", "user.geo.latitude"] {
                #expect(bare[name] == nil, "\(name)")
            }
            #expect(bare.values.allSatisfy { !$0.isEmpty })
            #expect(mount.simulator.ledger.imageRequests == 0)
        }
    }

    @Test(.proves("`user.places.state`")) func `what changes is answered by name and not listed`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let get = "cd \"$M/\(Atlas.paris)\"; ls > /dev/null; getfattr --only-values -n user.places"
            #expect(try await mount.shell("\(get).state 'Pont Neuf.jpg'").text == "remote")
            #expect(try await mount.shell("\(get).size 'Pont Neuf.jpg'").text == "estimated")
            #expect(try await mount.shell("\(get).error 'Pont Neuf.jpg'").status == 1, "there was none")
            #expect(try await mount.shell("cat \"$M/\(Atlas.paris)/Pont Neuf.jpg\" > /dev/null").status == 0)
            #expect(try await mount.shell("\(get).state 'Pont Neuf.jpg'").text == "cached")
            #expect(try await mount.shell("\(get).size 'Pont Neuf.jpg'").text == "exact")

            mount.simulator.faults.add(.status(404), on: .photo(Atlas.id(6)))
            #expect(try await mount.shell("cat \"$M/\(Atlas.paris)/Undated.jpg\"").status == 1)
            let error = try await mount.shell("\(get).error Undated.jpg")
            #expect(!error.text.isEmpty && !error.text.contains("\n"), "\(error.errors)")
            let listed = try await mount.shell("cd \"$M/\(Atlas.paris)\"; getfattr * . 2>/dev/null")
            #expect(listed.text.contains("user.dublincore.title"), "\(listed.text)")
            for name in ["state", "size", "error", "viewed", "refreshed"] {
                #expect(!listed.text.contains("user.places.\(name)"))
            }
        }
    }

    @Test(
        .proves("A directory lists its title"),
        .enabled(if: TestSource.current.hasPlaces, "places of the source's list"))
    func `a directory tells its title, where it is and how much it holds`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            #expect(try await mount.shell("ls \"$M/\(Atlas.paris)\"").status == 0)
            #expect(
                try await Self.attributes(mount, "$M/\(Atlas.paris)") == [
                    "user.places.title": "Paris", "user.places.subtitle": "Île-de-France, France",
                    "user.places.count": "6", "user.places.total": "6", "user.places.latitude": "48.8566",
                    "user.places.longitude": "2.3522",
                ])
            #expect(
                try await Self.attributes(mount, "$M/places/France")
                    == ["user.places.title": "France", "user.places.count": "2"])
            #expect(try await Self.attributes(mount, "$M/places")["user.places.count"] == "3")
            #expect(
                try await Self.attributes(mount, "$M/places/United States/Springfield, Illinois")["user.places.title"]
                    == "Springfield")
            let get = "getfattr --only-values -n user.places.state \"$M/places"
            #expect(try await mount.shell("\(get)/France/Paris\"").text == "fresh")
            #expect(try await mount.shell("\(get)/France/Nice\"").text == "stale", "never listed")
            let refreshed = try await mount.shell(
                "getfattr --only-values -n user.places.refreshed \"$M/\(Atlas.paris)\"")
            #expect(refreshed.text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
            // Nice cannot be listed: its error says why, and the state is not "fresh".
            let failure = Fault.Effect.apiFailure(code: 3, message: "Out of order today")
            mount.simulator.faults.add(failure, on: .searches)
            #expect(try await mount.shell("ls \"$M/places/France/Nice\"").status != 0)
            let error = try await mount.shell("getfattr --only-values -n user.places.error \"$M/places/France/Nice\"")
            #expect(error.text.contains("Out of order today"), "\(error.text)\(error.errors)")
            #expect(try await mount.shell("\(get)/France/Nice\"").text == "stale")
        }
    }

    @Test(.proves("Names in `user.`"))
    func `unknown names are ENODATA, foreign name spaces EOPNOTSUPP, everywhere`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let result = try await mount.shell(
                "cd \"$M\" && python3 '\(Script.path("Tree/unknown-xattrs.py"))' '\(Atlas.paris)'")
            #expect(result.text == "" && result.status == 0, "\(result.text)\(result.errors)")
        }
    }

    @Test(.proves("They take at most 3,500"))
    func `a copy on ext4 keeps them all, however long the description and tags`() async throws {
        let words = (0..<2000).map { "wörter\($0 % 7)" }.joined(separator: " ")
        let tags = (0..<500).map { "tag\($0)" }
        try await TestMount.run(
            Atlas.configuration { library in
                library.edit(Atlas.id(5)) {
                    $0.description = words; $0.tags = tags
                }
                library.edit(Atlas.id(6)) {
                    $0.title = String(repeating: "ünï ", count: 60)
                    $0.ownerName = String(repeating: "Owner ", count: 100)
                    $0.description = String(repeating: "&amp;", count: 4000)
                    $0.tags = [String(repeating: "t", count: 5000)] + tags
                }
            }
        ) { mount async throws in
            let script = """
                import os, sys
                for name in sorted(os.listdir(".")):
                    names = os.listxattr(name)
                    total = sum(len(n) + len(os.getxattr(name, n)) for n in names)
                    if total > 3500: print(name, total)
                    for needed in ["user.places.credit", "user.dublincore.creator", "user.xdg.referrer.url"]:
                        if name.endswith(".jpg") and needed not in names: print(name, needed)
                """
            try mount.write(Array(script.utf8), to: "sizes.py")
            let sizes = try await mount.shell("cd \"$M/\(Atlas.paris)\" && python3 \"$T/sizes.py\"")
            #expect(sizes.text == "" && sizes.status == 0, "\(sizes.text)\(sizes.errors)")
            let long = try await Self.attributes(mount, "$M/\(Atlas.paris)/Pont Neuf.jpg")
            let comment = try #require(long["user.xdg.comment"])
            let cut = comment.hasSuffix("…") ? String(comment.dropLast()) : comment
            #expect(comment.utf8.count > 500 && words.hasPrefix(cut.trimmingSuffix(while: \.isWhitespace)))
            let sidecar = try await mount.shell("cat \"$M/\(Atlas.paris)/Pont Neuf.geojson\"")
            #expect(
                sidecar.text.contains(words) && sidecar.text.lowercased().contains("\"tag499\""), "whole in the sidecar"
            )

            for (copy, into) in [("cp -a", "a"), ("rsync -aX", "b")] {
                let result = try await mount.shell(
                    """
                    mkdir "$T/\(into)"; cd "$M/\(Atlas.paris)"; stat -f -c %T "$T"
                    \(copy) *.jpg "$T/\(into)/" && getfattr -d -m - -e hex *.jpg > "$T/want" &&
                    cd "$T/\(into)" && getfattr -d -m - -e hex *.jpg > "$T/got" && cmp "$T/want" "$T/got"
                    """)
                let isTemporaryFileSystem = result.lines.first == "tmpfs"
                #expect(result.status == 0 || isTemporaryFileSystem, "\(copy): \(result.errors)")
            }
        }
    }

    @Test(.proves("A photo lists its title")) func `gio shows them, and tells a photo from its name`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let result = try await mount.shell(
                "ls \"$M/\(Atlas.paris)\" >/dev/null; gio info \"$M/\(Atlas.paris)/\(Self.sunset)\"")
            for line in [
                "xattr::dublincore.creator: Ada", "xattr::geo.latitude: 48.8599", "standard::content-type: image/jpeg",
            ] {
                #expect(result.text.contains(line), "\(result.errors)")
            }
            #expect(mount.simulator.ledger.imageRequests == 0)
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(while isGone: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isGone(last) { text = text.dropLast() }
        return String(text)
    }
}
