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

            let soon = Duration.seconds(10)
            try await pictures.run("cp Pictures/tower.jpg Pictures/second.jpg")
            #expect(try await pictures.becomes("test -e \"$M/places/France/Paris/second.jpg\"", within: soon))
            let number = try await pictures.run("stat -c %i \"$M/places/France/Paris/second.jpg\"")
            try await pictures.run("mkdir Pictures/deep; mv Pictures/second.jpg Pictures/deep/moved.jpg")
            #expect(
                try await pictures.becomes(
                    "getfattr --only-values -n user.folder.path \"$M/places/France/Paris/second.jpg\" | grep -qx deep/moved.jpg",
                    within: soon))
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
                    within: soon))
            #expect(
                try await pictures.run(
                    "cmp \"$M/places/Italy/Milan/moved.jpg\" Pictures/deep/moved.jpg; stat -c %i \"$M/places/Italy/Milan/moved.jpg\""
                ).text == number.text)
            // A file that is written while somebody has it open is the old one, the new one, or an error.
            let moved = URL(fileURLWithPath: home.path + "/Pictures/deep/moved.jpg")
            let old = try Data(contentsOf: moved)
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
            let whole = [old.dropFirst(), try Data(contentsOf: moved).dropFirst()]
            #expect(mixed.text == "failed" || whole.contains(rest), "\(rest.count) bytes, \(mixed.text)")
            try await pictures.run("rm Pictures/deep/moved.jpg")
            #expect(try await pictures.becomes("! find \"$M\" -name '*moved*' | grep -q .", within: soon))
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
                    "ls \"$M/places/France/Paris/tower.jpg\" && ! cat \"$M/places/France/Paris/tower.jpg\" > /dev/null 2>&1 && "
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
}
