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
    var perPlace = ListingOptions().photosPerPlace
    var perPin = ListingOptions().photosPerPin
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
            "photos-per-place", \.perPlace, .number(1...500), "Most photos of a place"),
        SettingRow("photos-per-pin", \.perPin, .number(1...500), "Most photos of a pin"),
        SettingRow(
            "sort", \.sort, .choice("order"), "Photos of a place that come first: `newest` or `interesting`"),
        SettingRow(
            "license", \.license, .choice("which"),
            "Photos to show: `any`, `cc`, `commercial` or `public-domain`"),
        SettingRow(
            "rendition", \.rendition, .rendition, "Largest size of image to fetch, by the source's name",
            default: "Flickr `b`, Commons `1280`",
            more: "Flickr's `b` has 1024 pixels; `o` is the original."),
        SettingRow(
            "embed", \.embedding, .choice("which"),
            "Photo files that name their author and licence: `credit` (all but originals), `all` or `none`",
            more: "See [attribution](attribution.md)."),
        SettingRow(
            "sizes", \.sizes, .choice("which"),
            "Sizes of photos that nobody has read: `estimated`, or `exact` (a request for each photo of a folder)",
            more: "See [sizes](semantics.md#sizes)."),
        SettingRow(
            "exact-size-programs", \.exactSizePrograms, .exactSizePrograms,
            "Programs that always get exact sizes, with commas between them, or `none`. `NAME WORD`: only with this as "
                + "first argument"),
        SettingRow(
            "sidecars", \.sidecars, .choice("how"),
            "The `.geojson` file beside each photo: `listed`, `unlisted` (it opens all the same) or `none`"
        ),
        SettingRow(
            "thumbnails", \.thumbnails, .choice("which"),
            "What thumbnailers read: `small` (some 320 pixels) or `original` (the photos)"),
        SettingRow(
            "thumbnailers", \.thumbnailers, .thumbnailers,
            "Programs that only draw thumbnails, with commas between them. `NAME PLUGIN`: only with this as first "
                + "argument",
            more: "Never name a program that copies files: its copies would be small."),
    ]
}

struct MapSettings: SettingGroup {
    var streetTiles = TileLayer.standard.first { $0.kind == .street }
    var satelliteTiles = TileLayer.standard.first { $0.kind == .satellite }
    var labelTiles = TileLayer.standard.first { $0.kind == .labels }
    /// Nil for the folder of Debian's packages, if they are installed.
    var leafletDirectory: String?

    /// The tile servers of the maps.
    var tiles: [TileLayer] { [streetTiles, satelliteTiles, labelTiles].compactMap(\.self) }

    static let title = "Maps"
    static let rows: [SettingRow<MapSettings>] = [
        SettingRow(
            "street-tiles", \.streetTiles, .tiles(.street),
            "Street map of `map.html`: `'https://…/{z}/{x}/{y}.png | credit | terms'`, or `none`", default: "EOX",
            more: "See [Map tiles](#map-tiles)."),
        SettingRow(
            "satellite-tiles", \.satelliteTiles, .tiles(.satellite),
            "Satellite pictures, in the same form, or `none`", default: "EOX"),
        SettingRow(
            "label-tiles", \.labelTiles, .tiles(.labels),
            "Names and borders over the satellite pictures, in the same form, or `none`", default: "EOX"),
        SettingRow(
            "leaflet-dir", \.leafletDirectory, .folder, "Folder of Leaflet and markercluster",
            default: "`/usr/share/javascript/leaflet`",
            more: "See [maps](maps.md)."),
    ]
}
