import Foundation
import Glibc
import LinuxProcess
import TestSupport
import Testing

@Suite struct RegularFileTests {
    @Test func `a file is read to its end, with its owner`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/file"
        let bytes = [UInt8](repeating: 7, count: 40_000)
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let read = try RegularFile.read(path, limit: 40_000)
        #expect(read.bytes == bytes && read.status.owner == geteuid())
        #expect(throws: RegularFile.Failure.tooLong) { try RegularFile.read(path, limit: 39_999) }
    }

    @Test func `beneath a folder, a link that leads out of it is not followed`() throws {
        let folder = try TemporaryDirectory()
        let (inside, secret) = (folder.path + "/inside", folder.path + "/secret")
        try FileManager.default.createDirectory(atPath: inside, withIntermediateDirectories: true)
        for path in [secret, inside + "/plain"] { try Data([1, 2]).write(to: URL(fileURLWithPath: path)) }
        for (name, target) in [("own", "plain"), ("out", "../secret"), ("far", secret)] {
            try FileManager.default.createSymbolicLink(atPath: "\(inside)/\(name)", withDestinationPath: target)
        }
        #expect(try RegularFile.read("own", beneath: inside, limit: 100) == [1, 2])
        for name in ["out", "far", "../secret"] {
            #expect(throws: RegularFile.Failure.system(Errno(rawValue: EXDEV))) {
                try RegularFile.read(name, beneath: inside, limit: 100)
            }
        }
    }

    @Test func `a table of /proc, whose length is stated as 0, is read whole`() throws {
        let text = String(decoding: try RegularFile.read("/proc/self/status", limit: 1 << 20).bytes, as: UTF8.self)
        #expect(text.hasPrefix("Name:") && text.contains("voluntary_ctxt_switches"))
    }

    @Test func `nobody waits for the writer of a pipe, and a device is not read for ever`() throws {
        let folder = try TemporaryDirectory()
        let made = unsafe mkfifo(folder.path + "/pipe", 0o600)
        #expect(made == 0)
        for path in [folder.path + "/pipe", "/dev/zero", folder.path] {
            #expect(throws: RegularFile.Failure.notRegular) { try RegularFile.read(path, limit: 100) }
        }
        #expect(throws: RegularFile.Failure.system(.noEntry)) {
            try RegularFile.read(folder.path + "/none", limit: 100)
        }
    }
}
