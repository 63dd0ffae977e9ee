import Foundation
import TestSupport
import Testing

/// A folder of pictures in a test's home, for mounts of one's own photos.
struct PictureFolder {
    let home: Home
    var path: String { home.path + "/Pictures" }

    /// Pictures in Paris, twice in Rome under one name, in Sydney, by named city, and with nothing but a date.
    init(_ home: Home) async throws {
        self.home = home
        try await run(
            Script.text("OwnPhotos/pictures.sh"))
    }

    @discardableResult
    func run(_ script: String) async throws -> CommandResult {
        let result = try await ChildProcess(
            ["bash", "-ec", script], environment: home.environment.merging(["M": home.mountpoint]) { $1 },
            directory: home.path
        ).result()
        try #require(result.status == 0, "\(result.text)\n\(result.errors)")
        return result
    }

    func mount(_ more: [String] = []) async throws {
        let mounted = try await home.command(["mount", "--from", path] + more + [home.mountpoint])
        try #require(mounted.status == 0, "\(mounted.errors)")
    }

    func unmount() async throws {
        let ended = try await home.command(["unmount", home.mountpoint])
        #expect(ended.status == 0, "\(ended.errors)")
    }

    /// Runs `script` until it succeeds, or for `bound`.
    func becomes(_ script: String, within bound: Duration = .seconds(60)) async throws -> Bool {
        let end = ContinuousClock.now + bound
        repeat {
            let tried = try await ChildProcess(
                ["bash", "-ec", script], environment: home.environment.merging(["M": home.mountpoint]) { $1 },
                directory: home.path
            ).result()
            if tried.status == 0 { return true }
            try await ContinuousClock().sleep(for: .milliseconds(30))
        } while ContinuousClock.now < end
        return false
    }
}
