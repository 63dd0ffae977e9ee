import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// `placesfs info`: the title over the subtitle, and all attributes; for photos, folders and copies.
@Suite("placesfs info", .enabled(if: Repository.canMount))
struct InfoTests {
    private static func inPlaces(_ mount: TestMount, _ script: String) async throws -> CommandResult {
        try await ChildProcess(
            ["bash", "-c", "cd \"$M/places\" && ls -R > /dev/null\ninfo() { \"$PLACESFS\" info \"$@\"; }\n" + script],
            environment: mount.environment.merging(["PLACESFS": Repository.placesfs]) { $1 }
        ).result()
    }

    @Test(.proves("`placesfs info` shows"), .enabled(if: TestSource.current == .flickr))
    func `a photo's title stands over the first line of its description`() async throws {
        let config = Atlas.configuration { library in
            library.edit(Atlas.id(4)) { $0.description = "" }
            library.edit(Atlas.id(5)) { $0.description = "One \u{1B}[31mbridge\u{202E}\nof many" }
        }
        try await TestMount.run(config) { mount in
            let shown = try await Self.inPlaces(
                mount,
                """
                cd France/Paris; for name in *Atlas* 'Pont Neuf' First Unknown; do info "$name"*.jpg | head -n 2; done
                info . | head -n 2; info .. | head -n 2; info "$M/tags" | head -n 1
                """.replacing("*Atlas*", with: "'Sunset over the Seine (\(Atlas.id(1)))'"))
            #expect(
                shown.lines.filter { !$0.hasPrefix("    ") } == [
                    "Sunset over the Seine", "A calm evening & nobody about.", "Pont Neuf", "One [31mbridge",
                    "First words of a photo without a title", "Unknown.jpg", "Paris", "Île-de-France, France", "France",
                    "tags",
                ], "\(shown)")
            #expect(mount.simulator.ledger.imageRequests == 0)
        }
    }

    @Test(.proves("`placesfs info` shows"))
    func `info shows all that getfattr shows, and what changes besides, in words and in JSON`() async throws {
        try await TestMount.run(CreditedCopies.configuration()) { mount in
            let listed = try await mount.inParis("getfattr -d -m - --absolute-names Sunset*.jpg | grep -o '^user[^=]*'")
            let result = try await mount.inParis(
                "\"$PLACESFS\" info Sunset*.jpg; \"$PLACESFS\" info --json Sunset*.jpg .")
            let names = result.lines.prefix { $0 != "[" }.filter { $0.hasPrefix("    ") }
                .map { $0.split(separator: " ").first.map { "" + $0 } ?? "" }
            #expect(names == names.sorted() && Set(names).isSuperset(of: listed.lines), "\(result)")
            let changing = Set(["state", "size", "rendition"].map { "user.places." + $0 })
            #expect(Set(names).subtracting(listed.lines) == changing, "\(result)")
            let json = result.lines.drop { $0 != "[" }.joined(separator: "\n")
            let objects = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
            #expect(objects.map { $0["title"] as? String } == ["Sunset over the Seine", "Paris"])
            #expect(objects.first?["subtitle"] as? String == "About 0" && objects.first?["path"] != nil)
            let attributes = objects.first?["attributes"] as? [String: String]
            #expect(attributes?["user.dublincore.title"] == "Sunset over the Seine")
            #expect(Set(attributes?.keys.map(\.self) ?? []) == Set(names))
        }
    }

    @Test(.proves("`placesfs info` shows"))
    func `a copy that kept its attributes tells the same, one without is no photo`() async throws {
        try await TestMount.run(CreditedCopies.configuration()) { mount in
            let result = try await mount.inParis(
                """
                setfattr -n user.test -v 1 "$T" || echo skip
                cp -a Sunset*Seine.jpg "$T/kept.jpg"; cp Sunset*Seine.jpg "$T/bare.jpg"
                only() { "$PLACESFS" info "$1" | grep -v 'places.\\(state\\|size\\|viewed\\|rendition\\|embedded\\) '; }
                cmp <(only Sunset*Seine.jpg) <(only "$T/kept.jpg") && echo same; "$PLACESFS" info "$T/bare.jpg" || echo $?
                """)
            #expect(result.lines == ["same", "36"] || result.lines.first == "skip", "\(result)")
            #expect(result.errors.contains("bare.jpg is no photo") || result.lines.first == "skip", "\(result)")
        }
    }

    @Test(.proves("`placesfs info` shows"))
    func `info of a folder says whether it is kept, what its sizes are and how many photos are hidden`() async throws {
        try await TestMount.run(CreditedCopies.configuration()) { mount in
            let told = try await mount.inParis(
                #"""
                ls > /dev/null; setfattr -n user.places.keep -v yes .
                "$PLACESFS" info . > "$T/told"
                for name in state refreshed hidden sizes keep kept; do
                    value=$(getfattr --only-values -n user.places.$name .) && [ -n "$value" ] || echo "no $name"
                    grep -q "^    user\.places\.$name  *[^ ]" "$T/told" && echo $name
                done
                grep -o 'keep  *yes' "$T/told"
                """#)
            let words = told.lines.map { $0.split(separator: " ").joined(separator: " ") }
            #expect(
                words == ["state", "refreshed", "hidden", "sizes", "keep", "kept", "keep yes"],
                "\(told.text)\(told.errors)")
        }
    }
}
