import Foundation
import Promises
import TestSupport
import Testing

/// `mount --make`.
@Suite("A mountpoint that is made", .enabled(if: Repository.canMount && TestSource.current == .flickr))
struct MadeMountpointTests {
    private static let sample = ["mount", "--source", "sample", "--make"]

    @Test(.proves("`mount --make` makes"))
    func `what was made for a mount goes with it, and nothing else`() async throws {
        try await Home.run { home in
            let place = home.path + "/a/b/c"
            func isThere(_ name: String) -> Bool { FileManager.default.fileExists(atPath: home.path + "/" + name) }

            #expect(try await home.command(Self.sample + [place]).failure == "")
            #expect(home.isMounted(place))
            #expect(try await home.command(["unmount", place]).failure == "")
            #expect(!isThere("a"), "all of it")

            #expect(try await home.command(Self.sample + [place]).failure == "")
            try Data().write(to: URL(fileURLWithPath: home.path + "/a/mine"))
            #expect(try await home.command(["unmount", place]).failure == "")
            #expect(isThere("a/mine") && !isThere("a/b"), "what is not empty stays")

            try FileManager.default.removeItem(atPath: home.path + "/a/mine")
            #expect(try await home.command(Self.sample + [place]).failure == "")
            #expect(try await home.command(["unmount", place]).failure == "")
            #expect(isThere("a") && !isThere("a/b"), "what was there before stays")

            // A folder of the user's that took its place is another.
            #expect(try await home.command(Self.sample + [home.path + "/d/e"]).failure == "")
            #expect(try await TestSupport.run("mv", home.path + "/d", home.path + "/moved").status == 0)
            #expect(try await TestSupport.run("mkdir", "-p", home.path + "/d/e").status == 0)
            let daemon = try home.daemon()
            #expect(try await home.command(["unmount", home.path + "/moved/e"]).failure == "")
            #expect(try await home.ends(daemon))
            #expect(isThere("d/e"), "the user's")

            // Nor is anything left of what was made on the way to a folder that is there.
            #expect(try await home.command(Self.sample + [home.path + "/new/../a"]).failure == "")
            #expect(try await home.command(["unmount", home.path + "/a"]).failure == "")
            #expect(isThere("a") && !isThere("new"))

            // A mount that does not come about leaves nothing either.
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).failure == "")
            #expect(try await home.command(Self.sample + [place]).status == 33)
            #expect(isThere("a") && !isThere("a/b"))
        }
    }

    @Test(.proves("What `mount --make` made"), .enabled("no extended attributes here", hasAttributes))
    func `what a killed daemon left goes with the unmount, or with the next mount that makes it`() async throws {
        try await Home.run { home in
            let place = home.path + "/a/b"
            let folder = home.path + "/a"
            func kill() async throws {
                #expect(try await home.command(Self.sample + [place]).failure == "")
                let daemon = try home.daemon()
                #expect(Foundation.kill(daemon, SIGKILL) == 0)
                #expect(try await home.ends(daemon))
            }

            try await kill()
            #expect(try await home.command(["unmount", place]).failure == "")
            #expect(!FileManager.default.fileExists(atPath: folder))

            try await kill()
            #expect(try await home.command(["unmount", "-z", place]).failure == "")
            #expect(!FileManager.default.fileExists(atPath: folder), "nor with -z")

            for isDetached in [false, true] {
                try await kill()
                if isDetached { #expect(try await TestSupport.run("fusermount3", "-u", place).status == 0) }
                #expect(FileManager.default.fileExists(atPath: folder))
                // Another mount may be about to begin there.
                #expect(try await home.command(["mount", "--source", "flickr", "--make", place]).status == 4)
                #expect(FileManager.default.fileExists(atPath: place), "whoever did not mount removes nothing")
                #expect(try await home.command(Self.sample + [place]).failure == "")
                #expect(try await home.command(["unmount", place]).failure == "")
                #expect(!FileManager.default.fileExists(atPath: folder), "detached before: \(isDetached)")
            }

            // Whoever mounts there without asking for a folder keeps it, and so does a copy.
            try await kill()
            #expect(try await TestSupport.run("fusermount3", "-u", place).status == 0)
            #expect(try await TestSupport.run("cp", "-a", folder, home.path + "/copy").status == 0)
            #expect(try await home.command(["mount", "--source", "sample", place]).failure == "")
            #expect(try await home.command(["unmount", place]).failure == "")
            #expect(FileManager.default.fileExists(atPath: place))
            #expect(try await home.command(Self.sample + [home.path + "/copy/b"]).failure == "")
            #expect(try await home.command(["unmount", home.path + "/copy/b"]).failure == "")
            #expect(FileManager.default.fileExists(atPath: home.path + "/copy/b"))
        }
    }

    /// Whether folders like those of the tests may have attributes of the user's.
    @Sendable private static func hasAttributes() async throws -> Bool {
        let folder = try TemporaryDirectory()
        let status = try await TestSupport.run("setfattr", "-n", "user.test", "-v", "1", folder.path).status
        return withExtendedLifetime(folder) { status == 0 }
    }
}
