import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("The sample, as a new user meets it", .enabled(if: Repository.canMount && TestSource.current == .flickr))
struct SampleTests {
    @Test func `a walk shows countries, cities and photos, and a copy has the bytes the server holds`() async throws {
        try await TestMount.run { mount in
            let root = try await mount.shell("ls \"$M\"")
            #expect(root.lines == TestMount.rootNames)

            let walk = try await mount.shell("ls -R \"$M\"")
            #expect(walk.status == 0, "\(walk.errors)")
            let photos = try await mount.shell("find \"$M/places\" -name '*.jpg' | wc -l")
            #expect(try #require(Int(photos.text)) >= 50)

            let copied = try await mount.shell(
                "cp -r \"$M/places/France\" \"$T/France\" && diff -r \"$M/places/France\" \"$T/France\"")
            #expect(copied.status == 0, "\(copied.errors)")
            let kinds = try await mount.shell(
                "find \"$T/France\" -name '*.jpg' -exec file --brief --mime-type {} + | sort -u")
            #expect(kinds.text == "image/jpeg")
        }
    }
    /// At 320 pixels the pictures have no address that a browser could ask, so a map shows the photo in the mount.
    @Test func `the sample needs no server: photos are read from files, and its maps show them`() async throws {
        try await Home.run { home in
            let mounted = try await home.command(["mount", "--source", "sample", home.mountpoint])
            #expect(mounted.status == 0, "\(mounted.errors)")
            let place = home.mountpoint + "/places/France/Paris"
            let result = try await ChildProcess(
                [
                    "sh", "-c", "cd \"$1\" && cat *.jpg | wc -c && getfattr --only-values -n user.places.source \"$2\"",
                    "sh", place, "Red mill.jpg",
                ]
            ).result()
            #expect(result.status == 0, "\(result.errors)")
            #expect(try #require(result.lines.first.flatMap { Int($0.filter(\.isNumber)) }) > 500_000)
            #expect(result.text.hasSuffix("sample"))
            let descriptors = "/proc/\(try home.daemon())/fd"
            let open = try FileManager.default.contentsOfDirectory(atPath: descriptors).compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")
            }
            #expect(open.contains { $0 == "/dev/fuse" } && !open.contains { $0.hasPrefix("socket:") }, "\(open)")
            let map = try String(contentsOfFile: place + "/map.geojson", encoding: .utf8)
            #expect(map.contains("Red%20mill.jpg") && !map.contains("\"thumbnail\""))
            let page = try String(contentsOfFile: place + "/map.html", encoding: .utf8)
            #expect(page.contains("img-src data: https: http://127.0.0.1:* http://localhost:* file:"))
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
        }
    }

    @Test func `an album has no collections, and unmount needs few open files`() async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            let album = home.mountpoint + "/albums/Trip"
            try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: false)
            let refused = try await home.command(["new-collection", album])
            #expect(refused.status == 60 && refused.errors.contains("is not the folder of a pin"), "\(refused.errors)")
            let unmounted = try await ChildProcess(
                ["bash", "-c", "ulimit -n 64; exec \"$@\"", "bash", Repository.placesfs, "unmount", home.mountpoint],
                environment: home.environment
            ).result()
            #expect(unmounted.status == 0, "\(unmounted.errors)")
        }
    }

    @Test(.proves("A photo's size is one estimate"))
    func `the sample's sizes are exact before anybody reads a photo`() async throws {
        try await Home.run { home in
            let mounted = try await home.command(["mount", "--source", "sample", home.mountpoint])
            #expect(mounted.status == 0, "\(mounted.errors)")
            let script = """
                cd "$1/places" || exit 1
                stat -c '%s %n' ./Italy/Venice/*.jpg > "$2/listed"
                stat -c '%s %n' './France/Paris/Red mill.jpg' > "$2/named"
                find . -name '*.jpg' -printf '%s %p\n' | sort > "$2/told"
                find . -name '*.jpg' -exec cat {} + > /dev/null
                find . -name '*.jpg' -printf '%s %p\n' | sort > "$2/true"
                sort "$2/named" "$2/listed" | comm -23 - "$2/true"
                diff "$2/told" "$2/true" && wc -l < "$2/true"
                getfattr --only-values -n user.places.size 'Italy/Venice/'*.jpg
                """
            let found = try await ChildProcess(["sh", "-c", script, "sh", home.mountpoint, home.path]).result()
            #expect(found.lines.first == "61", "\(found.text) \(found.errors)")
            #expect(found.text.contains("exactexact") && !found.text.contains("estimated"))
            let status = try String(contentsOfFile: home.mountpoint + "/.placesfs/status", encoding: .utf8)
            #expect(status.contains("\nimages    none in the last hour\n"), "nothing is fetched: \(status)")
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
        }
    }

    /// One file is read for all sources, and without a network the sample is mounted though nobody chose it.
    @Test func `a size that a file names for another source does not keep it from being shown`() async throws {
        try await Home.run { home in
            let folder = home.path + "/.config/placesfs"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data("rendition = o\n".utf8).write(to: URL(fileURLWithPath: folder + "/config"))
            let mounted = try await home.command(["mount", "--source", "sample", home.mountpoint])
            #expect(mounted.status == 0, "\(mounted.errors)")
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
            let typed = try await home.command(["mount", "--source", "sample", "--rendition", "o", home.mountpoint])
            #expect(typed.status == 2 && typed.errors.contains("there are s, q, n, b"), "\(typed.errors)")
        }
    }

    /// Descriptors that are lacking say nothing about the files that cannot be opened.
    @Test func `a daemon that may have few descriptors keeps what is cached`() async throws {
        try await Home.run { home in
            let script = """
                mount() { "$PLACESFS" mount --source sample --cache-size 100M "$M"; }
                photos() { find .cache -name '*.photo' | wc -l; }
                read_all() { find "$M/places" -name '*.jpg' -exec cat {} + > /dev/null; }
                mount && read_all && "$PLACESFS" unmount "$M" && before=$(photos)
                (ulimit -n 40; mount) && { read_all; "$PLACESFS" unmount "$M"; }
                [ $before -gt 50 ] && echo $((before - $(photos)))
                """
            let lost = try await ChildProcess(
                ["bash", "-c", script],
                environment: home.environment.merging(["M": home.mountpoint, "PLACESFS": Repository.placesfs]) { $1 },
                directory: home.path
            ).result()
            #expect(lost.status == 0 && lost.text == "0", "\(lost.text) \(lost.errors)")
        }
    }
}
