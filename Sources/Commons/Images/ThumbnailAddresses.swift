internal import PhotoAPI

/// The addresses of a file's thumbnails, which differ only in their widths.
struct ThumbnailAddresses: Sendable {
    /// The address before and after the width.
    private let start: String
    private let end: String
    /// The width in the address that this was made from; nil if it was the original's.
    let width: Int?

    subscript(width: Int) -> String { "\(start)\(width)\(end)" }

    /// From the address of a thumbnail, ".../thumb/a/ab/Name.jpg/250px-Name.jpg". The width in it may differ from the
    /// requested one: a photo that lies on its side gets the width from before it is turned, and a width that is not
    /// offered gets the next one's address.
    init?(thumbnail: String) {
        guard thumbnail.contains("/thumb/"), let slash = thumbnail.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            return nil
        }
        let last = thumbnail[thumbnail.utf8.index(after: slash)...]
        let width = last.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let rest = last[width.endIndex...]
        guard !width.isEmpty, rest.hasPrefix("px-") else { return nil }
        self.width = Int(String(Substring(width)))
        start = String(thumbnail[...slash])
        end = String(rest)
    }

    /// From the original's address, ".../a/ab/Name.jpg". The folders are the first digits of the name's MD5. A name of
    /// more than 160 bytes is not repeated at the end of a thumbnail's address (FileRepo::nameForThumb).
    init?(original: String) {
        let parts = original.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 5, let name = parts.last, !name.isEmpty, !name.contains("?") else { return nil }
        let (first, second) = (parts[parts.count - 3], parts[parts.count - 2])
        guard first.utf8.count == 1, second.utf8.count == 2, second.hasPrefix(first),
            second.allSatisfy({ $0.isASCII && $0.isHexDigit })
        else { return nil }
        width = nil
        let folder = parts.dropLast(3).joined(separator: "/")
        start = "\(folder)/thumb/\(first)/\(second)/\(name)/"
        let length = name.utf8.count - 2 * name.utf8.count { $0 == UInt8(ascii: "%") }
        let ending = name.split(separator: ".").last?.lowercased() ?? "jpg"
        end = length > Self.longestName ? "px-thumbnail.\(ending)" : "px-\(name)"
    }

    private static let longestName = 160
}

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
