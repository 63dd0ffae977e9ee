internal import PhotoTree

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
