import Foundation
import Glibc
import Promises
import Testing

@testable import placesfs

/// Folders that another user prepared. Being somebody else takes root.
@Suite(.enabled(if: geteuid() == 0, "making another user's folders takes root"))
struct PrivateDirectoryTests {
    private static let stranger = 65_533

    private func failure(_ path: String) -> String? {
        do {
            try PrivateDirectory.make(path, or: .stateUnwritable, remedy: "--state-dir")
            return nil
        } catch {
            return error.description
        }
    }

    private func give(_ path: String, to user: Int) throws {
        guard unsafe lchown(path, uid_t(user), gid_t(user)) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    @Test(.proves("State, cache or log"))
    func `a folder of another user's is refused, and one that others may write to`() throws {
        try withTemporaryFolder { folder in
            #expect(failure(folder + "/own/flickr") == nil)
            let mode = try FileManager.default.attributesOfItem(atPath: folder + "/own/flickr")[.posixPermissions]
            #expect((mode as? NSNumber)?.intValue == 0o700)

            try FileManager.default.createDirectory(
                atPath: folder + "/theirs/flickr", withIntermediateDirectories: true)
            try give(folder + "/theirs/flickr", to: Self.stranger)
            #expect(failure(folder + "/theirs/flickr")?.contains("belongs to another user") == true)
            try give(folder + "/theirs/flickr", to: 0)
            try give(folder + "/theirs", to: Self.stranger)
            #expect(failure(folder + "/theirs/flickr")?.contains("belongs to another user") == true)
            #expect(failure(folder + "/theirs/new")?.contains("--state-dir") == true)

            try FileManager.default.createDirectory(atPath: folder + "/open", withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder + "/open")
            #expect(failure(folder + "/open")?.contains("chmod go-w") == true)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/open")
            #expect(failure(folder + "/open") == nil)
        }
    }

    @Test(.proves("State, cache or log"))
    func `a link that the user made is followed, one that another made is not`() throws {
        try withTemporaryFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/disk", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: "disk")
            #expect(failure(folder + "/link/flickr") == nil)
            #expect(FileManager.default.fileExists(atPath: folder + "/disk/flickr"))
            try give(folder + "/link", to: Self.stranger)
            #expect(failure(folder + "/link/flickr")?.contains("link that another user made") == true)
        }
    }

    @Test func `a file in the place of a folder is called a file`() throws {
        try withTemporaryFolder { folder in
            try Data().write(to: URL(fileURLWithPath: folder + "/sample"))
            for path in ["/sample", "/sample/flickr"] {
                #expect(failure(folder + path)?.hasPrefix("\(folder)/sample is a file and no folder; ") == true)
            }
        }
    }

    @Test(.proves("State, cache or log"))
    func `what a link leads to is left as it is, and so is a folder of the system`() throws {
        try withTemporaryFolder { folder in
            for name in ["theirs/photos", "state"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            }
            try give(folder + "/theirs/photos", to: Self.stranger)
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/state/sample", withDestinationPath: folder + "/theirs/photos")
            let said = failure(folder + "/state/sample")
            #expect(
                said?.hasPrefix(
                    "\(folder)/state/sample leads to \(folder)/theirs/photos, which belongs to another user (uid ")
                    == true,
                "\(said ?? "")")
            #expect(said?.contains("remove the link") == true && said?.contains("chown") == false, "\(said ?? "")")
        }
    }

    @Test(.proves("State, cache or log"))
    func `a log that another user made is refused, and its rotation removes no folder`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/log"
            let sink = try LogSink(file: path, takesStandardError: false, bound: 1_000)
            try FileManager.default.createDirectory(atPath: path + ".1/mine", withIntermediateDirectories: true)
            for number in 0..<100 { sink.write("line \(number) of some twenty bytes\n") }
            #expect(FileManager.default.fileExists(atPath: path + ".1/mine"))
            let length = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
            #expect((length?.intValue ?? 0) <= 1_000, "and the bound holds")
            try FileManager.default.removeItem(atPath: path + ".1")
            for number in 0..<100 { sink.write("line \(number) of some twenty bytes\n") }
            #expect(FileManager.default.contents(atPath: path + ".1")?.isEmpty == false, "else it is kept once")

            try give(path, to: Self.stranger)
            #expect(throws: CommandFailure.self) { try LogSink(file: path, takesStandardError: false) }
        }
    }
}
