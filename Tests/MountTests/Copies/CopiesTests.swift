import Foundation
import Promises
import TestSupport
import Testing

/// What copies keep on a disk: bytes and names always, attributes where the program and the file system can, and the
/// credit in any case. The table in docs/attribution.md says the same.
@Suite("Copies of photos", .enabled(if: Repository.canMount))
struct CopiesTests {
    /// To `$D`, with attributes.
    private static let keeping = ["cp -a -- *.jpg \"$D\"", "rsync -aX -- ./*.jpg \"$D\"", "gio copy -- *.jpg \"$D\""]

    private static func copy(_ way: String, to folder: String, _ checks: String) -> String {
        "D=\"\(folder)\"; mkdir \"$D\"; \(way) 2> \"$T/complaints\"; echo $?; same \"$D\"; \(checks)"
    }

    @Test(
        .proves("A copy by `cp -a`"), .enabled(if: OtherDisk.isPossible, "mounting an image takes root"),
        arguments: keeping)
    func `copies on ext4 keep all attributes`(way: String) async throws {
        try await TestMount.run(CreditedCopies.configuration()) { mount in
            try await OtherDisk.run(.ext4(blockSize: 4096)) { disk in
                let copied = try await mount.inParis(
                    Self.copy(
                        way, to: disk.path + "/photos", "whole \"$D\"; credited \"$D\"; cat \"$T/complaints\""))
                #expect(copied.lines == ["0", "same", "whole", "credited"], "\(copied)")
            }
        }
    }

    /// As mkfs makes it on a stick of less than 512 MB: attributes share one block of 1 KiB, and not all fit.
    @Test(
        .enabled(if: OtherDisk.isPossible, "mounting an image takes root"),
        arguments: zip(keeping, ["0", "23", "0"]))
    func `copies on ext4 with small blocks keep the attributes that fit`(way: String, status: String) async throws {
        try await TestMount.run(CreditedCopies.configuration()) { mount in
            try await OtherDisk.run(.ext4(blockSize: 1024)) { disk in
                let copied = try await mount.inParis(
                    Self.copy(
                        way, to: disk.path + "/photos",
                        """
                        credited "$D"; getfattr -n user.places.credit "$D"/* 2> /dev/null | grep -c '^user.places.credit='
                        wc -l < "$T/complaints"
                        """))
                #expect(Array(copied.lines.prefix(3)) == [status, "same", "credited"], "\(copied)")
                // It is listed first; rsync has an order of its own.
                #expect(copied.lines.dropFirst(3).first == "9" || status != "0", "\(copied)")
                // rsync names each attribute that it could not keep, the others are silent.
                #expect((copied.lines.last == "0") == (status == "0"), "\(copied)")
            }
        }
    }

    @Test(
        .enabled(if: OtherDisk.isPossible, "mounting a file system takes root"),
        arguments: zip(keeping + ["cp --preserve=xattr -- *.jpg \"$D\""], ["0", "23", "0", "1"]))
    func `where there are no attributes only programs told to keep them complain`(
        way: String, status: String
    ) async throws {
        try await TestMount.run(CreditedCopies.configuration()) { mount in
            try await OtherDisk.run(.ramfs) { disk in
                let copied = try await mount.inParis(
                    Self.copy(
                        way, to: disk.path + "/photos", "bare \"$D\"; credited \"$D\"; cat \"$T/complaints\""))
                #expect(Array(copied.lines.prefix(4)) == [status, "same", "bare", "credited"], "\(copied)")
                let complaints = copied.lines.dropFirst(4)
                #expect(complaints.isEmpty == (status == "0"))
                #expect(complaints.isEmpty || complaints.contains { $0.contains("not supported") }, "\(copied)")
            }
        }
    }

    @Test(arguments: [
        "cp -- *.jpg \"$D\"", "rsync -a -- ./*.jpg \"$D\"", "for f in *.jpg; do cat -- \"$f\" > \"$D/$f\"; done",
    ])
    func `copies without attributes are known by their bytes`(way: String) async throws {
        try await TestMount.run(CreditedCopies.configuration()) { mount in
            let copied = try await mount.inParis(
                Self.copy(way, to: "$T/photos", "bare \"$D\"; credited \"$D\"; cat \"$T/complaints\""))
            #expect(copied.lines == ["0", "same", "bare", "credited"], "\(copied)")
        }
    }
}
