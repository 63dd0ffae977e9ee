import FUSE
import PhotoTree
import Testing

@testable import PlacesFileSystem

/// What comes and goes a thousand times leaves nothing in the tables of a mount that lives for months.
@Suite struct RemovedPinsTests {
    @Test func `a removed pin's cached dirents are forgotten`() {
        let handles = HandleTable()
        for number in 1...1_000 {
            let key = DirectoryKey.pin(NodeNumber(UInt64(number)))
            let opened = handles.insert(
                HandleTable.Directory(key: key, version: Page.Version(1), entries: []), isCacheable: true)
            _ = handles.removeDirectory(opened.handle)
            handles.forget(key)
        }
        #expect(handles.remembered == 0 && handles.counts.directories == 0)
    }

    @Test func `a pin that is removed while its photos come is loading no more`() {
        let pins = PinsState([], changed: Timestamp(0))
        let number = NodeNumber(7)
        pins.addPlaceholder(number, named: "x", now: Timestamp(1))
        #expect(pins.beginLoading(number))
        pins.remove(number, now: Timestamp(2))
        #expect(!pins.isLoading(number))
    }
}
