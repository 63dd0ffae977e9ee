import PhotoTree
import Promises
import Testing

@Suite("Dates are as precise as their source") struct DatePrecisionTests {
    /// 1923-05-04 18:20:11.
    private static let time = Timestamp(-1_472_535_589)

    private func told(_ photo: Photo) -> String? {
        PhotoXattrs.listed(for: photo, image: nil, namespace: "x").first { $0.name == "user.dublincore.date" }?.value
    }

    @Test(
        .proves("A date tells no more"),
        arguments: [
            (.year, "1923"), (.month, "1923-05"), (.day, "1923-05-04"), (.second, "1923-05-04T18:20:11"),
        ] as [(DatePrecision, String)])
    func `a date tells no more than is known`(precision: DatePrecision, text: String) {
        var photo = Photo(id: PhotoID("1"))
        photo.setTaken(Self.time, precision)
        #expect(photo.taken == Self.time && photo.takenPrecision == precision)
        #expect(told(photo) == text)
    }

    @Test func `a photo was not taken after its upload, but a clock may be hours ahead`() {
        var photo = Photo(id: PhotoID("1"), uploaded: Timestamp(1_100_000_000))
        photo.setTaken(Timestamp(1_100_000_000 + 15 * 3600), .second)
        #expect(photo.taken == nil && told(photo) == "2004-11-09T11:33:20Z")
        photo.setTaken(Timestamp(1_100_000_000 + 13 * 3600), .second)
        #expect(photo.taken != nil)
    }

    @Test(.proves("A date tells no more"))
    func `a date in words is not the upload's`() {
        var photo = Photo(id: PhotoID("1"), uploaded: Timestamp(1_100_000_000))
        photo.sourceAttributes["commons.date"] = "25 septembre 2012"
        #expect(told(photo) == nil)
    }
}
