import Testing

@testable import placesfs

/// What `status --watch` draws, and that it never draws more than there is room for.
@Suite struct WatchScreenTests {
    private func mount(_ downloads: [WatchedMount.Download], errors: Int = 0) throws -> WatchedMount {
        var mount = try WatchedMount(
            """
            {"version":"1","source":"flickr","mountpoint":"/home/ann/Photos","notice":"n","cacheBytes":1048576,
             "cacheLimit":10485760,"cachePhotos":1,"openFiles":1,"imagesInHour":7,"imagesPerHour":3000,"downloads":[],
             "hosts":[{"host":"live.staticflickr.com","note":"down, probed"}],"errorsTotal":0,"recentErrors":[]}
            """)
        mount.downloads = downloads
        mount.errorsTotal = errors
        mount.recentErrors = (0..<min(errors, 20)).map {
            WatchedMount.Failure(
                at: "t\($0)", operation: "read", node: "n", errno: "EIO", cause: "a\u{1B}[31m\u{202E}b")
        }
        return mount
    }

    private func download(
        _ number: Int, title: String = "Sunset", received: Int64 = 512 << 10, expected: Int64? = 1 << 20,
        readers: Int = 1
    ) -> WatchedMount.Download {
        WatchedMount.Download(
            photo: "\(number)", title: title, received: received, expected: expected, readers: readers)
    }

