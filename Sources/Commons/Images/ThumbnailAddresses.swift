internal import PhotoAPI

/// The addresses of a file's thumbnails, which differ in their widths alone.
struct ThumbnailAddresses: Sendable {
    /// What stands before and behind the width.
    private let start: String
    private let end: String

    subscript(width: Int) -> String { "\(start)\(width)\(end)" }

    /// From the address of one of them, ".../thumb/a/ab/Name.jpg/250px-Name.jpg". The width that it was asked for in may be
    /// another: a photo that lies on its side is turned in its own width, and a width between those that there are gets the
    /// next one's address.
    init?(thumbnail: String) {
        guard thumbnail.contains("/thumb/"), let slash = thumbnail.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            return nil
        }
        let last = thumbnail[thumbnail.utf8.index(after: slash)...]
        let width = last.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let rest = last[width.endIndex...]
        guard !width.isEmpty, rest.hasPrefix("px-") else { return nil }
        start = String(thumbnail[...slash])
        end = String(rest)
    }

    /// From the original's, ".../a/ab/Name.jpg": the folders are the first digits of the name's MD5, and a name of more than
    /// 160 bytes does not stand in a thumbnail's address a second time (FileRepo::nameForThumb).
    init?(original: String) {
        let parts = original.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 5, let name = parts.last, !name.isEmpty, !name.contains("?") else { return nil }
        let (first, second) = (parts[parts.count - 3], parts[parts.count - 2])
        guard first.utf8.count == 1, second.utf8.count == 2, second.hasPrefix(first),
            second.allSatisfy({ $0.isASCII && $0.isHexDigit })
        else { return nil }
        let folder = parts.dropLast(3).joined(separator: "/")
        start = "\(folder)/thumb/\(first)/\(second)/\(name)/"
        let length = name.utf8.count - 2 * name.utf8.count { $0 == UInt8(ascii: "%") }
        let ending = name.split(separator: ".").last?.lowercased() ?? "jpg"
        end = length > Self.longestName ? "px-thumbnail.\(ending)" : "px-\(name)"
    }

    private static let longestName = 160
}
