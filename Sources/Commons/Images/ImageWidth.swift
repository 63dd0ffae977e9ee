/// The widths in pixels, from thumbnail size on, in which Wikimedia serves photos besides the original. Since 2026 it
/// answers any other width with 400 (https://www.mediawiki.org/wiki/Common_thumbnail_sizes).
enum ImageWidth: Int, CaseIterable, Comparable, Sendable {
    case pixels250 = 250
    case pixels330 = 330
    case pixels500 = 500
    case pixels960 = 960
    case pixels1280 = 1280
    case pixels1920 = 1920
    case pixels3840 = 3840

    /// The width of photos unless the user chooses another.
    static let standard = ImageWidth.pixels1280
    /// The widths below thumbnail size. Only files that are smaller than all others are shown in them: the original is
    /// fetched only if it is asked for.
    static let small = [20, 40, 60, 120]
    /// The name of the uploaded file, whatever its width.
    static let original = "o"

    init?(name: String) {
        guard let width = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = width
    }

    var name: String { String(rawValue) }

    static func < (left: ImageWidth, right: ImageWidth) -> Bool { left.rawValue < right.rawValue }
}
