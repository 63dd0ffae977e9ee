/// How much of a date its source claims to know.
public enum DatePrecision: String, Sendable, CaseIterable {
    case year, month, day, second

    /// How many characters of "2016-07-14T20:31:05" it knows.
    var textLength: Int {
        switch self {
        case .year: 4
        case .month: 7
        case .day: 10
        case .second: 19
        }
    }
}

extension Photo {
    private static let precisionName = "places.date_precision"

    /// A wall clock may be so far ahead of UTC.
    private static let farthestZone = Duration.seconds(14 * 3600)

    /// 2004-02-10, when Flickr began; Commons began in September of that year.
    private static let firstUpload = Timestamp(1_076_371_200)

    /// How much of `taken` is known; the rest of it stands for the first day or second.
    public var takenPrecision: DatePrecision {
        sourceAttributes[Self.precisionName].flatMap(DatePrecision.init) ?? .second
    }

    /// Sets when the photo was taken. Call it when `uploaded` is set: a photo was not taken after its upload, so such a
    /// date is wrong, and none. An upload before the services existed is no measure: owners set it as they like.
    public mutating func setTaken(_ time: Timestamp, _ precision: DatePrecision) {
        if let uploaded, uploaded > Self.firstUpload, time - uploaded > Self.farthestZone { return }
        taken = time
        sourceAttributes[Self.precisionName] = precision == .second ? nil : precision.rawValue
    }

    /// Whether its source gives a date that is none of ours: in words, before photography, or after the upload.
    var hasOtherDate: Bool {
        taken == nil && sourceAttributes.contains { $0.key.hasSuffix(".date") && !$0.value.isEmpty }
    }
}
