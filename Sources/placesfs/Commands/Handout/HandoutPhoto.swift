internal import PhotoTree

/// A photo of a list, as the list's table tells it.
struct HandoutPhoto: Sendable {
    /// Its name in the mount.
    let name: String
    let photo: Photo
    /// Whether it is one of the user's own.
    private let isOwn: Bool

    init(_ row: PhotoSheet.ReadRow) {
        name = row.file
        photo = row.photo
        isOwn = row.source == SourceName.folder.rawValue
    }

    /// Why it may not be passed on; nil when it may.
    func reservation(_ filter: LicenseFilter) -> String? {
        // One's own photos are one's own to give.
        guard let license = photo.license else { return isOwn && filter == .any ? nil : "no licence is known" }
        guard let terms = LicenseTerms(license) else { return "its licence is not known: \(license.name)" }
        return !terms.reserveAllRights && filter.admits(license) ? nil : license.name
    }
}
