import PhotoAPI
import PhotoTree
import Testing

@testable import Commons

@Suite struct DateOriginalTests {
    private static let day = CivilTime.timestamp(year: 2019, month: 5, day: 4)
    private static let moment = CivilTime.timestamp(year: 2019, month: 5, day: 4, hour: 18, minute: 20, second: 11)
    private static let minute = CivilTime.timestamp(year: 2019, month: 5, day: 4, hour: 18, minute: 20)

    @Test(arguments: [
        ("2019-05-04", day), ("2019-05-04 18:20:11", moment), ("2019-05-04T18:20:11Z", moment),
        ("2019-05-04T18:20:11.52+02:00", moment), ("2019:05:04 18:20:11", moment), ("2019-05-04 18:20", minute),
        ("2019/05/04", day), ("4 May 2019", day), ("4 may 2019, 18:20:11", moment), ("4 May 2019 at 18:20", minute),
        ("18:20, 4 May 2019 (UTC)", minute), ("May 4, 2019", day), ("May 4th, 2019", day), ("4. May 2019", day),
        ("Taken on 4 May 2019", day), ("4 May 2019 (according to Exif data)", day),
        ("4 Sept 2019", CivilTime.timestamp(year: 2019, month: 9, day: 4)),
        ("May 2019", CivilTime.timestamp(year: 2019, month: 5)), ("2019-05", CivilTime.timestamp(year: 2019, month: 5)),
        ("2019", CivilTime.timestamp(year: 2019)), ("1890", CivilTime.timestamp(year: 1890)),
        ("circa 1890", CivilTime.timestamp(year: 1890)), ("c. 1890", CivilTime.timestamp(year: 1890)),
        (#"<time class="dtstart" datetime="2019-05-04">le 4 mai 2019</time> (<a href="x">Exif</a>)"#, day),
        (#"<time datetime="2019-05-04T18:20:11">x</time>"#, moment),
        (#"4 May 2019<div style="display: none;">date QS:P571,+2019-05-04T00:00:00Z/11</div>"#, day),
        (#"4 мая 2019<div style="display: none;">date QS:P571,+2019-05-04T00:00:00Z/11</div>"#, day),
        (
            #"vers 1890<div style="display:none">date QS:P571,+1890-00-00T00:00:00Z/9,P1480,Q5727902</div>"#,
            CivilTime.timestamp(year: 1890)
        ),
        (#"1890s<div style="display: none;">date QS:P571,+1890-00-00T00:00:00Z/8</div>"#, nil),
        ("2024-02-29", CivilTime.timestamp(year: 2024, month: 2, day: 29)),
    ])
    func `a date is read however it is written`(text: String, time: Timestamp?) {
        #expect(DateOriginal.date(text)?.time == time)
    }

    @Test(arguments: [
        "", " ", "unknown", "unknown date", "1890s", "19th century", "before 1890", "between 1890 and 1895",
        "1890-1895",
        "0000:00:00 00:00:00", "0000-00-00", "2019-13-01", "2019-02-30", "2023-02-29", "2019-05-04 25:00:00", "1503",
        "99999", "4 Mai 2019", "Ma 2019", "2019-05-04/2019-05-06", "٢٠١٩-٠٥-٠٤", "-2019-05-04", "Summer 2019", "9999",
        "31 April 2019", "2019-05-04 and later", "18:20", "<time datetime='x'>", "<!-- 2019 -->",
    ])
    func `what is no date, or none of a photo, is none`(text: String) {
        #expect(DateOriginal.date(text)?.time == nil)
    }

    @Test(
        arguments: [
            ("2019-05-04 18:20", .second), ("2019-05-04", .day), ("4 May 2019", .day), ("May 2019", .month),
            ("2019-05", .month), ("1890", .year), ("circa 1890", .year),
            (#"x<div style="display:none">date QS:P571,+1890-00-00T00:00:00Z/9</div>"#, .year),
            (#"x<div style="display:none">date QS:P571,+1890-05-00T00:00:00Z/10</div>"#, .month),
            (#"x<div style="display:none">date QS:P571,+1890-05-04T00:00:00Z/11</div>"#, .day),
        ] as [(String, DatePrecision)])
    func `a date is as precise as it is written`(text: String, precision: DatePrecision) {
        #expect(DateOriginal.date(text)?.precision == precision)
    }
}
