import Foundation

/// Recorded bodies that answer API calls, byte for byte, in place of answers from a library.
public struct RecordedAnswers: Sendable {
    /// Answers a method with a file when all these arguments have these values ("*": any).
    public struct Choice: Sendable, Hashable, Codable {
        public var method: String
        public var arguments: [String: String]
        public var file: String

        public init(_ method: String, _ arguments: [String: String] = [:], file: String) {
            self.method = method
            self.arguments = arguments
            self.file = file
        }
    }

    public let folder: String
    private let choices: [Choice]
    private let bodies: [String: [UInt8]]
    /// Lists for places, chosen by the place's woeid.
    private let listsByPlace: [String]

    /// - Parameters:
    ///   - folder: the folder of the files.
    ///   - choices: the first that fits a call answers it; the library answers calls that none fits.
    ///   - listsByPlace: files for searches by place that no choice fits; the index for a place is `woeid % count`.
    /// - Throws: `SimulatorError.recordingUnreadable` with the first missing file.
    public init(
        folder: String, choices: [Choice] = standardChoices, listsByPlace: [String] = standardLists
    ) throws(SimulatorError) {
        var bodies: [String: [UInt8]] = [:]
        for file in Set(choices.map(\.file) + listsByPlace) {
            guard let body = FileManager.default.contents(atPath: "\(folder)/\(file)") else {
                throw .recordingUnreadable("\(folder)/\(file)")
            }
            bodies[file] = Array(body)
        }
        self.folder = folder
        self.choices = choices
        self.bodies = bodies
        self.listsByPlace = listsByPlace
    }

    /// The file that answers a call; nil when the library answers it.
    public func file(for method: String, _ arguments: [String: String]) -> String? {
        let choice = choices.first { choice in
            choice.method == method
                && choice.arguments.allSatisfy { name, value in
                    value == "*" ? arguments[name] != nil : arguments[name] == value
                }
        }
        if let choice { return choice.file }
        guard method == "flickr.photos.search", !listsByPlace.isEmpty,
            let woeid = arguments["woe_id"].flatMap({ Int($0) })
        else { return nil }
        return listsByPlace[abs(woeid) % listsByPlace.count]
    }

    /// The recorded body, with Flickr's image hosts replaced by `imageBase`, whether its slashes are escaped or not.
    func body(_ file: String, imageBase: String) -> [UInt8]? {
        guard let bytes = bodies[file], let text = String(validating: bytes, as: UTF8.self) else {
            return bodies[file]
        }
        let escaped = imageBase.split(separator: "/", omittingEmptySubsequences: false).joined(separator: #"\/"#)
        let plain = text.replacing(/https?:\/\/(farm[0-9]+|live|c[0-9])\.static\.?flickr\.com/) { _ in imageBase }
        return Array(
            plain.replacing(/https?:\\\/\\\/(farm[0-9]+|live|c[0-9])\.static\.?flickr\.com/) { _ in escaped }.utf8)
    }

    static func contentType(of file: String) -> String {
        switch file.split(separator: ".").last {
        case "json": "application/json"
        case "jsonp": "text/javascript; charset=utf-8"
        case "html": "text/html; charset=utf-8"
        case "txt": "text/plain; charset=utf-8"
        default: "text/xml; charset=utf-8"
        }
    }

    /// Top places of January 2017, lists of 2012 to 2024, and one file for each other method.
    public static let standardChoices = [
        Choice("flickr.places.getTopPlacesList", file: "places.getTopPlacesList.type8-region.2017.json"),
        Choice("flickr.places.getInfo", file: "places.getInfo.california.2017.json"),
        Choice("flickr.places.find", file: "places.find.idaho.2017.json"),
        Choice("flickr.places.findByLatLon", file: "places.findByLatLon.sf.2017.json"),
        Choice("flickr.photos.licenses.getInfo", file: "photos.licenses.getInfo.2023.json"),
        Choice("flickr.photos.getRecent", file: "photos.getRecent.all-extras.2013.json"),
        Choice("flickr.photos.getInfo", file: "photos.getInfo.2023.json"),
        Choice("flickr.photos.getSizes", file: "photos.getSizes.2023.json"),
        Choice("flickr.photos.search", ["lat": "*"], file: "photos.search.geo-nyc.p1of17.2019.jsonp"),
        Choice("flickr.photos.search", ["bbox": "*"], file: "photos.search.geo-miami.2019.jsonp"),
        Choice("flickr.photos.search", ["tags": "*"], file: "photos.search.user.all-extras.98.2012.json"),
        Choice("flickr.photos.search", ["text": "*"], file: "photos.search.text-gundam.2011.json"),
        Choice("flickr.photos.search", ["user_id": "*"], file: "photos.search.user.all-extras.2013.json"),
    ]

    /// The recorded lists, most varied first.
    public static let standardLists = [
        "photos.getRecent.all-extras.2013.json",
        "photos.search.user.all-extras.98.2012.json",
        "photos.search.license.html-descriptions.2020.json",
        "photos.getWithGeoData.2014.json",
        "photos.search.all-extras.2014.json",
        "photos.search.geo-nyc.p1of17.2019.jsonp",
        "photos.search.geo-miami.2019.jsonp",
        "photos.search.geo-dublin.trimmed.2014.json",
        "photos.list.page1of5.total-number.2023.json",
        "photos.search.text-gundam.2011.json",
        "photos.search.text.TOTAL7-BUT-EMPTY.2021.json",
    ]
}
