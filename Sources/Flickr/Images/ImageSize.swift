/// Flickr's sizes of a photo, from the smallest to the largest. The raw value is the suffix in an image's address; the
/// 500 px size has no suffix, so its value is its length.
enum ImageSize: String, CaseIterable, Comparable, Sendable {
    // The squares show only the middle of the photo, so they come before all sizes that show the whole.
    case square75 = "s"
    case square150 = "q"
    case pixels100 = "t"
    case pixels240 = "m"
    case pixels320 = "n"
    case pixels400 = "w"
    case pixels500 = "500"
    case pixels640 = "z"
    case pixels800 = "c"
    case pixels1024 = "b"
    case pixels1600 = "h"
    case pixels2048 = "k"
    case pixels3072 = "3k"
    /// 4096 px, for panoramas.
    case panorama = "f"
    case pixels4096 = "4k"
    case pixels5120 = "5k"
    case pixels6144 = "6k"
    case original = "o"

    var name: String { rawValue }

    /// The suffix of this size in `url_…`, `width_…` and `height_…` of `flickr.photos.search`: `url_s` is the address
    /// that ends in `_m`.
    var extra: String {
        switch self {
        case .square75: "sq"
        case .pixels240: "s"
        case .pixels500: "m"
        case .pixels1024: "l"
        default: rawValue
        }
    }

    /// The size's name in `flickr.photos.getSizes`.
    var label: String {
        switch self {
        case .square75: "Square"
        case .square150: "Large Square"
        case .pixels100: "Thumbnail"
        case .pixels240: "Small"
        case .pixels320: "Small 320"
        case .pixels400: "Small 400"
        case .pixels500: "Medium"
        case .pixels640: "Medium 640"
        case .pixels800: "Medium 800"
        case .pixels1024: "Large"
        case .pixels1600: "Large 1600"
        case .pixels2048: "Large 2048"
        case .pixels3072: "X-Large 3K"
        case .panorama: "Large 4096"
        case .pixels4096: "X-Large 4K"
        case .pixels5120: "X-Large 5K"
        case .pixels6144: "X-Large 6K"
        case .original: "Original"
        }
    }

    /// The longer edge in pixels, for sizes whose address can be built from the photo's secret; nil for larger ones,
    /// each of which has its own secret.
    var buildableEdge: Int? {
        switch self {
        case .square75: 75
        case .square150: 150
        case .pixels100: 100
        case .pixels240: 240
        case .pixels320: 320
        case .pixels400: 400
        case .pixels500: 500
        case .pixels640: 640
        case .pixels800: 800
        case .pixels1024: 1024
        default: nil
        }
    }

    /// Whether a photo may lack this size because Flickr did not have it yet when the photo was uploaded.
    var isLateAddition: Bool { self == .pixels400 || self == .pixels800 }

    static func < (left: ImageSize, right: ImageSize) -> Bool { left.rank < right.rank }

    /// Its position among all sizes. Computed by a switch, not a search, because each photo asks for it a dozen times.
    var rank: Int {
        switch self {
        case .square75: 0
        case .square150: 1
        case .pixels100: 2
        case .pixels240: 3
        case .pixels320: 4
        case .pixels400: 5
        case .pixels500: 6
        case .pixels640: 7
        case .pixels800: 8
        case .pixels1024: 9
        case .pixels1600: 10
        case .pixels2048: 11
        case .pixels3072: 12
        case .panorama: 13
        case .pixels4096: 14
        case .pixels5120: 15
        case .pixels6144: 16
        case .original: 17
        }
    }
}
