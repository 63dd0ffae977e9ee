import Promises
import TestSupport
import Testing

/// `NAME.jpg.xmp` and `NAME.xmp` beside a photo: what programs read that look for a file of that name.
@Suite("Packets beside photos", .enabled(if: Repository.canMount))
struct PacketFilesTests {
    private static let find = """
        P=$(find "$M/places/France/Paris" -name '*.jpg' | sort | head -n 1); S=${P%.jpg}
        author=$(getfattr --only-values -n user.dublincore.creator "$P")
        [ "$author" ] || exit 9
        """

    @Test(.proves("`NAME.jpg.xmp` and `NAME.xmp`"), arguments: ["credit", "none"])
    func `both names of a photo's XMP answer with well-formed XMP that programs read, and are not listed`(embed: String)
        async throws
    {
        try await TestMount.run(options: ["--embed", embed]) { mount in
            let read = try await mount.shell(
                """
                \(Self.find)
                cmp "$P.xmp" "$S.xmp" && xmllint --noout "$P.xmp" || exit 1
                cp "$P.xmp" "$T/copy.xmp"; [ "$(stat -c %s "$P.xmp")" = "$(stat -c %s "$T/copy.xmp")" ] || exit 2
                [ "$(exiftool -s3 -XMP-dc:Creator "$T/copy.xmp")" = "$author" ] || exit 3
                [ "$(exiftool -s3 -XMP-photoshop:City -XMP-photoshop:Country "$T/copy.xmp")" = $'Paris\\nFrance' ] || exit 4
                ls -a "$M/places/France/Paris" | grep xmp && exit 5
                for name in other.xmp .xmp xmp "$(basename "$P").xmp.xmp"; do
                    stat "$M/places/France/Paris/$name" 2> /dev/null && exit 6
                done
                echo changed > "$P.xmp" 2> /dev/null && exit 7
                true
                """)
            #expect(read.status == 0, "\(read.status): \(read.text) \(read.errors)")
        }
    }

    @Test(.proves("`NAME.jpg.xmp` and `NAME.xmp`"))
    func `a photo's XMP file is the packet that the photo bears, byte for byte`() async throws {
        try await TestMount.run(options: ["--embed", "credit"]) { mount in
            let same = try await mount.shell(
                """
                \(Self.find)
                stat "$P.xmp" > /dev/null && cat "$P" > "$T/copy.jpg" || exit 1
                exiftool -b -XMP "$T/copy.jpg" | cmp - "$P.xmp"
                """)
            #expect(same.status == 0, "\(same.errors)")
        }
    }
}
