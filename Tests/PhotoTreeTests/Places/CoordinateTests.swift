import PhotoTree
import Testing

@Suite("Coordinate")
struct CoordinateTests {
    @Test(arguments: [(91.0, 0.0), (0, 180.5), (.nan, 0), (0, .infinity)])
    func `values out of range make no coordinate`(latitude: Double, longitude: Double) {
        #expect(Coordinate(latitude: latitude, longitude: longitude) == nil)
    }
}
