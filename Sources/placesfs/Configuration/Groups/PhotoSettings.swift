internal import PhotoTree
internal import PlacesFileSystem

/// Which images thumbnailers read.
enum Thumbnails: String, CaseIterable, Sendable {
    case small, original
}

/// The largest size of image to fetch.
struct Rendition: Hashable, Sendable {
    let name: String
    /// Where it was set, for error messages: only the source knows which names exist.
    let given: Assignment
}

struct PhotoSettings: SettingGroup {
    var perPlace = 50
    var perPin = 50
    var sort = PhotoQuery.Order.newest
    var license = LicenseFilter.any
    /// Whether it is said for this mount, and not for all in a file.
    var isLicenseGiven = false
    var rendition: Rendition?
    var embedding = Settings.Embedding.credit
    var sizes = Settings.Sizes.estimated
    var exactSizePrograms = ExactSizePolicy.standard
    var sidecars = Settings.Sidecars.listed
    var thumbnails = Thumbnails.small
    var thumbnailers = ThumbnailerPolicy.standard

    static let title = "What is shown"
    static let rows: [SettingRow<PhotoSettings>] = [
        SettingRow(
            "photos-per-place", \.perPlace, .number(1...500), "Most photos in the folder of a place"),
        SettingRow("photos-per-pin", \.perPin, .number(1...500), "Most photos of a pin"),
        SettingRow(
            "sort", \.sort, .choice("order"), "Which photos of a place come first: `newest` or `interesting`"),
        SettingRow(
            "license", \.license, .choice("which"),
            "Which photos to show: `any`, `cc`, `commercial` or `public-domain`"),
        SettingRow(
            "rendition", \.rendition, .rendition, "Largest size of image to fetch, by the source's name",
            default: "Flickr `b`, Commons `1280`",
            more: "These have 1024 and 1280 pixels on the longer side; `o` is the original."),
        SettingRow(
            "embed", \.embedding, .choice("which"),
            "Which photo files name their author and licence inside: `credit` (all but originals), `all` or `none`",
            more: "See [attribution](attribution.md)."),
        SettingRow(
            "sizes", \.sizes, .choice("which"),
            "The size of a photo that nobody has read: `estimated`, or `exact` at a request for each photo of a folder that "
                + "is opened",
            more: "See [sizes](semantics.md#sizes)."),
        SettingRow(
            "exact-size-programs", \.exactSizePrograms, .exactSizePrograms,
            "Programs that always get exact sizes, separated by commas, or `none`. `NAME WORD`: only when this is the "
                + "program's first argument"),
        SettingRow(
            "sidecars", \.sidecars, .choice("how"),
            "The `.geojson` file beside each photo: `listed`, `unlisted` (`ls` does not show it, but it opens) or `none`"
        ),
        SettingRow(
            "thumbnails", \.thumbnails, .choice("which"),
            "What thumbnailers read: `small` (renditions of about 320 pixels) or `original` (the photos)"),
        SettingRow(
            "thumbnailers", \.thumbnailers, .thumbnailers,
            "Programs that only draw thumbnails, separated by commas. `NAME PLUGIN`: only when this is the program's first "
                + "argument",
            more: "Never name a program that copies files: its copies would be small."),
    ]
}
