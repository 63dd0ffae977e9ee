import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite(
    "A cache on a file system whose times settle late",
    .enabled(if: Repository.canMount && Archiver.has("rclone"), "rclone is not installed"))
struct LateCacheTests {
    /// rclone writes a file back a second after it was closed, and then gives it another time and number.
    @Test(.proves("A cache folder that changes its files"), arguments: ["writes", "full"])
    func `photos are read, whenever their files settle`(mode: String) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 20, imageBytes: 60_000...90_000)
        try await TestMount.run(numbered.configuration, options: ["--embed", "none"]) { mount in
            for photo in 0..<20 { try mount.write(numbered.bytes(photo), to: "want-\(photo)") }
            try await mount.unmount()
            let below = try await mount.shell(
                """
                mkdir back cache && rclone mount "$T/back" "$T/cache" --vfs-cache-mode \(mode) --vfs-write-back 300ms \
                    --config none --daemon
                """)
            #expect(below.status == 0, "\(below.errors)")
            try await mount.mount(["--cache-dir", mount.scratch + "/cache/photos"])
            let read = try await mount.shell(
                """
                cd "$M/\(NumberedLibrary.directory())"
                # For some seconds, so that files settle between their readers.
                until [ $SECONDS -ge 4 ]; do
                    for number in $(seq 0 19); do
                        dd if="photo $number.jpg" of="$T/copy" iflag=direct bs=64k status=none || exit 1
                        cmp "$T/copy" "$T/want-$number" || exit 1
                    done
                done
                """)
            #expect(read.status == 0, "\(read.text)\(read.errors)")
            #expect(mount.log.ranges(of: "is left alone").count <= 1)
            try await mount.unmount()
            #expect(try await mount.shell("fusermount3 -u \"$T/cache\" || fusermount3 -uz \"$T/cache\"").status == 0)
        }
    }
}
