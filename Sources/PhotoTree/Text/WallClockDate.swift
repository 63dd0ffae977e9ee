/// A wall clock as files write it: "2016:07:14 20:31:05" (EXIF), "2016-07-14T20:31:05+02:00" (XMP), "2016-07", "2016".
package struct WallClockDate: Hashable, Sendable {
    /// As if the clock had shown UTC.
    package let time: Timestamp
    package let precision: DatePrecision

    package init(_ time: Timestamp, _ precision: DatePrecision) {
        (self.time, self.precision) = (time, precision)
    }

    /// Nil for anything else, and for what cameras write that do not know ("0000:00:00 00:00:00").
    package init?(_ text: String) {
        let parts = text.utf8.prefix(19).split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            .map { String(decoding: $0, as: UTF8.self) }
        guard let year = parts.first, year.utf8.count == 4, parts.dropFirst().allSatisfy({ $0.utf8.count <= 2 }) else {
            return nil
        }
        let numbers = parts.compactMap { Int($0) }
        func number(_ index: Int, _ usual: Int) -> Int { index < numbers.count ? numbers[index] : usual }
        guard
            let time = CivilTime.timestamp(
                year: number(0, 0), month: number(1, 1), day: number(2, 1), hour: number(3, 0), minute: number(4, 0),
                second: number(5, 0))
        else { return nil }
        self.time = time
        precision =
            switch numbers.count {
            case 1: .year
            case 2: .month
            case 3: .day
            default: .second
            }
    }
}
