import PhotoAPI
import PhotoTree
import Testing

@testable import Flickr

@Suite struct TakenDateTests {
    @Test(arguments: [
        ("2013-10-06 14:06:41", 1_381_068_401),
        ("1970-01-01 00:00:00", 0),
        ("1969-12-31 23:59:59", -1),
        ("1888-02-29 12:00:00", -2_582_539_200),
        ("2000-02-29 00:00:00", 951_782_400),
        ("2016-12-31 23:59:60", 1_483_228_799),
        ("2010-05-00 00:00:00", 1_272_672_000),
        ("2010-00-00 00:00:00", 1_262_304_000),
        ("2010-05-01", 1_272_672_000),
        ("2010-05-01T00:00:00", 1_272_672_000),
        ("0001-01-01 00:00:00", -62_135_596_800),
    ])
    func `a date is read as UTC`(_ text: String, _ seconds: Int64) {
        #expect(TakenDate.date(text, isUnknown: false, granularity: nil)?.time == Timestamp(seconds))
    }

    @Test(arguments: [
        "0000-00-00 00:00:00", "", " ", "yesterday", "2013-13-01 00:00:00", "2013-02-29 00:00:00",
        "2013-10-06 24:00:00", "2013-10-06 12:60:00", "2013-10-06 12:00", "20131006", "2013-10-06-01", "99999-01-01",
        "-2013-10-06", "２０１３-10-06 00:00:00", "1900-02-29 00:00:00",
    ])
    func `what is no date is absent`(_ text: String) {
        #expect(TakenDate.date(text, isUnknown: false, granularity: nil)?.time == nil)
    }

    @Test func `an unknown date is absent, since Flickr repeats the upload's`() {
        #expect(TakenDate.date("2013-10-06 14:06:41", isUnknown: true, granularity: 0) == nil)
    }

    @Test(
        arguments: [
            ("2020-01-01 00:00:00", 0, .second), ("1923-05-01 00:00:00", 4, .month), ("1888-07-04 12:00:00", 6, .year),
            ("1900-01-01 00:00:00", 8, .year), ("2010-05-00 00:00:00", 0, .month), ("2010-00-00 00:00:00", 0, .year),
            ("2021-08-01 00:00:00", nil, .second),
        ] as [(String, Int?, DatePrecision)])
    func `a date is as precise as Flickr's granularity says`(
        text: String, granularity: Int?, precision: DatePrecision
    ) {
        #expect(TakenDate.date(text, isUnknown: false, granularity: granularity)?.precision == precision)
    }

    @Test func `upload times are text or number, within reason`() {
        #expect(TakenDate.uploaded(.string("1381061206")) == Timestamp(1_381_061_206))
        #expect(TakenDate.uploaded(.number("1381061206")) == Timestamp(1_381_061_206))
        for text in ["0", "-1", "", "9999999999999999", "x"] { #expect(TakenDate.uploaded(.string(text)) == nil) }
        #expect(TakenDate.uploaded(nil) == nil)
    }
}
