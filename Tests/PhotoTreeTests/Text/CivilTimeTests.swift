import PhotoTree
import Testing

@Suite struct CivilTimeTests {
    /// As `date -u -d … +%s` counts.
    @Test(arguments: [
        ([1970, 1, 1, 0, 0, 0], 0), ([2000, 2, 29, 12, 0, 1], 951_825_601), ([1969, 12, 31, 23, 59, 59], -1),
        ([1900, 3, 1, 0, 0, 0], -2_203_891_200), ([9999, 12, 31, 23, 59, 59], 253_402_300_799),
        ([1, 1, 1, 0, 0, 0], -62_135_596_800), ([2016, 12, 31, 23, 59, 60], 1_483_228_799),
    ])
    func `a date is so many seconds from 1970`(parts: [Int], seconds: Int) {
        let time = CivilTime.timestamp(
            year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])
        #expect(time == Timestamp(Int64(seconds)))
    }

    @Test(arguments: [
        [0, 1, 1, 0, 0, 0], [10_000, 1, 1, 0, 0, 0], [2019, 13, 1, 0, 0, 0], [2019, 0, 1, 0, 0, 0],
        [2019, 2, 29, 0, 0, 0], [1900, 2, 29, 0, 0, 0], [2019, 4, 31, 0, 0, 0], [2019, 1, 1, 24, 0, 0],
        [2019, 1, 1, 0, 60, 0], [2019, 1, 1, 0, 0, 61], [.max, .min, .max, .max, .min, .max],
    ])
    func `what no calendar has is no time`(parts: [Int]) {
        #expect(
            CivilTime.timestamp(
                year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])
                == nil)
    }
}
