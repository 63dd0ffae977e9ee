import ArgumentParser
import Foundation
import Glibc
import PhotoTree
import Testing

@testable import placesfs

/// /etc/placesfs/config, in a folder of the test's own.
@Suite struct SystemDefaultsTests {
    private struct Files {
        let base: BaseDirectories
        let own: String

        init(in folder: String, system: String?, own text: String?) throws {
            base = BaseDirectories(
                environment: ["HOME": folder + "/home"], userID: 1000, home: "/nonexistent", system: folder + "/etc")
            own = base.configuration + "/config"
            for (path, text) in [(base.system + "/config", system), (own, text)] {
                guard let text else { continue }
                let url = URL(fileURLWithPath: path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: url)
            }
        }

        func configuration(_ arguments: [String] = []) throws -> Configuration {
            try MountArguments.parse(arguments).configuration(environment: [:], base: base).0
        }
    }

    @Test func `the user's own file overrides the administrator's key by key, and options both`() throws {
        try withTemporaryFolder { folder in
            let files = try Files(
                in: folder, system: "cache-size = 1G\nsort = interesting\nlicense = cc\n", own: "cache-size = 20M\n")
            let configuration = try files.configuration(["--license", "any"])
            #expect(configuration.files.cacheSize == ByteCount(20 << 20))
            #expect(configuration.photos.sort == .interesting && configuration.photos.license == .any)
            #expect(try files.configuration().photos.license == .cc)
            #expect(
                try MountArguments.parse([]).filesRead(files.base) == [files.base.system + "/config", files.own])
        }
    }

    @Test func `a file that the user names takes the place of his own, not of the administrator's`() throws {
        try withTemporaryFolder { folder in
            let files = try Files(in: folder, system: "sort = interesting\n", own: "cache-size = 20M\n")
            try Data("license = cc\n".utf8).write(to: URL(fileURLWithPath: folder + "/third"))
            let configuration = try files.configuration(["--config", folder + "/third"])
            #expect(configuration.photos.sort == .interesting && configuration.photos.license == .cc)
            #expect(configuration.files.cacheSize == ByteCount(10 << 20))
        }
    }

    @Test func `the administrator's file, named, is read once`() throws {
        try withTemporaryFolder { folder in
            let files = try Files(in: folder, system: "allow-other\n", own: "read-only\n")
            let configuration = try files.configuration(["--config", files.base.system + "/config"])
            #expect(configuration.access.allowsOthers && !configuration.access.isReadOnly)
        }
    }

    @Test func `a slip in it is told with its file and line`() throws {
        try withTemporaryFolder { folder in
            let files = try Files(in: folder, system: "\ncache-sise = 1G\n", own: nil)
            let failure = #expect(throws: CommandFailure.self) { try files.configuration() }
            #expect(
                failure?.description
                    == "\(files.base.system)/config:2: unknown key 'cache-sise'; did you mean 'cache-size'?")
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root reads everything"))
    func `who may not read it does without`() throws {
        try withTemporaryFolder { folder in
            let files = try Files(in: folder, system: "sort = interesting\n", own: nil)
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: files.base.system + "/config")
            #expect(try files.configuration().photos.sort == .newest)
        }
    }
}
