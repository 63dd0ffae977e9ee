import Foundation
import Promises
import TestSupport
import Testing

@Suite(
    "A folder of one's own with more folders than may be watched",
    .enabled(if: Repository.canMount && TestSource.current == .flickr),
    .enabled("a machine may let nobody limit watches in a namespace") {
        let made = try await ChildProcess([
            "unshare", "-Urm", "bash", "-c", "echo 4 > /proc/sys/user/max_inotify_watches",
        ]).result()
        return made.status == 0
    })
struct UnwatchedTests {
    @Test func `status says that a folder is not watched, and no longer when it is`() async throws {
        try await Home.run { home in
            _ = try await PictureFolder(home)
            let result = try await ChildProcess(
                ["unshare", "-Urm", "bash", Script.path("OwnPhotos/few-watches.sh")],
                environment: home.environment.merging(["P": Repository.placesfs, "M": home.mountpoint]) { $1 },
                directory: home.path
            ).result()
            #expect(result.status == 0, "\(result.text)\(result.errors)")
        }
    }
}
