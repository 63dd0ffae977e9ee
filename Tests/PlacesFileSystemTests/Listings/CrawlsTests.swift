import HTTP
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite struct CrawlsTests {
    let clock = ManualClock()

    @Test func `who goes on and on through directories comes after others`() {
        let crawls = Crawls(clock: clock)
        #expect((1...5).map { _ in crawls.priority(ofListingFor: 7) } == [.waiting, .waiting, .waiting, .soon, .soon])
        #expect(crawls.priority(ofListingFor: 8) == .waiting)
    }

    @Test func `a person takes a while, and a crawl is forgotten after a minute`() {
        let crawls = Crawls(clock: clock)
        for _ in 0..<10 {
            #expect(crawls.priority(ofListingFor: 7) == .waiting)
            clock.advance(by: .seconds(25))
        }
        for _ in 0..<5 { _ = crawls.priority(ofListingFor: 9) }
        clock.advance(by: .seconds(61))
        #expect(crawls.priority(ofListingFor: 9) == .waiting)
    }
}
