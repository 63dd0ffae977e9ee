internal import PhotoAPI
internal import PhotoTree

/// Flickr's date taken: "2013-10-06 14:06:41", the camera's local time without a zone, read as UTC.
enum TakenDate {
    /// Nil when Flickr says that it is unknown (then it repeats the upload's), and for what is no date ("0000-00-00
    /// 00:00:00"). Dates known to the month, the year or "circa" carry a first day; a zero there is read as one.
    static func timestamp(_ text: String?, isUnknown: Bool) -> Timestamp? {
        // What is longer is no date, and to compare its characters may take the square of its length.
        guard !isUnknown, let text, text.utf8.count <= 64 else { return nil }
        let halves = text.split(whereSeparator: { $0 == " " || $0 == "T" })
        guard let first = halves.first, let date = numbers(first, by: "-"), date[0] > 0 else { return nil }
        let time = halves.count > 1 ? numbers(halves[1], by: ":") : [0, 0, 0]
        guard let time else { return nil }
        return CivilTime.timestamp(
            year: date[0], month: max(1, date[1]), day: max(1, date[2]), hour: time[0], minute: time[1],
            second: time[2])
    }

    /// Flickr's Unix timestamps come as text; zero and what lies beyond the year 9999 count as absent.
    static func uploaded(_ value: JSONValue?) -> Timestamp? {
        guard let seconds = value?.integer, (1...253_402_300_799).contains(seconds) else { return nil }
        return Timestamp(Int64(seconds))
    }

    private static func numbers(_ text: Substring, by separator: Character) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ (1...4).contains($0.count) && $0.allSatisfy(\.isNumber) }) else {
            return nil
        }
        let numbers = parts.compactMap { Int($0) }
        return numbers.count == 3 ? numbers : nil
    }
}
