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
                ! cp "$HOME/other.jpg" albums/A/ 2> /dev/null; ls albums/A | grep -c other || true
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

    @Test(.proves("`mv` of a file of your own into an album"))
    func `a photo is not moved away into an album`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.mount()
            let moved = try await pictures.run(
                """
                cd "$M"; mkdir albums/A
                ! mv "$HOME/Pictures/tower.jpg" albums/A/ 2> /dev/null
                getfattr --only-values -n user.places.error albums/A | grep -c 'copy it instead'
                ! gio move "$HOME/Pictures/opera.png" albums/A/ 2> /dev/null
                ls "$HOME/Pictures/tower.jpg" "$HOME/Pictures/opera.png" | wc -l
                mv places/France/Paris/tower.jpg albums/A/; ls albums/A | grep 'jpg$'
                """)
            #expect(moved.lines == ["1", "2", "tower.jpg"], "\(moved.text)\(moved.errors)")
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
