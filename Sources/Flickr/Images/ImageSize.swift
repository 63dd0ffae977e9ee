/// The sizes Flickr keeps of a photo, in the order in which one stands in for another. The raw value is the suffix in
/// an image's address; the 500 px size, which has none, is called by its length.
enum ImageSize: String, CaseIterable, Comparable, Sendable {
    // The squares are cut out of the middle, so they come before everything that shows the whole photo.
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
    /// 4096 px of panoramas.
    case panorama = "f"
    case pixels4096 = "4k"
    case pixels5120 = "5k"
    case pixels6144 = "6k"
    case original = "o"

    var name: String { rawValue }

    /// What `flickr.photos.search` calls it in `url_…`, `width_…` and `height_…`: `url_s` is the address that ends in `_m`.
    var extra: String {
        switch self {
        case .square75: "sq"
        case .pixels240: "s"
        case .pixels500: "m"
        case .pixels1024: "l"
        default: rawValue
        }
    }

    /// What `flickr.photos.getSizes` calls it.
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

    /// In pixels, of those sizes whose address follows from the photo's secret; larger ones have a secret each.
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

    /// Whether photos uploaded before there was this size may lack it.
    var isLateAddition: Bool { self == .pixels400 || self == .pixels800 }

    static func < (left: ImageSize, right: ImageSize) -> Bool { left.rank < right.rank }

    /// Its place among all; asked for a dozen times a photo, so it is looked up in nothing.
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
