import HTTP
import LinuxProcess
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite struct CrawlDetectorTests {
    let clock = ManualClock()

    private func process(_ id: Int32, _ program: String = "find") -> CallingProcess {
        CallingProcess(id: id, program: program)
    }

    @Test func `who goes on and on through directories comes after others`() {
        let crawls = CrawlDetector(clock: clock)
        #expect(
            (1...5).map { _ in crawls.priority(ofListingFor: process(7)) } == [
                .waiting, .waiting, .waiting, .soon, .soon,
            ])
        #expect(crawls.priority(ofListingFor: process(8)) == .waiting)
    }

    @Test func `a person takes a while, and a crawl is forgotten after a minute`() {
        let crawls = CrawlDetector(clock: clock)
        for _ in 0..<10 {
            #expect(crawls.priority(ofListingFor: process(7)) == .waiting)
            clock.advance(by: .seconds(25))
        }
        for _ in 0..<25 { _ = crawls.priority(ofListingFor: process(9)) }
        #expect(crawls.crawlers.map(\.process) == [9])
        clock.advance(by: .seconds(59))
        #expect(crawls.crawlers.map(\.process) == [9])
        clock.advance(by: .seconds(2))
        #expect(crawls.crawlers.isEmpty)
        #expect(crawls.priority(ofListingFor: process(9)) == .waiting)
    }

    @Test(arguments: [
        ("find", HTTPRequest.Priority.crawling), ("rsync", .crawling), ("", .crawling), ("nautilus", .browsing),
        ("kioworker", .browsing), ("tracker-miner-fs-3", .browsing), ("tracker-miner-f", .browsing),
    ])
    func `the twenty-first within a minute makes a crawler, of one kind or the other`(
        program: String, priority: HTTPRequest.Priority
    ) {
        let crawls = CrawlDetector(clock: clock)
        for _ in 0..<20 { #expect(!crawls.priority(ofListingFor: process(7, program)).isOfCrawler) }
        #expect(crawls.priority(ofListingFor: process(7, program)) == priority)
        #expect(crawls.crawlers == [CrawlDetector.Crawler(process: 7, program: program, opened: 21)])
        #expect(crawls.isCrawler(7) && !crawls.isCrawler(8))
    }

    @Test func `twenty-one within two minutes make none`() {
        let crawls = CrawlDetector(clock: clock)
        for _ in 0..<40 {
            #expect(!crawls.priority(ofListingFor: process(7)).isOfCrawler)
            clock.advance(by: .seconds(4))
        }
    }

    @Test func `who reads a photo looks for photos`() {
        let crawls = CrawlDetector(clock: clock)
        #expect(crawls.isIdle)
        for _ in 0..<30 { _ = crawls.priority(ofListingFor: process(7)) }
        #expect(!crawls.isIdle && crawls.isCrawler(7))
        crawls.readPhoto(by: 8)
        #expect(crawls.isCrawler(7))
        crawls.readPhoto(by: 7)
        #expect(crawls.isIdle && !crawls.isCrawler(7))
        #expect(crawls.priority(ofListingFor: process(7)) == .soon)
    }
}
