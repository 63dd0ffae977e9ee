import Promises
import TestSupport
import Testing

@Suite(
    "Small pictures of one's own photos", .enabled(if: Repository.canMount && TestSource.current == .flickr))
struct OwnSmallTests {
    /// Pictures in Paris with a small one in each: as it should be, turned, turned by itself, of another shape, cut
    /// short, no picture, outside of the file, and none.
    private static let pictures = Script.text("OwnPhotos/small.sh")

    @Test(.proves("`.small/` of your own photos"))
    func `small pictures are those in the files, the right side up, or else the files`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.run(Self.pictures)
            try await pictures.mount()
            let read = try await pictures.run(
                Script.text("OwnPhotos/compare-small.sh"))
            #expect(
                read.lines == [
                    "cut.jpg none.jpg nothing.jpg other.jpg outside.jpg plain.jpg plain.png plain.webp turned.jpg upright.jpg ",
                    "plain.jpg: its own", "upright.jpg: its own", "plain.webp: its own", "plain.png: its own",
                    "plain.heic: its own", "6 160 ",
                    "turned: the same data",
                    "120x160", "other: the file", "cut: the file", "nothing: the file", "outside: the file",
                    "none: the file", "pieces", "another inode",
                ], "\(read.text)\(read.errors)")
            // A file that is written anew has another small picture.
            try await pictures.run(
                "cd \"$HOME/Pictures\"; exiftool -q -overwrite_original '-ThumbnailImage<=../T/high.jpg' -Orientation#=1 none.jpg"
            )
            #expect(
                try await pictures.becomes(
                    "cmp \"$M/places/France/Paris/.small/none.jpg\" \"$HOME/Pictures/none.jpg\"", within: .seconds(10)))
            try await pictures.run(
                "cd \"$HOME/Pictures\"; exiftool -q -overwrite_original '-ThumbnailImage<=../T/wide.jpg' none.jpg")
            #expect(
                try await pictures.becomes(
                    "exiftool -b -ThumbnailImage \"$HOME/Pictures/none.jpg\" | cmp - \"$M/places/France/Paris/.small/none.jpg\"",
                    within: .seconds(10)))
            try await pictures.unmount()
        }
    }

    @Test(.proves("`.small/` of your own photos"))
    func `small pictures of photos in a zip file are there, packed or not`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.run(
                Self.pictures + "\nzip -q ../p.zip plain.jpg none.jpg; zip -q0 ../p.zip turned.jpg other.jpg")
            let mounted = try await home.command(["mount", "--from", home.path + "/p.zip", home.mountpoint])
            try #require(mounted.status == 0, "\(mounted.errors)")
            let read = try await pictures.run(
                """
                cd "$M/places/France/Paris/.small"
                exiftool -b -ThumbnailImage "$HOME/Pictures/plain.jpg" | cmp - plain.jpg && echo plain
                exiftool -s3 -n -Orientation turned.jpg
                cmp none.jpg "$HOME/Pictures/none.jpg" && cmp other.jpg "$HOME/Pictures/other.jpg" && echo whole
                """)
            #expect(read.lines == ["plain", "6", "whole"], "\(read.text)\(read.errors)")
            try await pictures.unmount()
        }
    }
}
