import Promises
import TestSupport
import Testing

@Suite("Programs copy photos into albums", .enabled(if: Repository.canMount))
struct AlbumCopyTests {
    /// A way to copy `$f`, a photo of the mount, or `$T/1.jpg`, a copy of it outside, to `$a/x.jpg`.
    private static let ways: [(program: String, line: String)] = [
        ("cp", #"cp "$f" $a/x.jpg"#),
        ("cp", #"cp -a "$f" $a/x.jpg"#),
        ("cp", #"cp --reflink=never "$T/1.jpg" $a/x.jpg"#),
        ("ln", #"cp -l "$f" $a/x.jpg"#),
        ("ln", #"cp -s "$M/$f" $a/x.jpg"#),
        ("install", #"install -m 600 "$f" $a/x.jpg"#),
        ("dd", #"dd status=none bs=1000 if="$f" of=$a/x.jpg"#),
        ("cat", #"cat "$f" > $a/x.jpg"#),
        ("cat", #"(head -c 5000; sleep 0.01; cat) < "$f" > $a/x.jpg"#),
        ("tee", #"tee $a/x.jpg < "$f" > /dev/null"#),
        ("rsync", #"rsync "$T/1.jpg" $a/x.jpg"#),
        ("rsync", #"rsync -aX --inplace "$T/1.jpg" $a/x.jpg"#),
        ("rsync", #"rsync -aX "$T/1.jpg" $a/x.jpg"#),
        ("tar", #"(cd "$T"; cp 1.jpg x.jpg; tar -cf - x.jpg) | tar -C $a -xf - 2> /dev/null"#),
        ("unzip", #"(cd "$T"; cp 1.jpg x.jpg; python3 -m zipfile -c x.zip x.jpg); unzip -q -d $a "$T/x.zip""#),
        ("bsdtar", #"(cd "$T"; cp 1.jpg x.jpg; tar -cf - x.jpg) | bsdtar -C $a -xf -"#),
        ("7z", #"(cd "$T"; cp 1.jpg x.jpg; 7z a -bd x.7z x.jpg > /dev/null); 7z x -bd -o$a "$T/x.7z" > /dev/null"#),
        ("busybox", #"busybox cp "$T/1.jpg" $a/x.jpg"#),
        ("gio", #"gio copy "$f" $a/x.jpg"#),
        ("gio", #"gio copy "$T/1.jpg" $a/x.jpg"#),
        ("gio", #"gio move "$f" $a/x.jpg"#),
        ("mv", #"mv "$T/1.jpg" $a/x.jpg && [ ! -e "$T/1.jpg" ]"#),
        ("rclone", #"rclone copyto "$T/1.jpg" $a/x.jpg"#),
        ("python3", #"python3 -c 'import shutil, sys; shutil.copy2(*sys.argv[1:])' "$f" $a/x.jpg"#),
        (
            "python3",
            #"python3 -c 'import mmap, sys; s = open(sys.argv[1], "rb").read(); f = open(sys.argv[2], "w+b"); f.truncate(len(s)); m = mmap.mmap(f.fileno(), 0); f.close(); m[:] = s; m.flush(); m.close()' "$f" $a/x.jpg"#
        ),
    ]

    @Test(.proves("A photo stands in an album once"))
    func `a second copy under another name is content, and its name is listed nowhere`() async throws {
        try await AlbumWorld.run { world in
            let copied = try await world.shell(
                """
                mkdir albums/A; f=$(photo 1); cp "$f" "$T/1.jpg"; cp "$f" albums/A/first.jpg
                install -m 600 "$T/1.jpg" albums/A/second.jpg; echo $?
                python3 -c 'import shutil, sys; shutil.copy2(*sys.argv[1:])' "$T/1.jpg" albums/A/third.jpg; echo $?
                rsync -a --inplace "$T/1.jpg" albums/A/fourth.jpg; echo $?; rm albums/A/second.jpg 2> /dev/null; echo $?
                photos albums/A
                """)
            #expect(copied.lines == ["0", "0", "0", "0", "first.jpg"], "\(copied.text)\(copied.errors)")
        }
    }

    @Test(.proves("A copy of a photo becomes that photo"))
    func `a copy that was removed while it was written is in no list`() async throws {
        try await AlbumWorld.run { world in
            let copied = try await world.shell(
                """
                mkdir albums/A; cat "$(photo 1)" > "$T/1.jpg"
                { head -c 5000; rm albums/A/x.jpg; cat; } < "$T/1.jpg" > albums/A/x.jpg; echo $?; photos albums/A
                """)
            #expect(copied.lines == ["0"], "\(copied.text)\(copied.errors)")
        }
    }

    @Test(.proves("`mv` of a photo into an album adds it"))
    func `a name that differs in case or ending takes no other photo's place`() async throws {
        try await AlbumWorld.run { world in
            let moved = try await world.shell(
                """
                mkdir albums/A; ln "$(photo 1)" albums/A/Mill.jpg; n=$(number albums/A/Mill.jpg)
                mv "$(photo 2)" albums/A/mill.jpg 2>&1 | grep -c 'not permitted'
                mv "$(photo 3)" albums/A/mill.png 2>&1 | grep -c 'not permitted'
                ln "$(photo 4)" albums/A/x.jpg; mv albums/A/x.jpg albums/A/MILL.jpg 2>&1 | grep -c 'not permitted'
                getfattr --only-values -n user.places.error albums/A | grep -c 'in case or ending alone'
                photos albums/A; [ $(number albums/A/Mill.jpg) = $n ] && echo same
                mv albums/A/Mill.jpg albums/A/mill.jpg; mv albums/A/x.jpg albums/A/mill.jpg; photos albums/A
                """)
            #expect(
                moved.lines == ["1", "1", "1", "1", "Mill.jpg", "x.jpg", "same", "mill.jpg"],
                "\(moved.text)\(moved.errors)")
        }
    }

    @Test(.proves("A copy of a photo becomes that photo"), arguments: ["none", "credit"])
    func `whatever program copies a photo into an album, it is the photo, and the program is content`(embed: String)
        async throws
    {
        try await AlbumWorld.run(["--embed", embed]) { world in
            for (index, (program, line)) in Self.ways.enumerated() {
                guard Programs.areHere(program) else {
                    print("skipped: \(program) is not installed")
                    continue
                }
                let copied = try await world.shell(
                    """
                    a=albums/\(index); mkdir $a; f=$(photo 1); rm -rf "$T"; mkdir "$T"; cp "$f" "$T/1.jpg"; n=$(number "$f")
                    \(line)
                    echo "status $?"; [ "$(number $a/x.jpg)" = "$n" ] && [ "$(ls $a | grep -c 'jpg$')" = 1 ] && [ -e "$f" ] && echo same
                    """)
                #expect(
                    copied.lines.last == "same" && !copied.text.contains("status 1"),
                    "\(line): \(copied.text)\(copied.errors)")
                #expect(
                    copied.lines.first == "status 0" || copied.lines == ["same"],
                    "\(line): \(copied.text)\(copied.errors)")
            }
        }
    }

    @Test(
        .proves("`cp -r` of a place into `albums/`"),
        arguments: [
            "cp -r $P albums/Paris", "cp -a $P albums/Paris", "rsync -a $P/ albums/Paris/",
            "rsync -aXAH $P/ albums/Paris/",
            "cp -r $P/. \"$T\"; rsync -a \"$T/\" albums/Paris/", "cp -rL $P albums/Paris",
            "mkdir albums/Paris; tar -C $P -cf - . | tar -C albums/Paris -xf - --warning=no-timestamp",
            "cp -r $P/. \"$T\"; (cd \"$T\"; zip -qr x.zip .); unzip -q \"$T/x.zip\" -d albums/Paris",
            "python3 -c 'import shutil, sys; shutil.copytree(*sys.argv[1:])' $P albums/Paris",
        ])
    func `a whole folder becomes an album with its own map`(line: String) async throws {
        try await AlbumWorld.run { world in
            let copied = try await world.shell(
                """
                \(line)
                echo "status $?"; diff <(photos $P) <(photos albums/Paris) && echo equal; quiet albums/Paris
                for f in $P/*.jpg; do [ "$(number "$f")" = "$(number "albums/Paris/${f##*/}")" ] || echo "other $f"; done
                diff <(ls -A $P) <(ls -A albums/Paris | grep -v 'x.zip') && echo whole
                """)
            #expect(copied.lines == ["status 0", "equal", "whole"], "\(copied.text)\(copied.errors)")
        }
    }

    @Test(
        .proves("What is no photo of this mount is EROFS"),
        arguments: [
            "cp \"$T/x.jpg\" $a/x.jpg", "cat \"$T/x.jpg\" > $a/x.jpg", "install \"$T/x.jpg\" $a/x.jpg",
            "mv \"$T/x.jpg\" $a/x.jpg", "gio copy \"$T/x.jpg\" $a/x.jpg", "rsync \"$T/x.jpg\" $a/x.jpg",
            "(cd \"$T\"; zip -q x.zip x.jpg); unzip -q \"$T/x.zip\" -d $a",
            "tar -C \"$T\" -cf - x.jpg | bsdtar -C $a -xf -",
            "busybox cp \"$T/x.jpg\" $a/x.jpg",
            "7z a -bd \"$T/x.7z\" \"$T/x.jpg\" > /dev/null; 7z x -bd -o$a \"$T/x.7z\" > /dev/null",
        ])
    func `who copies a page called x.jpg is told, and loses nothing`(line: String) async throws {
        try await AlbumWorld.run { world in
            let refused = try await world.shell(
                """
                a=albums/A; mkdir $a; printf '<html>%065536d</html>' 0 > "$T/x.jpg"
                \(line)
                [ $? = 0 ] && echo content; ls -A $a | grep -v 'No Images'; why $a; [ -e "$T/x.jpg" ] || echo lost
                """)
            #expect(refused.lines == ["\"x.jpg\" is no picture"], "\(refused.text)\(refused.errors)")
        }
    }

    @Test(.proves("What is no photo of this mount is EROFS"))
    func `another picture, a cut one and one that only claims to be a photo are refused with the reason`() async throws
    {
        try await AlbumWorld.run(["--embed", "all"]) { world in
            let refused = try await world.shell(
                """
                a=albums/A; mkdir $a; f=$(photo 1); cp "$f" "$T/f.jpg"
                head -c 20000 "$f" > "$T/cut.jpg"
                python3 -c 'import sys; b = bytearray(open(sys.argv[1], "rb").read()); b[-3000] ^= 1; open(sys.argv[2], "wb").write(b)' "$f" "$T/bit.jpg"
                convert -size 64x64 xc:red "$T/red.jpg" 2> /dev/null || printf '\\377\\330\\377\\340abcdefghijkl\\377\\331' > "$T/red.jpg"
                for n in cut bit red; do cp "$T/$n.jpg" $a/ 2>&1 | grep -o '[^:]*$'; why $a; done
                : > $a/empty.jpg; echo "status $?"; ls -A $a
                rsync "$T/red.jpg" "$T/f.jpg" $a/ 2> /dev/null; echo "status $?"; photos $a; why $a; echo end
                """)
            let lines = refused.lines
            #expect(lines.count == 12, "\(refused.text)\(refused.errors)")
            guard lines.count == 12 else { return }
            for (index, name) in ["cut", "bit", "red"].enumerated() {
                #expect(
                    lines[2 * index] == " Read-only file system" && lines[2 * index + 1].hasPrefix("\"\(name).jpg\" "))
            }
            #expect(lines[1].hasSuffix("as its page, and is another picture") && lines[1].contains(" names https://"))
            #expect(lines[3].hasSuffix("as its page, and is another picture") && lines[5].hasSuffix("and names none"))
            #expect(Array(lines[6..<10]) == ["status 0", "No Images", "status 23", "f.jpg"], "\(refused.text)")
            #expect(lines[10].hasPrefix("\"red.jpg\""), "\(refused.text)")
        }
    }

    @Test(.proves("A copy that was given other texts"), .enabled(if: Programs.areHere("exiftool")))
    func `a copy with another title and author is still the photo`() async throws {
        try await AlbumWorld.run(["--embed", "all"]) { world in
            let copied = try await world.shell(
                """
                mkdir albums/A; f=$(photo 2); cp "$f" "$T/x.jpg"
                exiftool -q -overwrite_original -XMP-dc:Title=Mine -Comment=hello -XMP-dc:Creator=Me "$T/x.jpg"
                cmp -s "$f" "$T/x.jpg" && echo unchanged
                cp "$T/x.jpg" albums/A/; [ "$(number albums/A/x.jpg)" = "$(number "$f")" ] && echo same
                """)
            #expect(copied.lines == ["same"], "\(copied.text)\(copied.errors)")
        }
    }

    @Test(.proves("Our own files"))
    func `our own files are taken and dropped under any name that programs give them, and stay as they are`()
        async throws
    {
        try await AlbumWorld.run { world in
            let dropped = try await world.shell(
                """
                a=albums/A; mkdir $a; ln "$(photo 1)" $a/one.jpg; quiet $a; copies
                before=$(cat $a/map.html $a/CREDITS.txt | md5sum)
                cp "$T/map.html" "$T/CREDITS.txt" "$T/map.geojson" $a/ && cp "$T/.hidden" $a/ && echo dropped
                cp "$T/map.html" "$a/map (copy).html" && ls -A $a | grep -c copy
                echo junk > $a/one.geojson && rsync "$T/map.html" $a/ && quiet $a
                [ "$(cat $a/map.html $a/CREDITS.txt | md5sum)" = "$before" ] && echo 'as before'
                cat $a/one.geojson | python3 -m json.tool > /dev/null && echo json
                exec 7>> $a/map.html; echo more >&7; exec 7>&-; quiet $a; tail -c 8 $a/map.html
                """)
            #expect(
                dropped.lines == ["dropped", "0", "as before", "json", "</html>"], "\(dropped.text)\(dropped.errors)")
        }
    }

    @Test(.proves("A listed photo cannot be opened for writing"))
    func `a photo of an album is neither overwritten nor cut, and what copies over it can replace it`() async throws {
        try await AlbumWorld.run { world in
            let written = try await world.shell(
                """
                a=albums/A; mkdir $a; f=$(photo 1); ln "$f" $a/x.jpg; s=$(md5sum < "$f")
                for c in "cp $(printf %q "$(photo 2)") $a/x.jpg" ": > $a/x.jpg" "truncate -s 10 $a/x.jpg" "echo x >> $a/x.jpg"; do
                    bash -c "$c" 2>&1 | grep -o 'Read-only file system'; done
                [ "$(md5sum < "$f")" = "$s" ] && echo unhurt
                cp -f "$(photo 2)" $a/x.jpg 2>/dev/null; install "$(photo 3)" $a/x.jpg; number $a/x.jpg; number "$(photo 3)"
                """)
            let lines = written.lines
            #expect(
                Array(lines.prefix(5)) == [String](repeating: "Read-only file system", count: 4) + ["unhurt"],
                "\(written.text)")
            #expect(lines.count == 7 && lines[5] == lines[6], "\(written.text)\(written.errors)")
        }
    }
}
