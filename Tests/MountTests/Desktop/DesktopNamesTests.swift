import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Names that desktops probe for", .enabled(if: Repository.canMount))
struct DesktopNamesTests {
    private static let probes = [
        ".Trash", ".Trash-1000", ".Trash-0", ".directory", ".git", ".svn", ".hg", "Thumbs.db", "desktop.ini",
        "autorun.inf", "Autorun.inf", "AUTORUN.INF", "Pont Neuf.xmp", "Pont Neuf.jpg.xmp", ".sh_thumbnails",
        ".xdg-volume-info", ".thumbnails", ".DS_Store", "._Pont Neuf.jpg", "folder.jpg.part", "identify", "jpg",
        ".localized", ".VolumeIcon.icns", "Pont Neuf", ".hidden~", "Pont Neuf.jpg~", "map.geojson.qmd", "index.html",
    ]

    @Test(.proves("Names that desktops probe for"))
    func `each is ENOENT without a request, in a place never listed too`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            #expect(try await mount.shell("ls \"$M/places/France\" > /dev/null").status == 0)
            let before = mount.simulator.ledger.count
            for folder in ["", "/places", "/places/France", "/\(Atlas.paris)"] {
                try mount.write(Array(Self.probes.joined(separator: "\n").utf8), to: "probes")
                let result = try await mount.shell(
                    "cd \"$M\(folder)\" || exit; while read -r f; do [ -e \"$f\" ] && echo \"$f\"; done < \"$T/probes\"; true"
                )
                #expect(result.text == "" && result.status == 0, "\(folder): \(result.text)\(result.errors)")
            }
            #expect(mount.simulator.ledger.count == before)
        }
    }

    @Test func `dot-hidden is not remembered as absent`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let hidden = "\"$M/\(Atlas.paris)/.hidden\""
            #expect(try await mount.shell("ls \"$M/places/France\"; cat \(hidden)").status == 1)
            #expect(mount.simulator.ledger.searches == 0)
            #expect(
                try await mount.shell("ls \"$M/\(Atlas.paris)\" > /dev/null; head -1 \(hidden)").text == "map.geojson")
        }
    }

    @Test(.proves("The name of a photo opens"))
    func `a name that could be a photo's is looked for, in a place never listed too`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let photo = "$M/\(Atlas.paris)/Pont Neuf.jpg"
            // As a bookmark or a recent-files list would.
            #expect(try await mount.shell("head -c 3 \"\(photo)\" | xxd -p").text == "ffd8ff")
            #expect(try await mount.shell("cat \"$M/places/France/Nice/Promenade.geojson\" > /dev/null").status == 0)
            #expect(try await mount.shell("stat \"$M/\(Atlas.paris)/Pont Neuf 2.jpg\"").status == 1)
            #expect(mount.simulator.ledger.searches == 2)
        }
    }

    @Test(.proves("A name is looked up as it is spelt")) func `a name is looked up as it is spelt`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            #expect(try await mount.shell("ls \"$M/\(Atlas.paris)/pont neuf.jpg\"").status == 2)
            // Another spelling of a place's name is a link to it, and no name of its own.
            #expect(try await mount.shell("readlink \"$M/places/france\"").text == "France")
            #expect(try await mount.shell("ls \"$M/Places\"").status == 2)
        }
    }

}
