import Catalog
import LinuxProcess
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite("Images of the hour", .timeLimit(.minutes(2)))
struct ImageUsageMeterTests {
    private let now = Shared<Int64>(1_700_000_000)

    private func ledger() -> ImageUsageMeter {
        let now = now
        return ImageUsageMeter(limit: 3000) { Timestamp(now.current) }
    }

    private func count(_ images: Int, by id: Int32, _ program: String, in ledger: ImageUsageMeter) {
        ImageReader.$current.withValue(.init { CallingProcess(id: id, program: program) }) {
            for _ in 0..<images { ledger.count() }
        }
    }

    @Test func `who read most comes first, and an hour later nobody did`() {
        let ledger = ledger()
        count(3, by: 4711, "rsync", in: ledger)
        count(1, by: 7, "eog", in: ledger)
        now.edit { $0 += 1800 }
        count(5, by: 12, "cp", in: ledger)
        ledger.count()
        #expect(ledger.shares.map(\.images) == [5, 3, 1, 1])
        #expect(ledger.shares.map(\.program) == ["cp", "rsync", "", "eog"])
        #expect(ledger.shares.map(\.process) == [12, 4711, 0, 7])
        now.edit { $0 += 1900 }
        #expect(ledger.shares.map(\.images) == [5, 1])
        now.edit { $0 += 3600 }
        #expect(ledger.shares.isEmpty)
    }

    @Test(.proves("A storm of requests"))
    func `thousands of processes of one program are one, and programs without number are few`() {
        let ledger = ledger()
        for process in 1...5_000 { count(1, by: Int32(process), "cat", in: ledger) }
        #expect(ledger.shares == [ImageUsageMeter.Share(process: 5_000, program: "cat", images: 5_000)])
        #expect(ledger.takeNews().count == 1)
        for number in 1...500 { count(1, by: 7, "program \(number)", in: ledger) }
        count(1, by: 1, String(repeating: "x", count: 1 << 20), in: ledger)
        #expect(ledger.shares.count <= 40 && ledger.shares.reduce(0) { $0 + $1.images } == 5_501)
        let news = ledger.takeNews()
        ledger.returnNews(news)
        #expect(Set(ledger.takeNews()) == Set(news), "what could not be written down is still to be")
    }

    @Test func `the ledger of images goes on where an earlier life ended`() {
        let minute = now.current / 60
        let counted = self.ledger()
        for _ in 0..<9 { counted.count(isSmall: true) }
        #expect(counted.shares.isEmpty && counted.smallInHour == 9, "small renditions are nobody's photos")
        let ledger = ledger()
        let past = ledger.begin(
            with: [
                ImageUse(minute: minute - 90, process: 1, program: "old", images: 9),
                ImageUse(minute: minute - 2, process: 2, program: "cp", images: 3),
                ImageUse(minute: minute - 30, process: 2, program: "cp", images: 4),
            ] + counted.takeNews())
        #expect(past.photos.map(\.count) == [4, 3] && past.small.map(\.count) == [9])
        #expect(past.photos.allSatisfy { $0.at <= .zero } && past.photos[0].at < past.photos[1].at)
        count(1, by: 2, "cp", in: ledger)
        #expect(ledger.shares.map(\.images) == [8])
        #expect(ledger.takeNews().map(\.images) == [1] && ledger.takeNews().isEmpty)
    }

    @Test func `status says how much of the hour is used, and by whom`() async throws {
        var report = try await World().files.folders.status()
        #expect(report.text.contains("\nimages    none in the last hour\n"))
        (report.imagesInHour, report.imagesPerHour, report.imagesWait) = (2_950, 3_000, 2)
        report.readers = [
            StatusReport.Reader(program: "rs\nync", pid: 4711, images: 2_804),
            StatusReport.Reader(program: "", pid: 0, images: 1),
        ]
        let lines = report.text.split(separator: "\n")
        let index = try #require(lines.firstIndex { $0.hasPrefix("images    ") })
        #expect(
            lines[index...(index + 2)] == [
                "images    2,950 of 3,000 in the last hour; the hour's share is used, the next is free in 2 s",
                "  rs ync (4711) 2,804 photos", "  a program that cannot be seen 1 photo",
            ])
    }

    @Test func `a download is the opener's who began it, and is kept over a remount`() async throws {
        let kept = try await KeptPhotos()
        let (host, files) = (kept.host, kept.world.files)
        for _ in 0..<2 { _ = try await kept.read(KeptPhotos.paris + "one.jpg") }
        #expect(host.readers.map { $0 == nil } == [false], "one request, and somebody's")
        #expect(host.readers.first??.id == files.callers.process(of: World.caller).id)
        await kept.end()
    }
}
