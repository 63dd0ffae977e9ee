import Promises
import TestSupport
import Testing

@Suite(
    "Small pictures of one's own photos", .enabled(if: Repository.canMount && TestSource.current == .flickr))
struct OwnSmallTests {
    /// Pictures in Paris with a small one in each: as it should be, turned, turned by itself, of another shape, cut short,
    /// no picture, outside of the file, and none.
    private static let pictures = Script.text("OwnPhotos/small.sh")

    @Test(.proves("`.small/` of your own photos"))
    func `small pictures are those in the files, the right side up, or else the files`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.run(Self.pictures)
            try await pictures.mount()
            let read = try await pictures.run(
                """
                cd "$M/places/France/Paris"; ls .small | grep -v heic | tr '\\n' ' '; echo
                for f in plain.jpg upright.jpg plain.webp plain.png plain.heic; do
                    # Where nothing makes HEIC.
                    [ -e $f ] || { echo "$f: its own"; continue; }
                    exiftool -b -ThumbnailImage "$HOME/Pictures/$f" | cmp - ".small/$f" && echo "$f: its own"
                    [ "$(stat -c %s ".small/$f")" = "$(wc -c < ".small/$f")" ] || echo "$f: another length"
                done
                exiftool -s3 -n -Orientation -ImageWidth .small/turned.jpg | tr '\\n' ' '; echo
                exiftool -b -ThumbnailImage "$HOME/Pictures/turned.jpg" > "$HOME/T/bare.jpg"
                [ "$(identify -format '%#' "$HOME/T/bare.jpg")" = "$(identify -format '%#' .small/turned.jpg)" ] &&
                    echo 'turned: the same data'
                convert .small/turned.jpg -auto-orient -format '%wx%h\\n' info:
                for f in other cut nothing outside none; do
                    cmp ".small/$f.jpg" "$HOME/Pictures/$f.jpg" && echo "$f: the file"
                done
                cmp <(tail -c +100 .small/turned.jpg) <(dd status=none bs=7 if=.small/turned.jpg | tail -c +100) && echo pieces
                [ "$(stat -c %i .small/none.jpg)" != "$(stat -c %i none.jpg)" ] && echo 'another inode'
                """)
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
