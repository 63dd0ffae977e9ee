import Foundation
import Promises
import TestSupport
import Testing

@Suite("One's own photos, mounted", .enabled(if: Repository.canMount && TestSource.current == .flickr))
struct OwnPhotosTests {
    @Test(
        .proves(
            "A mount with `--from FOLDER` shows", "A photo of yours keeps the name of its file",
            "A photo of yours has its file's bytes"))
    func `every photo stands in one place under its file's name, with its bytes, and not in the cache`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.mount()
            let names = [
                "Australia/Sydney/opera.png", "France/Paris/tower.jpg", "Italy/Rome/IMG_0001 (2019 Rome).jpg",
                "Italy/Rome/IMG_0001.jpg", "Japan/Kyoto/kyoto.jpg", "Unknown place/2011/year.jpg",
            ]
            let list =
                "cd \"$M/places\"; find . -name '*.jpg' -printf '%P\\n' -o -name '*.png' -printf '%P\\n' | LC_ALL=C sort"
            #expect(try await pictures.becomes("test \"$(\(list))\" = '\(names.joined(separator: "\n"))'"))
            #expect(try await pictures.run(list).lines == names)
            let same = try await pictures.run(
                """
                P="$HOME/Pictures"; cd "$M/places"
                stat -c %s France/Paris/tower.jpg; stat -c %s "$P/tower.jpg"
                cmp France/Paris/tower.jpg "$P/tower.jpg"; cmp Australia/Sydney/opera.png "$P/opera.png"
                cmp 'Italy/Rome/IMG_0001 (2019 Rome).jpg' "$P/2019/Rome/IMG_0001.jpg"
                cp 'Unknown place/2011/year.jpg' "$HOME/copy.jpg"; cmp "$HOME/copy.jpg" "$P/old/year.jpg"
                getfattr --only-values -n user.places.size France/Paris/tower.jpg
                """)
            #expect(same.lines.count >= 3 && same.lines[0] == same.lines[1], "\(same.text)")
            #expect(same.text.hasSuffix("exact"))
            let status = try await home.command(["status", "--json", home.mountpoint])
            #expect(status.text.contains("\"cachePhotos\" : 0"), "\(status.text)")
            let attributes = try await pictures.run("getfattr -d \"$M/places/France/Paris/tower.jpg\"")
            for line in [
                "user.dublincore.title=\"Tower at noon\"", "user.dublincore.creator=\"Ann Lee\"",
                "user.dublincore.date=\"2018-05-04T12:00:01\"", "user.xdg.tags=\"sunset,Tower\"",
                "user.folder.path=\"tower.jpg\"", "user.geo.latitude=\"48.8584\"",
            ] {
                #expect(attributes.text.contains(line), "\(line) is not in \(attributes.text)")
            }
            #expect(!attributes.text.contains(home.path + "/Pictures"))
            // A pin, a tag and a search find the same inode.
            let number = try await pictures.run(
                """
                mkdir "$M/pins/48.8584,2.2945" "$M/search/tower"
                stat -c %i "$M/places/France/Paris/tower.jpg" "$M/pins/48.8584,2.2945/tower.jpg" \\
                    "$M/tags/sunset/Tower/tower.jpg" "$M/search/tower/tower.jpg" | sort -u | wc -l
                """)
            #expect(number.text == "1")
            try await pictures.unmount()
        }
    }

    @Test(
        .proves(
            "A new, changed, moved or removed file of yours", "Your folder is never written to",
            "A handle on a photo of yours reads"))
    func `changes are seen within two seconds, and nothing is written to the folder`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            let before = try await pictures.run(
                "cd Pictures; find . -printf '%p %i %T@ %C@\\n' | sort; sha256sum tower.jpg")
            try await pictures.mount()
            try await pictures.run(
                "ls -R \"$M\" > /dev/null; cat \"$M\"/places/*/*/*.jpg > /dev/null; rm \"$M\"/recents/*.jpg || :")
            let after = try await pictures.run(
                "cd Pictures; find . -printf '%p %i %T@ %C@\\n' | sort; sha256sum tower.jpg")
            #expect(before.text == after.text)

            let two = Duration.seconds(2)
            try await pictures.run("cp Pictures/tower.jpg Pictures/second.jpg")
            #expect(try await pictures.becomes("test -e \"$M/places/France/Paris/second.jpg\"", within: two))
            let number = try await pictures.run("stat -c %i \"$M/places/France/Paris/second.jpg\"")
            try await pictures.run("mkdir Pictures/deep; mv Pictures/second.jpg Pictures/deep/moved.jpg")
            #expect(
                try await pictures.becomes(
                    "getfattr --only-values -n user.folder.path \"$M/places/France/Paris/second.jpg\" | grep -qx deep/moved.jpg",
                    within: two))
            #expect(try await pictures.run("stat -c %i \"$M/places/France/Paris/second.jpg\"").text == number.text)
            try await pictures.run(
                """
                exec 3< "$M/places/France/Paris/second.jpg"; head -c 10 <&3 > /dev/null
                exiftool -q -overwrite_original -GPSLatitude=45.4642 -GPSLatitudeRef=N -GPSLongitude=9.19 -GPSLongitudeRef=E \\
                    Pictures/deep/moved.jpg
                """)
            #expect(
                try await pictures.becomes(
                    "test -e \"$M/places/Italy/Milan/moved.jpg\" && ! ls \"$M/places/France/Paris\" | grep -q second",
                    within: two))
            #expect(
                try await pictures.run(
                    "cmp \"$M/places/Italy/Milan/moved.jpg\" Pictures/deep/moved.jpg; stat -c %i \"$M/places/Italy/Milan/moved.jpg\""
                ).text == number.text)
            // A file that is written while somebody has it open is the old one, the new one, or an error.
            let mixed = try await ChildProcess(
                [
                    "bash", "-c",
                    """
                    cd "$HOME"; exec 3< "$M/places/Italy/Milan/moved.jpg"; head -c 1 <&3 > /dev/null
                    convert -size 400x300 gradient:green-black jpg:Pictures/deep/moved.jpg; cat <&3 > rest || echo failed
                    """,
                ], environment: home.environment.merging(["M": home.mountpoint]) { $1 }
            ).result()
            let rest = try Data(contentsOf: URL(fileURLWithPath: home.path + "/rest"))
            let new = try Data(contentsOf: URL(fileURLWithPath: home.path + "/Pictures/deep/moved.jpg"))
            #expect(mixed.text == "failed" || rest != new.dropFirst(1), "\(rest.count) bytes, \(mixed.text)")
            try await pictures.run("rm Pictures/deep/moved.jpg")
            #expect(try await pictures.becomes("! find \"$M\" -name '*moved*' | grep -q .", within: two))
            try await pictures.unmount()
        }
    }

    @Test(.proves("Each keyword of your photos is a folder in `tags/`"))
    func `keywords become folders, and one that was removed stays away`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.mount()
            #expect(try await pictures.becomes("test \"$(ls \"$M/tags\")\" = 'Tower\nsunset'"))
            try await pictures.run(
                """
                cmp "$M/tags/sunset/Tower/tower.jpg" Pictures/tower.jpg
                rmdir "$M/tags/Tower"
                exiftool -q -overwrite_original -IPTC:Keywords=sea -IPTC:Keywords=Tower Pictures/kyoto.jpg
                """)
            #expect(try await pictures.becomes("test \"$(ls \"$M/tags\")\" = 'sea\nsunset'"))
            try await pictures.run("exiftool -q -overwrite_original -IPTC:Keywords= Pictures/tower.jpg")
            #expect(try await pictures.becomes("test \"$(ls \"$M/tags\")\" = sea"))
            try await pictures.unmount()
            try await pictures.mount()
            #expect(try await pictures.run("ls \"$M/tags\"").text == "sea")
            try await pictures.unmount()
        }
    }

    @Test(.proves("While your folder, or a disk"))
    func `a folder that goes away is offline, and comes back`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.mount()
            try await pictures.run("ls -R \"$M\" > /dev/null; mv Pictures away")
            #expect(
                try await pictures.becomes(
                    "ls \"$M/places/France/Paris/tower.jpg\"; ! cat \"$M/places/France/Paris/tower.jpg\" > /dev/null 2>&1; "
                        + "getfattr --only-values -n user.places.state \"$M/places/France/Paris\" | grep -qx offline"))
            #expect(try await home.command(["status", home.mountpoint]).text.contains("not there"))
            #expect(
                try await pictures.run("grep -c 'Your photos cannot be read now (.*not there' \"$M/README.txt\"").text
                    == "1")
            try await pictures.run("mkdir Pictures; mv away aside; rmdir Pictures; mv aside Pictures")
            #expect(try await pictures.becomes("cmp \"$M/places/France/Paris/tower.jpg\" Pictures/tower.jpg"))
            #expect(try await pictures.becomes("! grep -q 'cannot be read now' \"$M/README.txt\""))
            try await pictures.unmount()
            // Known from before, it may come later than the mount.
            try await pictures.run("mv Pictures away")
            try await pictures.mount()
            #expect(try await pictures.run("ls \"$M/places/France/Paris\"").text.contains("tower.jpg"))
            try await pictures.run("mv away Pictures")
            #expect(try await pictures.becomes("cmp \"$M/places/France/Paris/tower.jpg\" Pictures/tower.jpg"))
            try await pictures.unmount()
        }
    }

    @Test(.proves("In a list of your own photos no option for services", "What is no photo of yours is left out"))
    func `lists are whole whatever a file says, and what is left out is counted`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.run(
                """
                mkdir -p .config/placesfs; printf 'photos-per-place = 2\\nlicense = cc\\nembed = all\\nrendition = o\\n' \\
                    > .config/placesfs/config; chmod 600 .config/placesfs/config
                cd Pictures; for i in $(seq 60); do convert -size ${i}x20 xc:red more$i.jpg; done
                touch -d 2001-02-03 more*.jpg
                : > empty.jpg; echo > a.nef; echo > b.mov; echo no > c.jpg; ln -s / d; mkfifo e.jpg; cp tower.jpg .f.jpg
                """)
            try await pictures.mount()
            #expect(try await pictures.becomes("test $(ls \"$M/places/Unknown place/2001\" | grep -c jpg) = 60"))
            try await pictures.run("cmp \"$M/places/France/Paris/tower.jpg\" Pictures/tower.jpg")
            let status = try await home.command(["status", home.mountpoint]).text
            for words in ["66 photos", "1 RAW", "1 video", "1 empty file", "1 not a picture", "1 link", "1 pipe"] {
                #expect(status.contains(words), "\(words): \(status)")
            }
            try await pictures.unmount()
            try await pictures.mount(["--license", "cc"])
            #expect(try await pictures.becomes("test $(find \"$M/places\" -name '*.jpg' | wc -l) = 0"))
            try await pictures.unmount()
        }
    }

    @Test(.proves("`--from` names a zip file just as well"))
    func `a zip file is shown like a folder, packed photos through the cache`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.run(
                """
                python3 -W ignore - <<'END'
                import os, zipfile
                with zipfile.ZipFile('photos.zip', 'w') as z:
                    z.write('Pictures/tower.jpg', 'tower.jpg', zipfile.ZIP_STORED)
                    z.write('Pictures/opera.png', 'in/opera.png', zipfile.ZIP_DEFLATED)
                    z.writestr('../out.jpg', 'x')
                    z.writestr('bomb.jpg', bytes(9000000), zipfile.ZIP_DEFLATED)
                END
                """)
            let mounted = try await home.command(["mount", "--from", home.path + "/photos.zip", home.mountpoint])
            try #require(mounted.status == 0, "\(mounted.errors)")
            #expect(try await pictures.becomes("test -e \"$M/places/Australia/Sydney/opera.png\""))
            try await pictures.run(
                """
                cmp "$M/places/France/Paris/tower.jpg" Pictures/tower.jpg
                getfattr --only-values -n user.places.state "$M/places/Australia/Sydney/opera.png" | grep -qx remote
                stat -c %s "$M/places/Australia/Sydney/opera.png" Pictures/opera.png | uniq | wc -l | grep -qx 1
                cmp "$M/places/Australia/Sydney/opera.png" Pictures/opera.png
                getfattr --only-values -n user.places.state "$M/places/Australia/Sydney/opera.png" | grep -qx cached
                find "$M/places" -name '*.jpg' | wc -l | grep -qx 1
                """)
            let status = try await home.command(["status", home.mountpoint]).text
            #expect(status.contains("2 refused entries of the zip file"), "\(status)")
            // Written anew, it is shown when it is whole.
            try await pictures.run(
                """
                head -c 100 photos.zip > half; cat half > photos.zip
                python3 -c "
                import zipfile
                with zipfile.ZipFile('new.zip', 'w') as z: z.write('Pictures/kyoto.jpg', 'kyoto.jpg')"
                """.replacing("\n                import", with: "\nimport").replacing(
                    "\n                with", with: "\nwith"))
            #expect(
                try await pictures.becomes(
                    "getfattr --only-values -n user.places.state \"$M/places/France/Paris\" | grep -qx offline"))
            try await pictures.run("cat new.zip > photos.zip")
            #expect(
                try await pictures.becomes(
                    "cmp \"$M/places/Japan/Kyoto/kyoto.jpg\" Pictures/kyoto.jpg && test ! -e \"$M/places/France\""))
            try await pictures.unmount()
        }
    }

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
            #expect(try await shown(["--license", "cc", "--own-license", "CC BY 4.0"]) != "0")
            try await pictures.mount()
            let made = try await pictures.run(
                """
                "\(Repository.placesfs)" handout --yes --license cc "$M/places" -o "$HOME/a.zip" > /dev/null 2>&1 || true
                unzip -Z1 "$HOME/a.zip" 2> /dev/null | grep -c -E '(jpg|png)$' || true
                """)
            #expect(made.text == "0")
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
}
