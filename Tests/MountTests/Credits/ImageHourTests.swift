import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("No more images in an hour than may be", .enabled(if: Repository.canMount))
struct ImageHourTests {
    /// A tenth may be had at once, and one every 100 seconds after that.
    private static let four = ["--images-per-hour", "40"]
    private static let directory = "$M/" + NumberedLibrary.directory()

    private struct Status: Decodable {
        struct Reader: Decodable {
            var program: String
            var pid: Int32
            var images: Int
        }
        var imagesInHour: Int
        var imagesPerHour: Int?
        var imagesWait: Int?
        var smallInHour: Int
        var smallWait: Int?
        var readers: [Reader]
    }

    private func status(_ mount: TestMount) async throws -> Status {
        let text = try await mount.shell("cat \"$M/.placesfs/status.json\"").output
        return try JSONDecoder().decode(Status.self, from: Data(text))
    }

    @Test(.proves("No more than 3,000 photos"))
    func `readers wait beyond it, over a remount too, status says who read, and who is killed is free`()
        async throws
    {
        let numbered = NumberedLibrary(photosPerPlace: 8)
        try await TestMount.run(numbered.configuration, options: Self.four) { mount in
            let read = try await mount.shell(
                """
                cd "\(Self.directory)"; cat photo\\ [012].jpg > /dev/null & reader=$!; wait $reader; echo $reader
                head -c 1 "\(Self.directory)/photo 3.jpg" > /dev/null && cat "\(Self.directory)/photo 0.jpg" > /dev/null
                """)
            #expect(read.status == 0 && mount.simulator.ledger.imageRequests == 4, "\(read.errors)")
            for _ in 0..<2 {
                let before = try await status(mount)
                #expect(before.imagesInHour == 4 && before.imagesPerHour == 40)
                #expect(before.readers.map(\.program) == ["cat", "head"] && before.readers.map(\.images) == [3, 1])
                #expect(before.readers.first.map { "\($0.pid)" } == read.text)
                let text = try await mount.shell("cat \"$M/.placesfs/status\"; grep images \"$M/.placesfs/metrics\"")
                #expect(
                    text.lines.contains {
                        $0.hasPrefix(
                            "images    4 of 40 in the last hour; the hour's share is used, the next is free in ")
                    }, "\(text.text)")
                #expect(text.lines.contains("  cat (\(read.text)) 3 photos"), "\(text.text)")
                #expect(text.lines.contains("placesfs_images_last_hour 4"))
                try await mount.unmount()
                try await mount.mount()
            }
            // It waits for its turn, and a signal ends that at once.
            let reader = try mount.start(
                """
                cat "\(Self.directory)/photo 5.jpg" > got & reader=$!
                for try in $(seq 1500); do
                    grep -q '"imagesWait"' "$M/.placesfs/status.json" && break; sleep 0.02
                done
                begun=$(date +%s%N); kill -KILL $reader; wait $reader; echo $?; echo $((($(date +%s%N) - begun) / 1000000))
                grep "hour's share" "$M/.placesfs/status" | head -1
                """)
            let killed = await reader.result()
            #expect(killed.lines.first == "137" && killed.lines.count == 3, "\(killed.text)\(killed.errors)")
            #expect(killed.lines.dropFirst().first.flatMap { Int($0) } ?? .max < 10_000, "\(killed.text)")
            #expect(mount.simulator.ledger.imageRequests == 4)
            #expect(
                try await mount.shell("cat \"\(Self.directory)/photo 0.jpg\" | wc -c").text
                    == "\(numbered.bytes(0).count)")
        }
    }

    @Test(.proves("Small renditions have a limit"))
    func `small renditions beyond their own share wait and delay no photo, over a remount too`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        // One at once, and one every 400 seconds after that.
        try await TestMount.run(numbered.configuration, options: ["--images-per-hour", "10"]) { mount in
            let icon = try await mount.shell("cat \"\(Self.directory)/.small/photo 0.jpg\" > /dev/null")
            #expect(icon.status == 0 && mount.simulator.ledger.imageRequests == 1, "\(icon.errors)")
            try await mount.unmount()
            try await mount.mount()
            let reader = try mount.start(
                """
                cat "\(Self.directory)/.small/photo 1.jpg" > /dev/null & reader=$!
                for try in $(seq 1500); do
                    grep -q ' 1 queued' "$M/.placesfs/status" && break; sleep 0.02
                done
                cat "\(Self.directory)/photo 0.jpg" > /dev/null; echo $?
                kill -KILL $reader; wait $reader; echo $?
                """)
            let answers = await reader.result()
            #expect(answers.lines == ["0", "137"], "\(answers.text)\(answers.errors)")
            #expect(mount.simulator.ledger.imageRequests == 2)
            let after = try await status(mount)
            #expect(after.smallInHour == 1 && after.imagesInHour == 1)
            #expect((1...400).contains(after.smallWait ?? 0), "\(String(describing: after.smallWait))")
        }
    }

    @Test(.proves("No more than 3,000 photos"))
    func `who would wait for a quarter of an hour is told so at once`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3)
        try await TestMount.run(numbered.configuration, options: ["--images-per-hour", "5"]) { mount in
            let read = try await mount.shell(
                "cat \"\(Self.directory)/photo 0.jpg\" > got && cat \"\(Self.directory)/photo 1.jpg\"",
                timeout: .seconds(60))
            #expect(read.status == 1 && read.errors.contains("Input/output error"), "\(read.errors)")
            #expect(mount.simulator.ledger.imageRequests == 1)
            let why = try await mount.shell(
                "getfattr --only-values -n user.places.error \"\(Self.directory)/photo 1.jpg\"")
            // The host was not asked, and is not named. Minutes are told from two on.
            #expect(why.text.contains(/^the hour's share is used; next try at \d\d:\d\d$/), "\(why.text)")
        }
    }
}
