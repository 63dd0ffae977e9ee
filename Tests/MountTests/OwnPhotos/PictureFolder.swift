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
            """
            mkdir -p "$HOME/Pictures/2019/Rome" "$HOME/Pictures/old" && cd "$HOME/Pictures"
            for name in tower.jpg IMG_0001.jpg 2019/Rome/IMG_0001.jpg opera.png kyoto.jpg old/year.jpg; do
                n=$((n + 1)); convert -size $((80 + n))x48 gradient:red-blue "$name"
            done
            # One exiftool for all: its start takes longer than its work.
            exiftool \\
                -GPSLatitude=48.8584 -GPSLatitudeRef=N -GPSLongitude=2.2945 -GPSLongitudeRef=E -XMP-dc:Title='Tower at noon' \\
                -IPTC:Keywords=sunset -IPTC:Keywords=Tower -EXIF:Artist='Ann Lee' -DateTimeOriginal='2018:05:04 12:00:01' \\
                tower.jpg -execute \\
                -GPSLatitude=41.8765 -GPSLatitudeRef=N -GPSLongitude=12.4756 -GPSLongitudeRef=E IMG_0001.jpg -execute \\
                -XMP-exif:GPSLatitude=41.9 -XMP-exif:GPSLongitude=12.49 2019/Rome/IMG_0001.jpg -execute \\
                -GPSLatitude=33.8568 -GPSLatitudeRef=S -GPSLongitude=151.2153 -GPSLongitudeRef=E opera.png -execute \\
                -IPTC:City=Kyoto -IPTC:Country-PrimaryLocationName=Japan kyoto.jpg -execute \\
                -DateTimeOriginal='2011:01:02 03:04:05' old/year.jpg -common_args -q -overwrite_original
            """)
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
