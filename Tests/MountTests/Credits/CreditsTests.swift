import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("placesfs credits", .enabled(if: Repository.canMount))
struct CreditsTests {
    private static let line = "\"Sunset over the Seine\" by Ada, CC BY 2.0, \(CreditedCopies.page(0))"
    private static let sunset = "'Sunset over the Seine.jpg'"

    private static func configuration() -> Simulator.Configuration {
        CreditedCopies.configuration { library in
            library.edit(CreditedCopies.id(0)) { $0.license = "4" }
        }
    }

    @Test(.proves("`placesfs credits FILE…` prints"))
    func `photos in the mount are credited without being downloaded`() async throws {
        try await TestMount.run(Self.configuration()) { mount in
            let one = try await mount.inParis("credits \(Self.sunset)")
            #expect(one.text == Self.line && one.status == 0, "\(one)")
            let several = try await mount.inParis(
                "credits \(Self.sunset) ./_rf.jpg \"$M/places/France/Paris/gpj.exe.jpg\"")
            #expect(several.status == 0 && several.lines.count == 3, "\(several)")
            #expect(several.lines.first == "Sunset over the Seine.jpg: " + Self.line)
            #expect(several.lines.dropFirst().first?.hasPrefix("./_rf.jpg: \"-rf\" by -n, ") == true)
            #expect(several.lines.last?.contains("/Paris/gpj.exe.jpg: \"gpj.exe\" by Isolated, ") == true)
            let all = try await mount.inParis(
                "cmp <(credits . | sed 's/^[^:]*: //' | sort) <(lines) && credits .. | wc -l")
            #expect(all.text == String(CreditedCopies.titles.count), "\(all)")
            #expect(mount.simulator.ledger.imageRequests == 0)
        }
    }