    @Test func `a download has a bar, what is there and to come, its speed and the time left`() throws {
        var speeds = DownloadSpeeds()
        let early = download(1, received: 256 << 10)
        speeds.look(at: [early], of: "/home/ann/Photos", now: .seconds(1))
        let late = download(1, readers: 2)
        speeds.look(at: [late], of: "/home/ann/Photos", now: .seconds(2))
        let screen = WatchScreen(rows: 24, columns: 120, isColored: false)
        let lines = screen.lines([try mount([late])], speeds)
        #expect(lines[0] == "1 download")
        #expect(
            lines[1] == "[##########----------]  50%  512 KiB of 1 MiB   256 KiB/s   0:02  Sunset, 2 readers",
            "\(lines[1])")
        #expect(lines.contains("  cache   1 MiB of 10 MiB in 1 photo") && lines.last == "q ends")
    }

    /// Three photos of one title have three names.
    @Test func `a download is told by the path of its file, or by the file's name where that is too long`() throws {
        var fog = download(1, title: "Fog")
        fog.path = "places/France/Paris/Fog (46347451446).jpg"
        func row(_ columns: Int) throws -> String {
            WatchScreen(rows: 24, columns: columns, isColored: false).lines([try mount([fog])], DownloadSpeeds())[1]
        }
        #expect(try row(120).hasSuffix("  places/France/Paris/Fog (46347451446).jpg"))
        #expect(try row(80).hasSuffix("  Fog (46347451446).jpg"))
    }

    @Test func `on a narrow terminal a download's name stands above its bar, and nothing of either is cut`() throws {
        var fog = download(1, received: 1_300_000, expected: 2_726_298)
        fog.path = "places/France/Paris/Fog (46347451446).jpg"
        var speeds = DownloadSpeeds()
        var early = fog
        early.received = 1_000_000
        speeds.look(at: [early], of: "/home/ann/Photos", now: .seconds(1))
        speeds.look(at: [fog], of: "/home/ann/Photos", now: .seconds(2))
        let lines = WatchScreen(rows: 12, columns: 40, isColored: false).lines([try mount([fog])], speeds)
        #expect(
            lines.prefix(3) == ["1 download", "Fog (46347451446).jpg", "[#--] 47% 1.2 of 2.6 MiB 292 KiB/s 0:05"],
            "\(lines)")
        let many = (1...9).map { download($0, title: "Fog \($0)") }
        let crowded = WatchScreen(rows: 12, columns: 40, isColored: false).lines([try mount(many)], speeds)
        let names = crowded.count { $0.hasPrefix("Fog ") }
        #expect(names > 1 && names == crowded.count { $0.hasPrefix("[") }, "\(crowded)")
        #expect(crowded.contains("  and \(9 - names) more"), "\(crowded)")
    }

    @Test func `each source's notice stands at the foot, whole and once, where there is room`() throws {
        var flickr = try mount([download(1)])
        flickr.notice = "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc."
        var commons = try mount([])
        (commons.mountpoint, commons.notice) = ("/home/ann/Commons", "By their authors.")
        func foot(_ rows: Int, _ columns: Int, _ count: Int) -> [String] {
            let screen = WatchScreen(rows: rows, columns: columns, isColored: false)
            return screen.lines([flickr, commons, flickr], DownloadSpeeds()).suffix(count)
        }
        #expect(
            foot(40, 120, 4) == [
                "  host    live.staticflickr.com: down, probed", flickr.notice, commons.notice, "q ends",
            ])
        #expect(foot(40, 50, 4).prefix(2).joined(separator: " ") == flickr.notice, "broken between words")
        #expect(!foot(6, 50, 6).contains { $0.contains("SmugMug") || $0.contains("authors") })
    }

    @Test func `the limit that would have been enough stands under the cache`() throws {
        var watched = try mount([])
        watched.cacheRefetchedPhotos = 3
        watched.cacheSufficientLimit = (31 << 20) + 1
        let lines = WatchScreen(rows: 24, columns: 80, isColored: false).lines([watched], DownloadSpeeds())
        let cache = try #require(lines.firstIndex { $0.hasPrefix("  cache ") })
        #expect(lines[cache + 1] == "          3 fetched again in 24 h; --cache-size 32M would have kept them")
    }

    @Test func `what is passed through is called so`() throws {
        var passed = download(1, readers: 2)
        passed.isPassedThrough = true
        let lines = WatchScreen(rows: 24, columns: 120, isColored: false).lines(
            [try mount([passed])], DownloadSpeeds())
        #expect(lines[1].hasSuffix("  Sunset, 2 readers, passed through"), "\(lines[1])")
    }

    @Test func `what is not known is not made up`() throws {
        let screen = WatchScreen(rows: 24, columns: 100, isColored: false)
        let lines = screen.lines([try mount([download(1, expected: nil)])], DownloadSpeeds())
        #expect(
            lines[1].hasPrefix("[................]   ?%  512 KiB of ?") && lines[1].hasSuffix("  Sunset"), "\(lines[1])"
        )
        #expect(!lines[1].contains("/s") && !lines[1].contains(":"))
    }

    @Test(arguments: [(1, 1), (2, 10), (5, 20), (20, 60), (24, 80), (60, 200)])
    func `nothing is wider or higher than the terminal`(rows: Int, columns: Int) throws {
        let titles = ["Sunset over the Seine", "東京タワーと夕焼け空の下の街並み", "👩‍👩‍👧 at home", "e\u{301}", "\u{1B}[2J\nx", ""]
        let downloads = (0..<40).map {
            download(
                $0, title: titles[$0 % titles.count], received: Int64($0) << 20, expected: $0 % 3 == 0 ? nil : 1 << 40)
        }
        var speeds = DownloadSpeeds()
        speeds.look(at: downloads, of: "/home/ann/Photos", now: .seconds(1))
        let screen = WatchScreen(rows: rows, columns: columns, isColored: false)
        let lines = screen.lines([try mount(downloads, errors: 100)], speeds)
        #expect(lines.count <= rows)
        for line in lines {
            #expect(DisplayWidth.of(line) <= columns, "\(line)")
            #expect(
                !line.unicodeScalars.contains {
                    $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E
                })
        }
        if rows == 20 || rows == 24 {
            #expect(lines.contains { $0.contains("more") } && lines.contains { $0.contains("cache") })
        }
    }

    @Test func `colours are there when wanted, and NO_COLOR or a plain terminal does not want them`() throws {
        let lines = WatchScreen(rows: 24, columns: 80, isColored: true).lines(
            [try mount([download(1)])], DownloadSpeeds())
        #expect(lines[0] == "\u{1B}[1m1 download\u{1B}[0m")
        #expect(Watching.wantsColor([:]) && Watching.wantsColor(["NO_COLOR": ""]))
        #expect(!Watching.wantsColor(["NO_COLOR": "1"]) && !Watching.wantsColor(["TERM": "dumb"]))
    }

    @Test func `a download keeps its row while others come and go`() throws {
        var speeds = DownloadSpeeds()
        speeds.look(at: [download(5)], of: "/m", now: .seconds(1))
        speeds.look(at: [download(1), download(5), download(9)], of: "/m", now: .seconds(2))
        #expect(speeds.sorted([download(9), download(1), download(5)], of: "/m").map(\.photo).first == "5")
        speeds.look(at: [], of: "/m", now: .seconds(3))
        #expect(speeds.speed(of: download(5), in: "/m") == nil)
    }

    @Test(arguments: [(Int64(0), 1.0, "17:28"), (1_048_570, 10.0, "0:01"), (0, 0.5, "none"), (0, 10.0, "29:07:38")])
    func `time left is minutes and seconds`(received: Int64, speed: Double, text: String) {
        let scale: Int64 = speed == 10 && received == 0 ? 1 << 20 : speed == 1 ? 1048 : 1 << 20
        let left = WatchScreen.timeLeft(download(1, received: received, expected: scale), speed)
        #expect(left == (text == "none" ? nil : text))
    }
}
