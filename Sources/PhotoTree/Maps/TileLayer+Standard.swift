extension TileLayer {
    /// The layers of a mount whose configuration names none; docs/maps.md says who runs each of them and on what terms.
    public static let standard: [TileLayer] = [
        TileLayer(
            unchecked: .street, template: eox("osm_3857", "jpg"),
            attribution: "Data © OpenStreetMap contributors and others, rendering © EOX",
            terms: "https://maps.eox.at/#data", maxZoom: 18),
        TileLayer(
            unchecked: .satellite, template: eox("s2cloudless-2025_3857", "jpg"),
            attribution: "EOxCloudless https://cloudless.eox.at by EOX IT Services GmbH "
                + "(Contains modified Copernicus Sentinel data 2025)",
            terms: "https://cloudless.eox.at/license-non-commercial", maxZoom: 15),
        TileLayer(
            unchecked: .labels, template: eox("overlay_base_bright_3857", "png"),
            attribution: "Overlay: data © OpenStreetMap contributors, made with Natural Earth, rendering © EOX",
            terms: "https://maps.eox.at/#data", maxZoom: 18),
    ]

    private static func eox(_ layer: String, _ format: String) -> String {
        "https://tiles.maps.eox.at/wmts/1.0.0/\(layer)/default/g/{z}/{y}/{x}.\(format)"
    }
}
