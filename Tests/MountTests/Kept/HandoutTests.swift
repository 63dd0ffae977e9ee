import Foundation
import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Archives of lists of photos for people without placesfs.
@Suite("Handouts", .enabled(if: Repository.canMount))
struct HandoutTests {
    private static let command = Repository.placesfs

    /// Photo 3 has all rights reserved, or a licence that nobody knows.
    private static func gallery() -> NumberedLibrary {
        let gallery = Gallery.photos(6, imageBytes: 20_000...30_000)
        for number in 0..<6 {
            gallery.library.edit(NumberedLibrary.id(number)) { photo in
                photo.license = number == 3 ? "0" : "4"
                if number == 1 { photo.title = "100% fun: a/b" }
                if number == 2 { photo.taken = "1923-05-04 12:00:00" }
            }
        }
        return gallery
    }

    @Test func `an album is handed out as soon as it is filled`() async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            let made = try await ChildProcess(
                [
                    "bash", "-c",
                    "cd \"$1\"; mkdir albums/Poster; cp places/Japan/Kyoto/*.jpg albums/Poster; \"$0\" handout albums/Poster -o ~/a.zip",
                    Self.command, home.mountpoint,
                ], environment: home.environment
            ).result()
            #expect(made.status == 0 && made.text.contains(": 8 photos, 0 photos left out"), "\(made.errors)")
        }
    }

    @Test(.proves("Everything in a handout"))
    func `folders of one name stay apart, and names that a user typed are made fit`() async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            let other = home.path + "/other"
            #expect(try await TestSupport.run("mkdir", other).status == 0)
            let folders = ["--state-dir", home.path + "/s", "--cache-dir", home.path + "/c"]
            #expect(try await home.command(["mount", "--source", "sample"] + folders + [other]).failure == "")
            let made = try await ChildProcess(
                [
                    "bash", "-c",
                    #"""
                    cd "$1"; name='48.8584,2.2945 Tower'; mkdir "pins/$name" "albums/${name^^}"
                    cp places/France/Paris/*.jpg "albums/${name^^}"; cd "albums/${name^^}"
                    mv "$(ls | grep jpg | head -n 1)" $'two\nlines:?.jpg'; ls | grep -c jpg > ~/count; cd ../..
                    "$0" handout "pins/$name" "albums/${name^^}" -o ~/a.zip > ~/said 2>&1 || { cat ~/said >&2; exit 1; }
                    "$0" handout "pins/$name" "$2/places/France/Paris" -o ~/b.zip 2>&1; echo $?
                    cd; [ -e b.zip ] && echo written; unzip -qq a.zip; cd a
                    sha256sum -c --quiet manifest-sha256.txt && echo whole
                    find . | grep -c '[:?\*<>|"]'; find . -name '*lines*.jpg' ! -path '*/.small/*'; ls data
                    """#,
                    Self.command, home.mountpoint, other,
                ], environment: home.environment
            ).result()
            #expect(
                made.lines == [
                    "placesfs: '\(other)/places/France/Paris' is in the mount \(other), others are in \(home.mountpoint); make an archive of each",
                    "2", "whole", "0", "./data/albums/48.8584,2.2945 TOWER/two lines -.jpg", "CREDITS.txt", "albums",
                    "map.geojson", "map.html", "photos.csv", "pins",
                ], "\(made.status) \(made.text)\(made.errors)")
            #expect(try await home.command(["unmount", other]).status == 0)
        }
    }

    @Test(
        .proves("`placesfs handout FOLDER", "A handout leaves out", "Everything in a handout"),
        .enabled(if: TestSource.current == .flickr, "the licences are Flickr's"))
    func `a handout is an archive that programs agree about, with what may be passed on`() async throws {
        let gallery = Self.gallery()
        try await TestMount.run(gallery.configuration, options: EmbeddedBytes.options) { mount async throws in
            let made = try await mount.shell(
                "\(Self.command) handout \"\(KeepTests.directory)\" -o trip.zip; echo $?")
            #expect(
                made.lines.last == "0" && made.text.contains(": 5 photos, 1 photo left out"),
                "\(made.text)\(made.errors)")
            #expect(
                made.errors.contains("left out ") && made.errors.contains("photo 3.jpg: All rights reserved"),
                "\(made.errors)")
            #expect(try await mount.shell("ls \"$M/recents\" | grep -c jpg").text == "0", "nobody looked at them")
            let read = try await mount.shell(
                """
                unzip -tqq trip.zip && zipinfo -1 trip.zip | wc -l > a && bsdtar -tf trip.zip | wc -l | cmp - a || exit 1
                python3 -c 'import zipfile; z = zipfile.ZipFile("trip.zip"); assert z.testzip() is None; print(min(i.date_time[0] for i in z.infolist()))'
                if command -v 7z > /dev/null; then 7z t trip.zip > /dev/null || exit 1; fi
                zipinfo -1 trip.zip | grep -c '%\\|:'
                mkdir x && cd x && unzip -qq ../trip.zip && cd trip && sha256sum -c --quiet manifest-sha256.txt && sha256sum -c --quiet tagmanifest-sha256.txt || exit 1
                ls; cd "data/$(basename "$(dirname "\(KeepTests.directory)")")/$(basename "\(KeepTests.directory)")" || exit 1
                ls | grep -c jpg; ls .small | grep -c jpg; cmp 'photo 0.jpg' "\(KeepTests.directory)/photo 0.jpg" && echo same
                grep -c 'photo 3.jpg: All rights reserved' CREDITS.txt ../../CREDITS.txt; grep -l 'photo%200.jpg' ../../map.geojson | wc -l
                grep -c "$M" map.html map.geojson ../../map.html ../../photos.csv
                sha256sum 'photo 4.jpg' | cut -c 1-64 > d; grep -c -f d ../../photos.csv
                """)
            #expect(
                read.lines == [
                    "1980", "0", "README.txt", "bag-info.txt", "bagit.txt", "data", "manifest-sha256.txt",
                    "tagmanifest-sha256.txt", "5", "5", "same", "CREDITS.txt:1", "../../CREDITS.txt:1", "1",
                    "map.html:0", "map.geojson:0", "../../map.html:0", "../../photos.csv:0", "1",
                ], "\(read.text)\(read.errors)")
        }
    }

    @Test(
        .proves("A photo that stands in several folders"),
        .enabled(if: TestSource.current == .flickr, "the licences are Flickr's"))
    func `a photo is fetched once for a handout, however many of its folders have it`() async throws {
        let gallery = Self.gallery()
        for number in 0..<6 {
            gallery.library.edit(NumberedLibrary.id(number)) { $0.tags = ["seaside", "red", "green", "blue"] }
        }
        let tight = ["--cache-size", "64K", "--thumbnail-cache-size", "64K"]
        try await TestMount.run(gallery.configuration, options: tight) { mount async throws in
            let made = try await mount.shell(
                """
                mkdir "$M/tags/seaside"; D="\(KeepTests.directory)"; ls "$D" "$M/tags/seaside" > /dev/null
                echo n | script -qec "\(Self.command) handout '$M/tags/seaside' '$D' -o none.zip" /dev/null | tr '\\r' '\\n' | grep -o '^[0-9]* photos are not here yet'
                \(Self.command) handout "$M/tags/seaside" "$D" -o t.zip 2> said; echo $?; grep -c '^left out ' said
                mkdir x; cd x; unzip -qq ../t.zip; cd t; sha256sum -c --quiet manifest-sha256.txt && echo whole
                python3 -c 'import zipfile; print(zipfile.ZipFile("../../t.zip").testzip())'
                for list in data/*/*/; do ls "$list" | grep -c 'jpg$'; ls "$list.small" | grep -c 'jpg$'; wc -l < "$list/photos.csv"; done | sort | uniq -c
                wc -l < data/photos.csv; grep -o '"Feature"' data/map.geojson | wc -l
                grep -c 'photo 3.jpg: All rights' data/CREDITS.txt; grep -c '[.]jpg: ".* by ' data/CREDITS.txt
                grep -o ': [0-9]* photos of ' bag-info.txt
                """, timeout: .seconds(60))
            #expect(
                made.lines.map { $0.drop { $0 == " " } }.filter { !$0.contains("left out") } == [
                    "5 photos are not here yet", "0", "1", "whole", "None", "8 5", "4 6", "6", "5", "1", "5",
                    ": 5 photos of ",
                ], "\(made.text)\(made.errors)")
            #expect(made.text.contains("t.zip: 5 photos, 1 photo left out"), "\(made.text)")
            let asked = mount.simulator.ledger.entries.filter(\.isImage)
            let counts = Dictionary(asked.map { ("\($0.photo ?? "") \($0.rendition ?? "")", 1) }, uniquingKeysWith: +)
            #expect(counts.count == 10 && counts.values.allSatisfy { $0 == 1 }, "\(counts)")
        }
    }

    @Test(.enabled(if: TestSource.current == .flickr, "the licences are Flickr's"))
    func `a handout says which small renditions are missing, and has them once their folder can be made`() async throws
    {
        try await TestMount.run(Self.gallery().configuration) { mount async throws in
            let made = try await mount.shell(
                """
                cd "$T"; D="\(KeepTests.directory)"; folder=$(echo "$XDG_CACHE_HOME"/placesfs/*/)thumbnails; touch "$folder"
                \(Self.command) handout "$D" -o a.zip 2> said; echo $?; unzip -l a.zip | grep -c '/\\.small/'
                grep -c '^missing .*/.small/' said; grep -o 'the photos are all there' said
                unzip -p a.zip a/data/CREDITS.txt | grep -c '/\\.small/.*\\.jpg: could not be had: '
                unzip -p a.zip "a/data/*/*/CREDITS.txt" | grep -c '^\\.small/.*\\.jpg: could not be had: '
                unzip -p a.zip a/README.txt | grep -c 'names what is not in here'
                echo old > good.zip; \(Self.command) handout "$D" -o good.zip --force 2> said; echo $?; cat good.zip
                grep -o 'good.zip stays as it was' said; ls -A | grep -c 'part$'; rm "$folder"
                n=0; until \(Self.command) handout "$D" -o b.zip 2> /dev/null; do
                    sleep 0.2; rm -f b.zip; n=$((n + 1)); [ $n -lt 100 ] || exit 1; done
                unzip -l b.zip | grep -c '/\\.small/'
                """)
            #expect(
                made.lines.filter { !$0.contains("photos, ") } == [
                    "82", "0", "5", "the photos are all there", "5", "5", "1", "82", "old",
                    "good.zip stays as it was", "0", "5",
                ],
                "\(made.text)\(made.errors)")
        }
    }

    @Test(.proves("What cannot be had"), .enabled(if: TestSource.current == .flickr, "the licences are Flickr's"))
    func `a photo that cannot be had is named, and the archive is whole without it`() async throws {
        let gallery = Self.gallery()
        try await TestMount.run(gallery.configuration) { mount async throws in
            #expect(try await mount.shell("ls \"\(KeepTests.directory)\"").status == 0)
            _ = mount.simulator.faults.add(.htmlUnder200, on: .photo(NumberedLibrary.id(4)))
            let made = try await mount.shell(
                "\(Self.command) handout \"\(KeepTests.directory)\" -o trip.zip; echo $?; unzip -tqq trip.zip && unzip -p trip.zip trip/data/CREDITS.txt | grep -c 'photo 4.jpg: could not be had'",
                timeout: .seconds(120))
            #expect(
                made.lines.suffix(2) == ["82", "1"] && made.errors.contains("missing ")
                    && made.errors.contains("photo 4.jpg"), "\(made.text)\(made.errors)")
        }
    }

    @Test(.enabled(if: TestSource.current == .flickr, "the licences are Flickr's"))
    func `a handout whose daemon is killed says so, and what to do`() async throws {
        let gallery = Self.gallery()
        try await TestMount.run(gallery.configuration) { mount async throws in
            #expect(try await mount.shell("ls \"\(KeepTests.directory)\"").status == 0)
            mount.simulator.faults.add(.stall(afterBytes: 5_000), on: .images)
            let asked = try mount.start(
                "exec \(Self.command) handout \"\(KeepTests.directory)\" -o new.zip", timeout: .seconds(60))
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.isImage })
            #expect(kill(try await mount.daemon(), SIGKILL) == 0)
            let said = await asked.result()
            #expect(
                said.status == 14 && said.errors.contains(" has died; mount it again, or: placesfs unmount "), "\(said)"
            )
            let word = "placesfs keep \"$M/\(NumberedLibrary.directory())\" \"$M/places\" \"$M/pins\""
            let kept = try await mount.shell(word.replacing("placesfs keep", with: "\(Self.command) keep"))
            #expect(kept.status == 14 && kept.errors == said.errors, "\(kept)")
        }
    }

    @Test func `an archive of nothing says that there is nothing`() async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            let album = home.mountpoint + "/albums/Empty"
            #expect(try await TestSupport.run("mkdir", album).status == 0)
            let made = try await home.command(["handout", album, "-o", home.path + "/a.zip"])
            #expect(made.status == 83 && made.errors.contains("\(album) has no photos"), "\(made)")
        }
    }

    @Test(.proves("A handout is written"), .enabled(if: TestSource.current == .flickr, "the licences are Flickr's"))
    func `a good archive, and what is no file, are not replaced by less`() async throws {
        let make =
            "make() { \(Self.command) handout \"\(KeepTests.directory)\" -o \"$@\" > /dev/null 2>> err; echo $?; }"
        try await TestMount.run(Self.gallery().configuration) { mount async throws in
            #expect(try await mount.shell("ls \"\(KeepTests.directory)\"").status == 0)
            _ = mount.simulator.faults.add(.htmlUnder200, on: .photo(NumberedLibrary.id(4)))
            let less = try await mount.shell(
                """
                \(make); echo old > good.zip; make good.zip --force; cat good.zip
                mkfifo pipe.zip; make pipe.zip --force; [ -p pipe.zip ] && echo pipe
                long=$(printf 'l%.0s' {1..251}).zip; make "$long"; unzip -tqq "$long" && rm "$long"; ls -A
                """, timeout: .seconds(120))
            #expect(
                less.lines == ["82", "old", "81", "pipe", "82", "err", "good.zip", "pipe.zip"],
                "\(less.text)\(less.errors)")
        }
        try await TestMount.run(Self.gallery().configuration) { mount async throws in
            #expect(try await mount.shell("ls \"\(KeepTests.directory)\"").status == 0)
            await mount.simulator.stop()
            let none = try await mount.shell(
                "\(make); echo old > good.zip; make good.zip --force; make new.zip; cat good.zip; ls -A",
                timeout: .seconds(120))
            #expect(none.lines == ["83", "83", "old", "err", "good.zip"], "\(none.text)\(none.errors)")
        }
    }

    @Test(.proves("A daemon is stopped or"), .enabled(if: TestSource.current == .flickr, "the licences are Flickr's"))
    func `a handout whose daemon is stopped leaves no file behind`() async throws {
        let gallery = Self.gallery()
        let patient = ["--first-byte-timeout", "100s", "--low-speed-time", "100s"]
        try await TestMount.run(gallery.configuration, options: patient) { mount async throws in
            #expect(try await mount.shell("ls \"\(KeepTests.directory)\"").status == 0)
            mount.simulator.faults.add(.stall(afterBytes: 5_000), on: .images)
            let asked = try mount.start(
                "exec \(Self.command) handout \"\(KeepTests.directory)\" -o new.zip 2> said", timeout: .seconds(60))
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.isImage })
            let daemon = try await mount.daemon()
            #expect(kill(daemon, SIGSTOP) == 0)
            let said = try await mount.shell("until [ -s said ]; do sleep 0.02; done; cat said; ls -A")
            #expect(kill(daemon, SIGCONT) == 0)
            #expect(said.lines.first?.contains("(process \(daemon), stopped) does not answer") == true, "\(said.text)")
            #expect(said.lines.dropFirst() == ["said"], "\(said.text)")
            #expect(await asked.result().status == 19)
        }
    }

    @Test(.proves("A handout is written"), .enabled(if: TestSource.current == .flickr, "the licences are Flickr's"))
    func `an archive that is there stays, and nothing half is left`() async throws {
        let gallery = Self.gallery()
        try await TestMount.run(gallery.configuration) { mount async throws in
            let refused = try await mount.shell(
                """
                make() { \(Self.command) handout "$@" 2>> err; echo $?; }
                echo old > trip.zip; make "\(KeepTests.directory)" -o trip.zip; cat trip.zip
                make "\(KeepTests.directory)" -o /nowhere/trip.zip; make "\(KeepTests.directory)" -o "$M/trip.zip"
                make "\(KeepTests.directory)/photo 0.jpg" -o x.zip; make "\(KeepTests.directory)" -o x.zip --license public-domain
                make "\(KeepTests.directory)" -o .; make "\(KeepTests.directory)" -o trip.zip --force | tail -1; unzip -tqq trip.zip; ls -A
                """)
            #expect(
                refused.lines == ["80", "old", "81", "81", "65", "83", "2", "0", "err", "trip.zip"],
                "\(refused.text)\(refused.errors)")
            let stalled = mount.simulator.faults.add(.stall(afterBytes: 5_000), on: .images)
            let interrupted = try await mount.shell(
                """
                rm -rf "$XDG_CACHE_HOME"/x; \(Self.command) cache forget "\(KeepTests.directory)/photo 5.jpg" > /dev/null
                \(Self.command) handout "$M"/places/*/* -o other.zip & sleep 1; kill -INT $!; wait $!; echo $?; ls -A | grep -c other
                """, timeout: .seconds(60))
            mount.simulator.faults.remove(stalled)
            #expect(interrupted.lines.suffix(1) == ["0"], "\(interrupted.text)\(interrupted.errors)")
        }
    }
}
