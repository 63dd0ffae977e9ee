/// The endings of pictures' names.
public enum PhotoEnding {
    /// That of every photo from a service.
    static let usual = ".jpg"

    /// In lower case, with the dot.
    static let all: Set<String> = [
        ".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".gif", ".webp", ".heic", ".heif", ".hif", ".avif", ".tif", ".tiff",
    ]

    /// The endings of photos, and of pictures that are shown nowhere here.
    private static let known = all.union([".bmp", ".jxl"])

    /// The ending of a picture's name, as it is written there (".JPG"); nil for other names.
    public static func of(_ name: String) -> String? { ending(of: name, among: all) }

    /// The ending of a picture's name, also of one that is shown nowhere here.
    static func known(in name: String) -> String? { ending(of: name, among: known) }

    private static func ending(of name: String, among endings: Set<String>) -> String? {
        // Byte by byte: as a Character, the dot may be joined with what stands beside it.
        guard let dot = name.utf8.suffix(6).lastIndex(of: UInt8(ascii: ".")), dot > name.utf8.startIndex else {
            return nil
        }
        let ending = String(decoding: name.utf8[dot...], as: UTF8.self)
        return endings.contains(ending.lowercased()) ? ending : nil
    }

    /// The names that a picture called `stem` may have, the likelier first.
    public static func names(withStem stem: String) -> [String] {
        [stem + usual] + all.sorted().flatMap { [stem + $0, stem + $0.uppercased()] }.filter { $0 != stem + usual }
    }

    /// The media type of a file with this ending; nil for other names.
    static func mediaType(of name: String) -> String? {
        switch of(name)?.lowercased() {
        case ".png": "image/png"
        case ".gif": "image/gif"
        case ".webp": "image/webp"
        case ".heic", ".heif", ".hif": "image/heif"
        case ".avif": "image/avif"
        case ".tif", ".tiff": "image/tiff"
        case nil: nil
        default: "image/jpeg"
        }
    }
}
