import Foundation
import Glibc
import Testing

@testable import placesfs

/// Whose configuration counts.
@Suite struct ConfigurationTrustTests {
    private func failure(_ path: String, isSystem: Bool = false) -> CommandFailure? {
        do {
            _ = try ConfigurationFile.read(path, .required, isSystem: isSystem)
            return nil
        } catch {
            return error
        }
    }

    private func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func set(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func give(_ path: String, to user: uid_t = 65_533) throws {
        guard unsafe lchown(path, user, user) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    @Test func `a file that others may write to does not count, nor one in such a folder`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/conf/config"
            try write("sort = newest\n", to: path)
            #expect(failure(path) == nil)
            try set(0o666, path)
            #expect(failure(path)?.status == .configurationUntrusted)
            #expect(failure(path)?.description.contains("run: chmod go-w \(path)") == true)
            #expect(failure(path, isSystem: true)?.status == .configurationUntrusted)
            try set(0o644, path)
            try set(0o777, folder + "/conf")
            #expect(failure(path)?.status == .configurationUntrusted)
            // As /tmp is: nobody may take another's file away there.
            try set(0o1777, folder + "/conf")
            #expect(failure(path) == nil)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "making another user's files takes root"))
    func `another user's file does not count, nor one in another's folder or behind another's link`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/conf/config"
            try write("sort = newest\n", to: path)
            try give(path)
            #expect(failure(path)?.status == .configurationUntrusted)
            #expect(failure(path, isSystem: true)?.status == .configurationUntrusted)
            try give(path, to: 999)
            #expect(failure(path)?.status == .configurationUntrusted)
            #expect(failure(path, isSystem: true) == nil, "the administrator's may be a service user's")
            try write("sort = newest\n", to: folder + "/mine")
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/mine")
            #expect(failure(path) == nil, "a link of one's own")
            try give(folder + "/conf")
            #expect(failure(path)?.status == .configurationUntrusted)
            #expect(failure(path, isSystem: true)?.status == .configurationUntrusted)
        }
    }

    @Test func `a pipe or device is told as what it is, and waited for by nobody`() throws {
        try withTemporaryFolder { folder in
            let made = unsafe mkfifo(folder + "/pipe", 0o600)
            #expect(made == 0)
            for path in [folder + "/pipe", "/dev/zero", folder] {
                #expect(failure(path)?.status == .configuration)
                #expect(failure(path)?.description.hasSuffix("it is a folder, pipe or device, and not a file") == true)
            }
        }
    }
}
