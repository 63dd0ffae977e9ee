import Logging
import PhotoCache
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

/// Files of one's own that are held until it is sure that nobody removes them.
@Suite("Held photos") struct HeldPhotosTests {
    private struct OwnFile: PhotoFile {
        let length: Int64 = 3
        let version = "1"
        let isRemoved = false
        func read(_ range: Range<Int64>) -> [UInt8] { [1, 2, 3] }
    }

    private struct Listener: LogHandler {
        let lines: Shared<[String]>
        var metadata = Logger.Metadata()
        var logLevel = Logger.Level.warning

        subscript(metadataKey key: String) -> Logger.MetadataValue? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.edit { $0.append("\(event.message)") } }
    }

    @Test func `that more came than can be held is told once`() {
        let lines = Shared<[String]>([])
        let held = HeldPhotos(
            at: "/nowhere", threads: DiskThreads(count: 1), clock: ManualClock(),
            logger: Logger(label: "test") { _ in Listener(lines: lines) })
        for number in 0..<RescueFolder.mostHeld { held.hold(photo(number), OwnFile(), in: NodeNumber(7)) }
        #expect(lines.current.isEmpty)
        for number in 0..<3 { held.hold(photo(-number - 1), OwnFile(), in: NodeNumber(7)) }
        #expect(lines.current.count == 1)
    }

    private func photo(_ number: Int) -> Photo { World.photo("\(number)", "photo") }
}