    @Test func `programs get JSON`() async throws {
        try await TestMount.run(Self.configuration()) { mount in
            let result = try await mount.inParis(
                "cp \(Self.sunset) \"$T/x.bin\"; credits --json \(Self.sunset) \"$T/x.bin\"")
            let all = try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: String]]
            let deed = "https://creativecommons.org/licenses/by/2.0"
            let expected = [
                "credit": Self.line, "title": "Sunset over the Seine", "author": "Ada", "license": "CC BY 2.0",
                "license_url": TestSource.current == .flickr ? deed + "/" : deed, "page": CreditedCopies.page(0),
            ]
            let paths = ["path": "Sunset over the Seine.jpg", "found_by": "attributes"]
            let copy = ["path": mount.scratch + "/x.bin", "found_by": "digest"]
            #expect(all == [expected.merging(paths) { $1 }, expected.merging(copy) { $1 }], "\(result)")
        }
    }

    @Test(.proves("`placesfs credits FILE…` prints"))
    func `a copy is known whatever it is called, while mounted and after, and without the cache`() async throws {
        try await TestMount.run(Self.configuration()) { mount in
            let copied = try await mount.inParis(
                "cp \(Self.sunset) \"$T/a\"; cat \(Self.sunset) > \"$T/ä\n: b.png\"; credits \"$T/a\" \"$T/ä\n: b.png\""
            )
            #expect(copied.lines == ["\(mount.scratch)/a: " + Self.line, "\(mount.scratch)/ä : b.png: " + Self.line])
            try await mount.unmount()
            let later = try await mount.shell(
                "\(Repository.placesfs) cache clear > /dev/null; \(Repository.placesfs) credits a")
            #expect(later.lines == [Self.line], "\(later)")
            let elsewhere = try await mount.shell("\(Repository.placesfs) credits --state-dir \"$T\" a")
            #expect(elsewhere.status == 70 && elsewhere.errors.contains("nothing is known in \(mount.scratch)"))
        }
    }

    @Test(.proves("`placesfs credits FILE…` prints"))
    func `photos that never were in the cache are known too`() async throws {
        let configuration = CreditedCopies.configuration(imageBytes: 600_000...900_000)
        try await TestMount.run(configuration, options: ["--cache-size", "256K"]) { mount in
            let copied = try await mount.inParis(
                """
                D="$T/photos"; mkdir "$D"; cp *.jpg "$D"; same "$D"; credited "$D"; ls "$M/.placesfs/cached"
                """)
            #expect(copied.lines == ["same", "credited"], "\(copied)")
        }
    }

    @Test(.proves("`placesfs credits FILE…` prints"))
    func `a copy of what is gone by now, or replaced, is still somebody's`() async throws {
        try await TestMount.run(Self.configuration()) { mount in
            #expect(try await mount.inParis("cp -- *.jpg \"$T\"; credits \"$T\" | wc -l").text == "9")
            mount.simulator.library.remove(CreditedCopies.id(0))
            mount.simulator.library.edit(CreditedCopies.id(3)) { $0.version = 1 }
            try await mount.unmount()
            _ = try await mount.shell("\(Repository.placesfs) cache clear")
            try await mount.mount(["--listing-lifetime", "1ms"])
            let later = try await mount.inParis(
                """
                cat Sunset*.jpg > /dev/null; for try in $(seq 1200); do [ -e Sunset*.jpg ] || break; ls > /dev/null; sleep 0.05; done
                ls Sunset*.jpg; cmp CON_.jpg "$T/CON_.jpg" > /dev/null && echo unchanged
                credits "$T/Sunset over the Seine.jpg"; credits "$T/CON_.jpg"
                """)
            #expect(later.lines.first == Self.line && later.lines.count == 2, "\(later)")
            #expect(later.lines.last?.hasPrefix("\"CON\" by ") == true, "\(later)")
        }
    }

    @Test(.proves("`placesfs credits FILE…` prints"))
    func `a copy of a photo that was in no list for a month is known, too`() async throws {
        try await TestMount.run(Self.configuration()) { mount in
            #expect(try await mount.inParis("cp -- *.jpg \"$T\"; credits \"$T\" | wc -l").text == "9")
            try await mount.unmount()
            let edit = """
                import glob, os, sqlite3, sys
                state = glob.glob(os.environ["XDG_DATA_HOME"] + "/placesfs/*/catalog.sqlite")[0]
                with sqlite3.connect(state) as catalog:
                    catalog.execute("PRAGMA foreign_keys = ON")
                    catalog.execute("DELETE FROM listing")
                    catalog.execute("UPDATE photo SET unlisted = 1")
                """
            try mount.write(Array(edit.utf8), to: "edit.py")
            #expect(try await mount.shell("python3 edit.py").status == 0)
            try await mount.mount()
            let count = "SELECT count(*) FROM photo WHERE title IS NOT NULL"
            let later = try await mount.shell(
                """
                known() { python3 -c 'import glob, os, sqlite3; print(sqlite3.connect(glob.glob(os.environ["XDG_DATA_HOME"] + "/placesfs/*/catalog.sqlite")[0]).execute("\(count)").fetchone()[0])'; }
                for try in $(seq 1000); do [ "$(known)" = 0 ] && break; sleep 0.05; done
                known; \(Repository.placesfs) credits "$T" | wc -l; \(Repository.placesfs) credits "$T/"Sunset*.jpg
                """)
            #expect(later.lines == ["0", "9", Self.line], "\(later)")
        }
    }

    @Test(.enabled(if: TestSource.current == .commons))
    func `an original of Commons is known by the digest that Commons lists, wherever it is from`() async throws {
        try await TestMount.run(Self.configuration()) { mount in
            let file = try #require(mount.simulator.library.commonsFile(CreditedCopies.id(0)))
            let original = mount.simulator.imageBase + file.originalPath
            let result = try await mount.inParis(
                "curl -sf -A 'Tests tests@example.org' '\(original)' > \"$T/downloaded\"; credits \"$T/downloaded\"")
            #expect(result.text == Self.line, "\(result)")
            try await mount.unmount()
            try await mount.mount(["--rendition", "o"])
            let copied = try await mount.inParis(
                "cp Sunset*.jpg \"$T/copied\"; cmp \"$T/downloaded\" \"$T/copied\" && credits \"$T/copied\"")
            #expect(copied.text == Self.line, "\(copied)")
        }
    }
}
