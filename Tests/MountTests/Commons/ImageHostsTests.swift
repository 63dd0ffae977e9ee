import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Commons has its thumbnails at one host and its originals at another. What it asks of programs it asks of both
/// together.
@Suite("Commons' two image hosts", .enabled(if: Repository.canMount), .serialized)
struct ImageHostsTests {
    private static let town = "places/United States/Boston"

    /// Six originals and six thumbnails, each of which takes a fifth of a second.
    @Test(.proves("A hundred stalled photos beside one that is well"))
    func `see two connections together, and each has its readers served`() async throws {
        let photos = RationedOriginalsTests.small(6).map { photo in
            var photo = photo
            // Wider than a thumbnail: the address of one is told.
            photo.renditions = [.init(suffix: "o", width: 2000, height: 1333)]
            return photo
        }
        var configuration = RationedOriginalsTests.configuration(photos)
        configuration.behaviour.hasTwoImageHosts = true
        configuration.behaviour.latencyInMilliseconds = 200
        try await Home.run { home in
            try await Simulator.run(configuration) { simulator in
                let mounted = try await home.command([
                    "mount", "--source", "commons", "--contact", "me@example.org", "--embed", "none", "--rendition",
                    "o",
                    "--mirror", String(simulator.commonsBase.dropLast("/w/api.php".count)), home.mountpoint,
                ])
                #expect(mounted.status == 0, "\(mounted.errors)")
                let read = try await ChildProcess(
                    [
                        "bash", "-c",
                        """
                        cd "$1/\(Self.town)" && ls > /dev/null && mkdir "$HOME/read"
                        for number in {0..5}; do
                            cat "small $number.jpg" > "$HOME/read/o$number" & cat ".small/small $number.jpg" > "$HOME/read/t$number" &
                        done
                        wait; find "$HOME/read" -type f -size +0 | wc -l
                        """, "bash", home.mountpoint,
                    ], environment: home.environment, timeout: .seconds(60)
                ).result()
                #expect(read.text == "12", "\(read)")
                let images = simulator.ledger.entries.filter(\.isImage)
                #expect(images.count { $0.rendition == "o" } == 6 && images.count == 12)
                #expect(simulator.ledger.mostImagesAtOnce == 2)
            }
        }
    }
}
