/// The time within which photos must have been taken, by the clock of where that was: from the first second on, up to
/// but without the end. Either may be missing, but not both.
public struct TakenSpan: Hashable, Sendable {
    public let start: Timestamp?
    public let end: Timestamp?

    public init(from start: Timestamp?, to end: Timestamp?) {
        (self.start, self.end) = (start, end)
    }

    /// Whether the photo can have been taken in this time: a date of which only the year is known is the whole year.
    /// One's own photo that tells no date has its file's.
    public func holds(_ photo: Photo) -> Bool {
        guard let taken = photo.dateTaken else { return false }
        let span = CivilDate(taken).map { $0.span(photo.takenPrecision) }
        let last = photo.takenPrecision == .second ? taken + .seconds(1) : span?.end ?? taken + .seconds(1)
        let first = photo.takenPrecision == .second ? taken : span?.start ?? taken
        return (start.map { last > $0 } ?? true) && (end.map { first < $0 } ?? true)
    }

    /// "from 2010 to 2020", "before 1950", "in 2019-07", "on 2019-07-14".
    public var words: String {
        switch (start.flatMap { CivilDate($0) }, end.map { $0 + .seconds(-1) }.flatMap { CivilDate($0) }) {
        case (nil, let last): return "before \(last.map { Self.next($0) } ?? "")"
        case (let first?, nil): return "since \(first.shortText)"
        case (let first?, let last?):
            let time = first.shortText(upTo: last)
            guard time == last.shortEnd(from: first) else {
                return "from \(first.shortText) to \(last.shortEnd(from: first))"
            }
            // A day has ten bytes.
            return (time.utf8.count == 10 ? "on " : "in ") + time
        }
    }

    private static func next(_ last: CivilDate) -> String {
        CivilDate(last.start + .seconds(86_400))?.shortText ?? ""
    }
}
