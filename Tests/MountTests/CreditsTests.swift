import Foundation
import PhotoSimulator
import TestSupport
import Testing

@Suite("placesfs credits", .enabled(if: Repository.canMount), .serialized)
struct CreditsTests {
    private static let line = "\"Sunset over the Seine\" by Ada, CC BY 2.0, \(CreditedCopies.page(0))"
    private static let sunset = "'Sunset over the Seine.jpg'"

    private static func configuration() -> Simulator.Configuration {
        CreditedCopies.configuration { library in
            library.edit(CreditedCopies.id(0)) { $0.license = "4" }
        }
    }

    @Test func `photos in the mount are credited without being downloaded`() async throws {
        try await TestMount.run(Self.configuration()) { mount in
            let one = try await mount.inParis("credits \(Self.sunset)")
            #expect(one.text == Self.line && one.status == 0, "\(one)")
            let several = try await mount.inParis(
                "credits \(Self.sunset) ./_rf.jpg \"$M/places/France/Paris/gpj.exe.jpg\"")
            #expect(several.status == 0 && several.lines.count == 3, "\(several)")
            #expect(several.lines.first == "Sunset over the Seine.jpg: " + Self.line)
            #expect(several.lines[1].hasPrefix("./_rf.jpg: \"-rf\" by -n, "))
            #expect(several.lines[2].contains("/Paris/gpj.exe.jpg: \"gpj.exe\" by Isolated, "))
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

    @Test func `a copy is known whatever it is called, while mounted and after, and without the cache`() async throws {
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

    @Test func `photos that never were in the cache are known too`() async throws {
        let configuration = CreditedCopies.configuration(imageBytes: 600_000...900_000)
        try await TestMount.run(configuration, options: ["--cache-size", "256K"]) { mount in
            let copied = try await mount.inParis(
                """
                D="$T/photos"; mkdir "$D"; cp *.jpg "$D"; same "$D"; credited "$D"; ls "$M/.placesfs/cached"
                """)
            #expect(copied.lines == ["same", "credited"], "\(copied)")
        }
    }

    @Test func `a copy of what is gone by now, or replaced, is still somebody's`() async throws {
        try await TestMount.run(Self.configuration()) { mount in
            #expect(try await mount.inParis("cp -- *.jpg \"$T\"; credits \"$T\" | wc -l").text == "9")
            mount.simulator.library.remove(CreditedCopies.id(0))
            mount.simulator.library.edit(CreditedCopies.id(3)) { $0.version = 1 }
            try await mount.unmount()
            _ = try await mount.shell("\(Repository.placesfs) cache clear")
            try await mount.mount(["--listing-lifetime", "1ms"])
            let later = try await mount.inParis(
                """
                cat Sunset*.jpg > /dev/null; for try in $(seq 500); do [ -e Sunset*.jpg ] || break; ls > /dev/null; sleep 0.02; done
                ls Sunset*.jpg; cmp CON_.jpg "$T/CON_.jpg" > /dev/null && echo unchanged
                credits "$T/Sunset over the Seine.jpg"; credits "$T/CON_.jpg"
                """)
            #expect(later.lines.first == Self.line && later.lines.count == 2, "\(later)")
            #expect(later.lines.last?.hasPrefix("\"CON\" by ") == true, "\(later)")
        }
    }
}
