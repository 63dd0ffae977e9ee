/// How Flickr wrote numbers in JSON at some time; the recordings show all of these.
public enum Year: String, Sendable, Hashable, Codable, CaseIterable {
    /// As the API Explorer printed them: numeric strings up to 100 as numbers, larger ones as strings.
    case explorer2014
    /// Nearly everything a string, sizes a mixture.
    case strings2017
    /// As today but `total`, which was a string until spring 2021.
    case totalString2021
    /// As today.
    case totalNumber2023
}
