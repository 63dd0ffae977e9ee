/// How Flickr wrote numbers in JSON in different years; the recordings show all of these.
public enum Year: String, Sendable, Hashable, Codable, CaseIterable {
    /// As the API Explorer printed them: numeric strings up to 100 as numbers, larger ones as strings.
    case explorer2014
    /// Nearly everything as strings, sizes as a mixture.
    case strings2017
    /// Like today except for `total`, which was a string until spring 2021.
    case totalString2021
    /// Like today.
    case totalNumber2023
}
