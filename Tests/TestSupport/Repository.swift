import Foundation

/// Where the project and what was built of it lie.
public enum Repository {
    /// The project's root.
    public static let root: String = {
        let source = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        return source.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    }()

    /// The folder the test program was built in, which holds the other products too.
    public static let products: String = {
        let program = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        return program.resolvingSymlinksInPath().deletingLastPathComponent().path
    }()

    /// The command under test: the one built along, or another that PLACESFS_UNDER_TEST names (a release build, say).
    public static let placesfs: String = {
        let other = ProcessInfo.processInfo.environment["PLACESFS_UNDER_TEST"] ?? ""
        return other.isEmpty ? products + "/placesfs" : other
    }()

    /// Whether the command under test was built along with the tests, without optimisation.
    public static let isDebugBuild = placesfs == products + "/placesfs"

    /// Flickr's recorded answers.
    public static let recordings = root + "/Tests/Recordings/flickr"

    /// Whether this machine lets us mount.
    public static let canMount: Bool =
        FileManager.default.isReadableFile(atPath: "/dev/fuse")
        && FileManager.default.fileExists(atPath: "/usr/bin/fusermount3")
        && FileManager.default.isExecutableFile(atPath: placesfs)
}
