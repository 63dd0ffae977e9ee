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
                ! cp "$HOME/Pictures/old/year.jpg" albums/A/year.jpg 2> /dev/null
                getfattr --only-values -n user.places.error albums/A | grep -c 'no folder has listed yet'
                ls -R 'places/Unknown place' > /dev/null; cp "$HOME/Pictures/old/year.jpg" albums/A/year.jpg
                ls albums/A | grep 'jpg$\\|png$'; cmp albums/A/kyoto.jpg "$HOME/Pictures/kyoto.jpg"
                convert -size 90x48 gradient:green-blue "$HOME/other.jpg"
                ! cp "$HOME/other.jpg" albums/A/ 2> /dev/null; ls albums/A | grep -c other || true
                """)
            #expect(
                filled.lines == ["1", "IMG_0001.jpg", "kyoto.jpg", "opera.png", "tower.jpg", "year.jpg", "0"],
                "\(filled.text)\(filled.errors)")
            try await pictures.unmount()
        }
    }
}
