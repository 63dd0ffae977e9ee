import Foundation
import Promises
import TestSupport
import Testing

/// Copies that go through an archive or a stick for other systems, and come back.
@Suite("Copies of photos in archives", .enabled(if: Repository.canMount))
struct PackedCopiesTests {
    private static func has(_ program: String) -> Bool {
        ["/usr/bin/", "/usr/sbin/", "/bin/", "/sbin/"].contains {
            FileManager.default.isExecutableFile(atPath: $0 + program)
        }
    }

    /// From Paris by way of `$P` to `$D`.
    private static func round(_ way: String, _ check: String) -> String {
        """
        D="$T/back"; P="$T/packed"; mkdir "$D"
        \(way) || echo failed
        same "$D"; \(check) "$D"; credited "$D"
        """
    }

    /// mtools knows no character beyond U+FFFF; the kernel's own FAT does.
    @Test(
        .proves("A copy by `cp -a`"),
        .enabled(if: has("mcopy") && has("mkfs.vfat"), "mtools or dosfstools is not installed"))
    func `a stick with FAT takes every name, and the credit is known by the bytes`() async throws {
        try await TestMount.run(CreditedCopies.configuration()) { mount in
            let copied = try await mount.inParis(
                """
                D="$T/back"; P="$T/packed"; mkdir "$D"
                mkfs.vfat -C "$P" 16384 > "$T/mkfs" && mcopy -i "$P" -- *.jpg :: && mcopy -n -i "$P" '::*.jpg' "$D" \
                    && mdir -b -i "$P" :: | wc -l
                mv "$D/夕焼け "*jpg "$D/夕焼け 🌇 über Straße.jpg"
                same "$D"; bare "$D"; credited "$D"
                """)
            #expect(copied.lines == [String(CreditedCopies.titles.count), "same", "bare", "credited"], "\(copied)")
            #expect(copied.errors == "")
        }
    }

    @Test(.proves("A copy by `cp -a`")) func `tar keeps the attributes when both ends are told to`() async throws {
        try await TestMount.run(CreditedCopies.configuration()) { mount in
            let copied = try await mount.inParis(
                "setfattr -n user.test -v 1 \"$T\" || echo skip\n"
                    + Self.round("tar --xattrs -cf \"$P\" -- *.jpg && tar --xattrs -xf \"$P\" -C \"$D\"", "whole"))
            #expect(copied.lines == ["same", "whole", "credited"] || copied.lines.first == "skip", "\(copied)")
        }
    }

    @Test(arguments: [
        "tar -cf \"$P\" -- *.jpg && tar -xf \"$P\" -C \"$D\"",
        "tar --xattrs -cf \"$P\" -- *.jpg && tar -xf \"$P\" -C \"$D\"",
        "tar -Scf - -- *.jpg | tar -xf - -C \"$D\"",
    ]) func `an archiver that is not told to keep attributes loses them`(way: String) async throws {
        try await TestMount.run(CreditedCopies.configuration()) { mount in
            let copied = try await mount.inParis(Self.round(way, "bare"))
            #expect(copied.lines == ["same", "bare", "credited"], "\(copied)")
        }
    }

    @Test(.enabled(if: has("zip") && has("unzip"), "zip or unzip is not installed"))
    func `a zip loses them`() async throws {
        try await TestMount.run(CreditedCopies.configuration()) { mount in
            let way = "zip -q - -- *.jpg > \"$P.zip\" && unzip -q \"$P.zip\" -d \"$D\""
            let copied = try await mount.inParis(Self.round(way, "bare"))
            #expect(copied.lines == ["same", "bare", "credited"], "\(copied)")
        }
    }
}
