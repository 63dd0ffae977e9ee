internal import Foundation
internal import PhotoTree

/// A photo of a list, as the list's table tells it.
struct HandoutPhoto: Sendable {
    /// Its name in the mount.
    let name: String
    let photo: Photo
    /// Whether it is one of the user's own.
    private let isOwn: Bool

    /// Nil for a row without a name or an identifier.
    init?(_ row: [String: String]) {
        func text(_ column: String) -> String { PhotoSheet.unguarded(row[column] ?? "") }
        func number<Number: LosslessStringConvertible>(_ column: String) -> Number? { row[column].flatMap(Number.init) }
        guard let name = row["file"], !name.isEmpty, let id = row["id"], !id.isEmpty else { return nil }
        self.name = text("file")
        isOwn = text("source") == SourceName.folder.rawValue
        var photo = Photo(id: PhotoID(text("id")), title: text("title"), description: text("description"))
        photo.ownerName = text("author")
        if !text("license").isEmpty {
            let url = text("license_url")
            photo.license = License(id: text("license"), name: text("license"), url: url.isEmpty ? nil : url)
        }
        if let latitude: Double = number("latitude"), let longitude: Double = number("longitude") {
            photo.coordinate = Coordinate(latitude: latitude, longitude: longitude)
            photo.accuracy = number("accuracy")
        }
        photo.pageURL = text("page")
        photo.views = number("views")
        photo.tags = text("tags").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        if let (time, precision) = Self.moment(text("taken")) { photo.setTaken(time, precision) }
        photo.uploaded = Self.moment(text("uploaded"))?.0
        photo.renditions = [PhotoTree.Rendition(name: "", width: number("width"), height: number("height"), url: "")]
        self.photo = photo
    }

    /// Why it may not be passed on; nil when it may.
    func reservation(_ filter: LicenseFilter) -> String? {
        // One's own photos are one's own to give.
        guard let license = photo.license else { return isOwn && filter == .any ? nil : "no licence is known" }
        guard let terms = LicenseTerms(license) else { return "its licence is not known: \(license.name)" }
        guard terms.isCreativeCommons || terms.isPublicDomain || terms.allowsCommercialUse else { return license.name }
        return filter.admits(license) ? nil : license.name
    }

    /// "2016-07-14T20:31:05", with or without "Z", or as much of it as is known.
    private static func moment(_ text: String) -> (Timestamp, DatePrecision)? {
        let parts = text.split { "-T:Z".contains($0) }.compactMap { Int($0) }
        guard let year = parts.first else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        func part(_ index: Int, _ usual: Int) -> Int { parts.indices.contains(index) ? parts[index] : usual }
        let components = DateComponents(
            year: year, month: part(1, 1), day: part(2, 1), hour: part(3, 0), minute: part(4, 0), second: part(5, 0))
        guard let date = calendar.date(from: components) else { return nil }
        let precision: DatePrecision =
            switch parts.count {
            case 1: .year
            case 2: .month
            case 3: .day
            default: .second
            }
        return (Timestamp(Int64(date.timeIntervalSince1970)), precision)
    }
}
