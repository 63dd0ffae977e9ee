import Foundation
import Glibc
import Testing

@testable import PhotoCache

/// A file that may be a copy of a photo: its digests, and what is none.
@Suite struct CopiedFileTests {
    private static func folder(_ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.path + "/copied-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    @Test func `both digests of a copied file are those of all its bytes, through links too`() throws {
        try Self.folder { folder in
            try Data("abc".utf8).write(to: URL(fileURLWithPath: folder + "/a"))
            try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "a")
            for name in ["a", "link"] {
                let file = try CopiedFile(at: "\(folder)/\(name)")
                #expect(file.length == 3)
                // FIPS 180-2, appendices A.1 and B.1.
                #expect(
                    try file.digests() == [
                        "sha1:a9993e364706816aba3e25717850c26c9cd0d89d",
                        "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                    ])
            }
        }
    }

    @Test func `a file of many pieces is read to its end`() throws {
        try Self.folder { folder in
            // A million times "a": FIPS 180-2, appendices A.3 and B.3.
            try Data(repeating: UInt8(ascii: "a"), count: 1_000_000).write(to: URL(fileURLWithPath: folder + "/a"))
            #expect(
                try CopiedFile(at: folder + "/a").digests() == [
                    "sha1:34aa973cd4c4daa4f61eeb2bdbad27316534016f",
                    "sha256:cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
                ])
        }
    }

    @Test func `a file cut short meanwhile has none`() throws {
        try Self.folder { folder in
            try Data(repeating: 7, count: 600_000).write(to: URL(fileURLWithPath: folder + "/a"))
            let file = try CopiedFile(at: folder + "/a")
            let shorter = try FileHandle(forWritingTo: URL(fileURLWithPath: folder + "/a"))
            try shorter.truncate(atOffset: 300_000)
            try shorter.close()
            #expect(throws: CopiedFileError.self) { try file.digests() }
        }
    }

    @Test func `what is no file is refused and not waited for`() throws {
        try Self.folder { folder in
            let made = unsafe mkfifo(folder + "/pipe", 0o600)
            #expect(made == 0)
            for path in [folder, folder + "/pipe", folder + "/none", "/dev/zero", folder + "/none/a", ""] {
                #expect(throws: CopiedFileError.self, "\(path)") { try CopiedFile(at: path) }
            }
        }
    }
}
