import Foundation
import Promises
import TestSupport
import Testing

/// `--from` in all its forms, and the commands that take it.
@Suite("A folder of one's own, as commands name it", .enabled(if: Repository.canMount && TestSource.current == .flickr))
struct OwnFolderCommandTests {
    @Test func `a file, fstab's words and the environment of a unit mount a folder like the options`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            let forms = [
                ["folder", home.mountpoint, "-o", "from=\(pictures.path),ro"],
                ["placesfs", home.mountpoint, "-o", "source=folder,from=\(pictures.path)"],
                ["mount", home.mountpoint],
            ]
            try await pictures.run(
                """
                mkdir -p .config/placesfs; umask 077
                printf 'source = folder\\nfrom = ~/Pictures\\nown-author = Me\\nown-license = CC BY 4.0\\n' > .config/placesfs/config
                """)
            for words in forms {
                let mounted = try await home.command(words)
                try #require(mounted.status == 0, "\(words): \(mounted.errors)")
                #expect(try await pictures.becomes("test -e \"$M/places/Japan/Kyoto/kyoto.jpg\""), "\(words)")
                let credits = try await pictures.run(
                    "cat \"$M/places/Japan/Kyoto/CREDITS.txt\" \"$M/places/France/Paris/CREDITS.txt\"")
                #expect(credits.text.contains("kyoto.jpg: \"kyoto\" by Me, CC BY 4.0"), "\(credits.text)")
                #expect(credits.text.contains("\"Tower at noon\" by Ann Lee, licence unknown"), "\(credits.text)")
                try await pictures.unmount()
            }
            // All of one folder: one state.
            #expect(try await pictures.run("ls .local/share/placesfs | grep -c '^folder-[0-9a-f]*$'").text == "1")
        }
    }

    @Test(.proves("Your own photos cannot be kept"))
    func `keeping one's own photos is refused, before anything is asked`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.mount()
            let refused = try await pictures.run(
                #"""
                set +e; keep() { "\#(Repository.placesfs)" keep "$@" 2>&1; echo $?; }
                cd "$M"; ls places/France/Paris > /dev/null; mkdir albums/A; cp places/France/Paris/tower.jpg albums/A/
                for folder in places/France/Paris places/France albums/A; do
                    keep "$M/$folder"; keep --yes "$M/$folder" | tail -1
                    timeout 20 script -qec "'\#(Repository.placesfs)' keep '$M/$folder'" /dev/null < /dev/null > ../said; echo $?
                    grep -c 'Keep?' ../said; grep -c 'these photos lie on this machine' ../said
                    getfattr --only-values -n user.places.keep "$folder"; echo
                done
                setfattr -n user.places.keep -v yes places/France/Paris 2>&1 | grep -o 'Invalid argument'
                getfattr --only-values -n user.places.keep places/France/Paris
                """#)
            func answer(_ folder: String) -> [String] {
                let words = "these photos lie on this machine; nothing is to be kept"
                return ["placesfs: \(home.mountpoint)/\(folder): \(words)", "65", "65", "65", "0", "1", "no"]
            }
            #expect(
                refused.lines == answer("places/France/Paris") + answer("places/France")
                    + answer("albums/A") + ["Invalid argument", "no"],
                "\(refused.text)\(refused.errors)")
            try await pictures.unmount()
        }
    }

    @Test func `an unmount and a search leave the index as one file`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.mount()
            #expect(try await pictures.becomes("test -e \"$M/places/France/Paris/tower.jpg\""))
            // Beside the mount, and alone.
            #expect(try await home.command(["search", "--from", pictures.path, "#sunset"]).status == 0)
            try await pictures.unmount()
            let list = "ls .local/share/placesfs/folder-*/ | grep -F photos.sqlite"
            #expect(try await pictures.run(list).lines == ["photos.sqlite"])
            #expect(try await home.command(["search", "--from", pictures.path, "#sunset"]).status == 0)
            #expect(try await pictures.run(list).lines == ["photos.sqlite"])
            let unknown = ["search", "--from", pictures.path, "sunset, in Nowhereville"]
            #expect(try await home.command(unknown).status != 0)
            #expect(try await pictures.run(list).lines == ["photos.sqlite"], "nor one that fails")
        }
    }

    @Test func `the places of a folder are told without a mount`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.run(
                "echo > Pictures/a.nef; echo > Pictures/notes.txt; cp Pictures/tower.jpg Pictures/scan; : > Pictures/.db"
            )
            let told = try await home.command(["places", "--from", "Pictures"])
            #expect(
                told.lines == [
                    "\(pictures.path): 6 photos, 4 with a position, 5 in a place, 1 in Unknown place",
                    "left out: 1 RAW",
                    "2  Italy/Rome", "1  Australia/Sydney", "1  France/Paris", "1  Japan/Kyoto",
                    "1  Unknown place/2011",
                ], "\(told.text)\(told.errors)")
            let json = try await home.command(["places", "--json", "--from", "Pictures"])
            #expect(json.text.contains("\"place\" : \"Rome\""))
            let none = try await home.command(["places", "--from", "None"])
            #expect(none.status != 0 && none.errors.contains("there is no such folder"), "\(none.errors)")
            let found = try await home.command(["search", "--from", pictures.path, "#sunset"])
            #expect(found.status == 0 && found.text.contains("Tower at noon"), "\(found.text)\(found.errors)")
        }
    }

    @Test func `a known folder that is away is mounted, and one line says so`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.mount()
            #expect(try await pictures.becomes("test -e \"$M/places/France/Paris/tower.jpg\""))
            try await pictures.unmount()
            try await pictures.run("mv Pictures Away")
            let mounted = try await home.command(["mount", "--from", pictures.path, home.mountpoint])
            #expect(mounted.status == 0)
            let lines = mounted.errors.split(separator: "\n")
            #expect(lines.count == 1 && lines[0].contains("\(pictures.path): it is not there"), "\(mounted.errors)")
            #expect(try await pictures.run("ls \"$M/places/France/Paris\"").lines.contains("tower.jpg"))
            try await pictures.run("mv Away Pictures")
            #expect(try await pictures.becomes("cmp \"$M/places/France/Paris/tower.jpg\" Pictures/tower.jpg"))
            try await pictures.unmount()
        }
    }

    @Test func `a mount with another owner or licence begins with what holds now`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            let count = "ls \"$M\"/places/*/* | grep -c -E 'jpg$|png$' || true"
            func shown(_ more: [String]) async throws -> String {
                try await pictures.mount(more)
                let text = try await pictures.run(count).text
                try await pictures.unmount()
                return text
            }
            try await pictures.mount()
            #expect(try await pictures.becomes("[ $(\(count)) = 6 ]"))
            try await pictures.unmount()
            #expect(try await shown(["--license", "cc"]) == "0")
            #expect(try await shown([]) == "6")
            #expect(try await shown(["--own-license", "CC BY 4.0"]) == "6")
            #expect(try await shown(["--license", "cc"]) == "0")
            #expect(try await Int(shown(["--license", "cc", "--own-license", "CC BY 4.0"])) ?? 0 > 0)
            try await pictures.mount()
            let made = try await pictures.run(
                """
                "\(Repository.placesfs)" handout --yes --license cc "$M/places" -o "$HOME/a.zip" 2>&1 || echo $?
                ls "$HOME"/a.zip 2> /dev/null || echo none
                """)
            #expect(
                made.lines == [
                    "placesfs: none of these photos has a licence that --license cc asks for", "83", "none",
                ], "\(made.text)\(made.errors)")
            try await pictures.unmount()
        }
    }

    @Test(.proves("A folder that is not there, another file, a mount of placesfs"))
    func `what cannot be shown is refused with one line`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            func refusal(_ words: [String]) async throws -> String {
                let result = try await home.command(["mount"] + words + [home.mountpoint])
                #expect(result.status != 0 && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
                return result.errors
            }
            #expect(try await refusal(["--from", home.path + "/none"]).contains("there is no such folder"))
            #expect(
                try await refusal(["--from", pictures.path + "/tower.jpg"]).contains(
                    "this is neither a folder nor a zip file"))
            // Of a zip file only the beginning.
            try await pictures.run("printf 'PK\\003\\004cut short' > bad.zip")
            for _ in 0..<2 {
                #expect(try await refusal(["--from", home.path + "/bad.zip"]).contains("it is no zip file"))
            }
            let nameless = try await pictures.run(
                """
                mkdir $'odd\\xff'; "\(Repository.placesfs)" mount --from $'odd\\xff' "$M" 2>&1 || echo "status $?"
                """)
            #expect(nameless.text.contains("its name is no UTF-8"), "\(nameless.text)")
            #expect(try await refusal(["--source", "folder"]).contains("--from"))
            #expect(try await refusal(["--from", home.mountpoint]).contains("cover"))
            try await pictures.mount()
            let other = home.path + "/other"
            try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
            let own = try await home.command(["mount", "--from", home.mountpoint + "/places", other])
            #expect(own.status != 0 && own.errors.contains("this is a mount of placesfs"), "\(own.errors)")
            try await pictures.unmount()
            // A mountpoint in the folder shows everything but itself.
            try await pictures.run("mkdir Pictures/mount")
            let inside = try await home.command(["mount", "--from", pictures.path, pictures.path + "/mount"])
            try #require(inside.status == 0, "\(inside.errors)")
            #expect(try await pictures.becomes("test -e Pictures/mount/places/France/Paris/tower.jpg"))
            try await pictures.run("cp Pictures/tower.jpg Pictures/third.jpg")
            #expect(try await pictures.becomes("test -e Pictures/mount/places/France/Paris/third.jpg"))
            #expect(try await pictures.run("find Pictures/mount/places -name 'tower*.jpg' | wc -l").text == "1")
            #expect(try await home.command(["unmount", pictures.path + "/mount"]).failure == "")
        }
    }

    @Test(.proves("`placesfs search QUERY`", "In a list of your own photos no option for services"))
    func `the command finds as many of one's own photos as a folder shows, whatever a file says for services`()
        async throws
    {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.run(
                """
                mkdir -p .config/placesfs; umask 077
                printf 'photos-per-pin = 1\\nlicense = cc\\n' > .config/placesfs/config
                """)
            try await pictures.mount()
            #expect(try await pictures.becomes("ls \"$M/places/Italy/Rome\" | grep -q '^IMG_0001.jpg'"))
            let shown = try await pictures.run("cd \"$M/search\"; mkdir 'in Rome'; ls 'in Rome' | grep -c 'jpg$'")
            #expect(shown.text == "2")
            let found = try await home.command(["search", "--from", pictures.path, "in Rome"])
            #expect(found.status == 0 && found.lines.count == 2, "\(found.text)\(found.errors)")
            let known = try await home.command(["search", "--from", pictures.path, "known, in Rome"])
            #expect(known.status == 0 && known.lines.count == 2, "\(known.text)\(known.errors)")
            let bounded = try await home.command(["search", "--from", pictures.path, "--license", "cc", "in Rome"])
            #expect(bounded.status == 0 && bounded.lines.isEmpty, "\(bounded.text)\(bounded.errors)")
            try await pictures.unmount()
        }
    }
}
