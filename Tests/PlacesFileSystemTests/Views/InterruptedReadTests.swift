import Catalog
import PhotoFetch
import Testing

@testable import PlacesFileSystem

@Suite("Readers who were interrupted")
struct InterruptedReadTests {
    /// A killed reader was told in the status as an error of the catalog.
    @Test func `an interrupt while the catalog says what is in a photo is no error, its failure is one`() {
        #expect(FetchError(reading: .cancelled) == .interrupted)
        #expect(FetchError(reading: .closed) != .interrupted)
    }
}
