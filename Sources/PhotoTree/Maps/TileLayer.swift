/// A server of map tiles that a map's page may use, and the credit that its owner requires beside the map.
public struct TileLayer: Hashable, Sendable {
    /// What a layer shows; the raw value is its name in the page's switch and in the configuration.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A drawn map.
        case street
        /// Satellite images and aerial photos.
        case satellite
        /// Names and borders on a transparent background; over `satellite` they make the hybrid map.
        case labels
    }

    public let kind: Kind
    /// The address of a tile, with `{z}`, `{x}` and `{y}` (XYZ numbering, Web Mercator, 256 pixels). Where the server
    /// supports them it has `{s}` for one of `subdomains` and `{r}` for `@2x` on high-resolution screens.
    public let template: String
    /// The address of a tile for a dark page; nil where the server has no dark tiles.
    public let darkTemplate: String?
    public let subdomains: [String]
    /// The credit that its owner requires, as plain text.
    public let attribution: String
    /// Address of the terms of use; the credit links there.
    public let terms: String
    /// The deepest zoom for which the server has tiles; deeper zooms enlarge these.
    public let maxZoom: Int

    /// A layer whose addresses a browser can use.
    public init(
        kind: Kind, template: String, darkTemplate: String? = nil, subdomains: [String] = ["a", "b", "c"],
        attribution: String, terms: String, maxZoom: Int = 19
    ) throws(TileLayerError) {
        for template in [template, darkTemplate].compactMap(\.self) {
            try Self.check(template: template, hasSubdomains: !subdomains.isEmpty)
        }
        guard Self.isAddress(terms) else { throw .badTerms(terms) }
        guard (0...24).contains(maxZoom) else { throw .badZoom(maxZoom) }
        guard subdomains.allSatisfy(Self.isLabel) else { throw .badSubdomains(subdomains.joined(separator: ",")) }
        guard !attribution.allSatisfy(\.isWhitespace) else { throw .noAttribution(template) }
        self.init(
            unchecked: kind, template: template, darkTemplate: darkTemplate, subdomains: subdomains,
            attribution: attribution, terms: terms, maxZoom: maxZoom)
    }

    /// For our own layers, which a test checks.
    init(
        unchecked kind: Kind, template: String, darkTemplate: String? = nil, subdomains: [String] = [],
        attribution: String, terms: String, maxZoom: Int
    ) {
        self.kind = kind
        self.template = template
        self.darkTemplate = darkTemplate
        self.subdomains = subdomains
        self.attribution = attribution
        self.terms = terms
        self.maxZoom = maxZoom
    }

    /// Scheme, host and port of every address that tiles of this layer may come from ("https://a.tiles.example").
    var origins: [String] {
        var found: [String] = []
        for template in [template, darkTemplate].compactMap(\.self) {
            let origin = Self.origin(of: template)
            let around = origin.split(separator: "{s}", omittingEmptySubsequences: false)
            let names = around.count > 1 ? subdomains.map { around.joined(separator: $0) } : [origin]
            found += names.filter { !found.contains($0) }
        }
        return found
    }

    private static func check(template: String, hasSubdomains: Bool) throws(TileLayerError) {
        guard isAddress(template) else { throw .badTemplate(template) }
        let named = placeholders(of: template)
        guard Set(["z", "x", "y"]).isSubset(of: named), named.isSubset(of: ["z", "x", "y", "s", "r"]),
            hasSubdomains || !named.contains("s")
        else { throw .badTemplate(template) }
        // A policy names hosts, so only {s} may be in the host: all hosts must be known beforehand.
        guard placeholders(of: origin(of: template)).isSubset(of: ["s"]) else { throw .badTemplate(template) }
    }

    /// The names between braces.
    private static func placeholders(of template: String) -> Set<String> {
        Set(template.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) })
    }

    /// Up to the slash after the host.
    private static func origin(of address: String) -> String {
        let slashes = address.indices.filter { address[$0] == "/" }
        return slashes.count > 2 ? String(address[..<slashes[2]]) : address
    }

    /// http or https, a host, and nothing that would end an attribute or a policy.
    private static func isAddress(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return false }
        let host = text.dropFirst(scheme.count).prefix { $0 != "/" }
        let isHost = !host.isEmpty && host.utf8.allSatisfy { isLabelByte($0) || ".:{}".utf8.contains($0) }
        return isHost && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"'<>;\\`".utf8.contains($0) }
    }

    private static func isLabel(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(isLabelByte)
    }

    private static func isLabelByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

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

/// Why something is not a tile layer; each case has the text in question.
public enum TileLayerError: Error, Hashable, Sendable, CustomStringConvertible {
    case badTemplate(String)
    case badTerms(String)
    case badZoom(Int)
    case badSubdomains(String)
    case noAttribution(String)

    /// One line for the user.
    public var description: String {
        switch self {
        case .badTemplate(let text):
            "'\(text)' is no address of tiles: https://HOST/… with {z}, {x} and {y} ({s} and {r} where the server has them)"
        case .badTerms(let text): "'\(text)' is no address of terms of use: https://HOST/…"
        case .badZoom(let zoom): "zoom \(zoom) is not between 0 and 24"
        case .badSubdomains(let text): "'\(text)' are no names of hosts, like a,b,c"
        case .noAttribution(let template): "the tiles of '\(template)' need an attribution: whom to thank for them"
        }
    }
}
