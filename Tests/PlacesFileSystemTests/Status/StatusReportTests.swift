import Testing

@testable import PlacesFileSystem

@Suite struct StatusReportTests {
    @Test(arguments: [
        (0, 0, "pins      none"), (1, 0, "pins      1"), (1, 1, "pins      1, waiting for its photos"),
        (3, 3, "pins      3, waiting for their photos"), (3, 1, "pins      3, 1 of them waiting for its photos"),
        (9, 2, "pins      9, 2 of them waiting for their photos"),
    ])
    func `pins are told with those that have no photos yet`(pins: Int, awaiting: Int, line: String) async throws {
        var report = await (try World()).files.folders.status()
        report.pins = pins
        report.pinsAwaiting = awaiting
        #expect(report.text.split(separator: "\n").contains { $0 == line }, "\(report.text)")
    }

    @Test(
        arguments: [
            (0, nil, nil),
            (
                1, 32 << 20,
                "  1 photo was evicted and fetched again in the last 24 hours; --cache-size 32M would have kept it."
            ),
            (
                1200, (32 << 20) + 1,
                "  1,200 photos were evicted and fetched again in the last 24 hours; --cache-size 33M would have kept them."
            ),
        ] as [(Int, Int64?, String?)])
    func `what a larger cache would have kept is told under its use`(
        photos: Int, limit: Int64?, line: String?
    ) async throws {
        var report = await (try World()).files.folders.status()
        report.cacheRefetchedPhotos = photos
        report.cacheSufficientLimit = limit
        let lines = report.text.split(separator: "\n").map(String.init)
        let cache = try #require(lines.firstIndex { $0.hasPrefix("cache ") })
        #expect(lines[cache + 1] == line ?? "thumbs    none", "\(report.text)")
        #expect(report.metrics.contains("\nplacesfs_cache_sufficient_limit_bytes \(limit ?? 0)\n"))
        let json = String(decoding: report.json, as: UTF8.self)
        #expect(json.filter { $0 != " " }.contains("\"cacheRefetchedPhotos\":\(photos),"), "\(json)")
    }

    @Test func `a photo that is passed through is called so`() {
        var download = StatusReport.Download(
            photo: "1", path: "places/France/Paris/Sunset.jpg", title: "Sunset", received: 512 << 10, expected: 1 << 20,
            readers: 1, isPassedThrough: false)
        #expect(download.text == "  [#####-----] 50%, 512 KiB of 1 MiB, 1 reading: places/France/Paris/Sunset.jpg")
        download.isPassedThrough = true
        #expect(
            download.text
                == "  [#####-----] 50%, 512 KiB of 1 MiB, 1 reading, passed through: places/France/Paris/Sunset.jpg")
    }

    @Test func `topics and recents are counted, one and none too`() async throws {
        var report = await (try World()).files.folders.status()
        for (number, tags, recents) in [
            (0, "none", "none"), (1, "1 topic", "1 photo"), (20, "20 topics", "20 photos"),
        ] {
            report.topics = number
            report.recents = number
            #expect(report.text.contains("\ntags      \(tags)\nrecents   \(recents)\n"), "\(report.text)")
        }
    }
}
