/// The widths, in pixels, in which Wikimedia serves photos besides the original, from what is enough for a thumbnail on.
/// Others are answered by 400 since 2026 (https://www.mediawiki.org/wiki/Common_thumbnail_sizes).
enum ImageWidth: Int, CaseIterable, Comparable, Sendable {
    case pixels250 = 250
    case pixels330 = 330
    case pixels500 = 500
    case pixels960 = 960
    case pixels1280 = 1280
    case pixels1920 = 1920
    case pixels3840 = 3840

    /// What photos have unless the user chose another.
    static let standard = ImageWidth.pixels1280
    static let smallest = ImageWidth.pixels250
    /// The name of the file as it was uploaded, in whatever width.
    static let original = "o"

    init?(name: String) {
        guard let width = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = width
    }

    var name: String { String(rawValue) }

    static func < (left: ImageWidth, right: ImageWidth) -> Bool { left.rawValue < right.rawValue }
}
