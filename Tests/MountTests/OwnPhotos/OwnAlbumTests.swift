import Promises
import TestSupport
import Testing

@Suite(
    "Albums of one's own photos", .enabled(if: Repository.canMount && TestSource.current == .flickr))
struct OwnAlbumTests {
    /// GIO's file managers and rsync write bytes; cp and ln do not.
    @Test(.proves("A copy of a photo becomes that photo"))
    func `copies of one's own photos go into albums, however a program copies, and others' do not`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.mount()
            #expect(try await pictures.becomes("ls \"$M/places/Australia/Sydney/opera.png\""))
            let filled = try await pictures.run(
                """
                cd "$M"; mkdir albums/A; ls places/* > /dev/null
                cp places/France/Paris/tower.jpg albums/A/
                rsync -a places/Italy/Rome/IMG_0001.jpg places/Australia/Sydney/opera.png albums/A/
                dd if=places/Japan/Kyoto/kyoto.jpg of=albums/A/kyoto.jpg bs=4k 2> /dev/null
                cp "$HOME/Pictures/old/year.jpg" albums/A/year.jpg
                ls albums/A | grep 'jpg$\\|png$'; cmp albums/A/kyoto.jpg "$HOME/Pictures/kyoto.jpg"
                convert -size 90x48 gradient:green-blue "$HOME/other.jpg"
                if cp "$HOME/other.jpg" albums/A/ 2> /dev/null; then echo taken; fi; ls albums/A | grep -c other || true
                """)
            #expect(
                filled.lines == ["IMG_0001.jpg", "kyoto.jpg", "opera.png", "tower.jpg", "year.jpg", "0"],
                "\(filled.text)\(filled.errors)")
            try await pictures.unmount()
        }
    }

    @Test(.proves("An album takes any of your photos"))
    func `an album takes a photo that no folder has listed, right after the start and again`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.run("cd \"$HOME/Pictures\"; for n in $(seq 400); do ln kyoto.jpg \"old/k$n.jpg\"; done")
            try await pictures.mount()
            let filled = try await pictures.run(
                """
                cd "$M"; mkdir albums/A
                cp "$HOME/Pictures/old/year.jpg" albums/A/
                rsync -a "$HOME/Pictures/tower.jpg" albums/A/
                ln -s "$M/places/Italy/Rome/IMG_0001.jpg" albums/A/
                ls albums/A | grep 'jpg$'; cmp albums/A/year.jpg "$HOME/Pictures/old/year.jpg"
                [ "$(stat -c %i albums/A/tower.jpg)" = "$(stat -c %i places/France/Paris/tower.jpg)" ] && echo same
                """)
            #expect(
                filled.lines == ["IMG_0001.jpg", "tower.jpg", "year.jpg", "same"], "\(filled.text)\(filled.errors)")
            try await pictures.unmount()
            try await pictures.run("cd \"$HOME/Pictures\"; convert -size 77x48 gradient:green-blue new.jpg")
            try await pictures.mount()
            let later = try await pictures.run(
                "cd \"$M\"; cp \"$HOME/Pictures/new.jpg\" albums/A/; ls albums/A | grep 'jpg$'")
            #expect(
                later.lines == ["IMG_0001.jpg", "new.jpg", "tower.jpg", "year.jpg"], "\(later.text)\(later.errors)")
            try await pictures.unmount()
        }
    }

    /// Dolphin and Nautilus compare what is dragged with what is available.
    @Test(.proves("`df` leaves the mount out"), arguments: [[], ["--keep-size", "64K"]])
    func `any drag finds room in an album of one's own photos, which takes none`(_ options: [String]) async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.mount(options)
            let told = try await pictures.run(
                """
                cd "$M"; mkdir albums/A
                for folder in . albums albums/A places; do stat -f -c '%b %f %a %S' "$folder"; done
                cp places/France/Paris/tower.jpg albums/A/; ls albums/A | grep 'jpg$'
                """)
            #expect(told.lines == Array(repeating: "0 0 268435456 4096", count: 4) + ["tower.jpg"], "\(told.text)")
            try await pictures.unmount()
        }
    }

    @Test(.proves("`mv` of a file of your own into an album"))
    func `a photo is not moved away into an album`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.mount()
            let moved = try await pictures.run(
                """
                cd "$M"; mkdir albums/A
                if mv "$HOME/Pictures/tower.jpg" albums/A/ 2> /dev/null; then echo taken; fi
                getfattr --only-values -n user.places.error albums/A | grep -c 'copy it instead'
                if gio move "$HOME/Pictures/opera.png" albums/A/ 2> /dev/null; then echo taken; fi
                ls "$HOME/Pictures/tower.jpg" "$HOME/Pictures/opera.png" | wc -l
                mv places/France/Paris/tower.jpg albums/A/; ls albums/A | grep 'jpg$'
                """)
            #expect(moved.lines == ["1", "2", "tower.jpg"], "\(moved.text)\(moved.errors)")
            try await pictures.unmount()
        }
    }

    @Test(.proves("A file of your own that a program moves into an album is not lost"))
    func `what a program copies into an album and then removes is saved beside the state`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.mount()
            #expect(try await pictures.becomes("ls \"$M/places/Australia/Sydney/opera.png\""))
            let refused = try await pictures.run(
                """
                cd "$M"; mkdir albums/A; P="$HOME/Pictures"; sha256sum < "$P/tower.jpg" > ../tower.sum
                if rsync -a --remove-source-files "$P/kyoto.jpg" albums/A/ 2> /dev/null; then echo taken; fi
                if busybox mv "$P/kyoto.jpg" albums/A/ 2> /dev/null; then echo taken; fi
                python3 -c 'import shutil, sys; shutil.move(*sys.argv[1:])' "$P/tower.jpg" albums/A/
                cp "$P/opera.png" albums/A/; cp "$P/opera.png" ../new.png; mv ../new.png "$P/opera.png"
                ls "$P" | grep 'jpg$\\|png$'
                """)
            #expect(refused.lines == ["IMG_0001.jpg", "kyoto.jpg", "opera.png"], "\(refused.text)\(refused.errors)")
            let error = "getfattr --only-values -n user.places.error \"$M/albums/A\""
            #expect(try await pictures.becomes("\(error) | grep -q 'saved as .*/rescued/tower.jpg'"))
            let saved = try await pictures.run(
                """
                F=$(\(error) | sed 's/.* saved as //'); sha256sum < "$F" | cmp - tower.sum
                ls "$(dirname "$F")"; stat -c %a "$(dirname "$F")" "$F"
                "\(Repository.placesfs)" status "$M" | grep -c 'rescued: 1 file'
                """)
            #expect(saved.lines == ["tower.jpg", "700", "600", "1"], "\(saved.text)\(saved.errors)")
            // The end of the mount waits for nothing more to be removed.
            try await pictures.run(
                "python3 -c 'import shutil, sys; shutil.move(*sys.argv[1:])' Pictures/kyoto.jpg \"$M/albums/A/\"")
            try await pictures.unmount()
            #expect(try await pictures.run("find . -path '*/rescued/kyoto.jpg' | wc -l").text == "1")
        }
    }

    @Test(.proves("Albums and their photos are kept"))
    func `after the state was lost, an album tells of what is gone, and can be removed`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.mount()
            try await pictures.run(
                """
                mkdir "$M/albums/A" "$M/albums/B"; cp Pictures/tower.jpg Pictures/kyoto.jpg "$M/albums/A/"
                cp Pictures/opera.png "$M/albums/B/"
                """)
            try await pictures.unmount()
            try await pictures.run(
                """
                find .local -type f ! -name made.txt -delete; find .local -name made.txt | grep -q .
                mv Pictures/tower.jpg Pictures/other.jpg; rm Pictures/opera.png
                """)
            try await pictures.mount()
            let left = "getfattr --only-values -n user.places.error \"$M/albums/B\" | grep -q 'opera.png.* left'"
            #expect(try await pictures.becomes(left, within: .seconds(60)))
            let removed = try await pictures.run(
                """
                ls "$M/albums/A" | grep 'jpg$'; getfattr --only-values -n user.places.error "$M/albums/A" | grep -c 'tower.jpg.* left'
                rm -r "$M/albums/A"; rmdir "$M/albums/B"; ls "$M/albums"
                """)
            #expect(removed.lines == ["kyoto.jpg", "1", "README.txt"], "\(removed.text)\(removed.errors)")
            try await pictures.unmount()
        }
    }

    @Test(.proves("A photo of yours keeps the name of its file"))
    func `a file that was renamed is listed by its new name, and the old one opens it`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.mount()
            let number = try await pictures.run("stat -c %i \"$M/places/France/Paris/tower.jpg\"").text
            try await pictures.run("mv Pictures/tower.jpg Pictures/Grandma.jpg")
            #expect(try await pictures.becomes("ls \"$M/places/France/Paris\" | grep -qx Grandma.jpg"))
            let look = """
                cd "$M/places/France/Paris"; ls | grep -c 'tower.jpg' || :; stat -c %i tower.jpg Grandma.jpg
                cmp tower.jpg Grandma.jpg
                """
            #expect(try await pictures.run(look).lines == ["0", number, number])
            try await pictures.unmount()
            try await pictures.mount()
            #expect(try await pictures.run(look).lines == ["0", number, number])
            try await pictures.unmount()
        }
    }

    @Test(.proves("A file of yours that is not there"))
    func `an album keeps a photo whose file is made anew`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.mount()
            try await pictures.run(
                "mkdir \"$M/albums/A\"; cp Pictures/tower.jpg \"$M/albums/A/\"; mv Pictures/tower.jpg t.jpg")
            #expect(try await pictures.becomes("! ls \"$M/places/France/Paris\" | grep -q tower"))
            let gone = try await pictures.run(
                "ls \"$M/albums/A\" | grep jpg; if cat \"$M/albums/A/tower.jpg\" > /dev/null 2>&1; then echo read; fi")
            #expect(gone.lines == ["tower.jpg"], "\(gone.text)\(gone.errors)")
            try await pictures.run("cat t.jpg > Pictures/tower.jpg")
            #expect(try await pictures.becomes("cmp \"$M/albums/A/tower.jpg\" t.jpg"))
            try await pictures.unmount()
        }
    }

    @Test(.proves("An album takes any of your photos"))
    func `an album takes photos that lie in a zip file, packed or not`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.run(
                "cd \"$HOME/Pictures\"; zip -qr ../p.zip tower.jpg kyoto.jpg; zip -q0 ../p.zip opera.png")
            let mounted = try await home.command(["mount", "--from", home.path + "/p.zip", home.mountpoint])
            try #require(mounted.status == 0, "\(mounted.errors)")
            let filled = try await pictures.run(
                "cd \"$M\"; mkdir albums/A; cp \"$HOME\"/Pictures/{kyoto.jpg,opera.png} albums/A/; ls albums/A | grep 'jpg$\\|png$'"
            )
            #expect(filled.lines == ["kyoto.jpg", "opera.png"], "\(filled.text)\(filled.errors)")
            try await pictures.unmount()
        }
    }
}
