import Foundation
import Testing

@testable import placesfs

@Suite("LogLines")
struct LogLinesTests {
    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00.000Z"), (1_763_712_000.125, "2025-11-21T08:00:00.125Z"),
        (1_763_711_999.9999, "2025-11-21T07:59:59.999Z"), (951_782_400.007, "2000-02-29T00:00:00.007Z"),
    ])
    func `a line begins with its moment in UTC, to the millisecond`(seconds: Double, text: String) {
        #expect(LogLines.moment(Date(timeIntervalSince1970: seconds)) == text)
    }
}
