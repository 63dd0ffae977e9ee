internal import Crypto
internal import FoundationEssentials

/// The parts of a page before its heading and after its collection, made once for all pages of a mount.
struct MapDocument {
    let head: String
    let tail: String

    init(assets: MapAssets, tiles: [TileLayer], images: [String]) {
        let styles = [assets.leaflet?.style, assets.style].compactMap(\.self)
        let scripts = [assets.leaflet?.script, assets.script].compactMap(\.self)
        let layers = TileLayer.Kind.allCases.compactMap { kind in tiles.first { $0.kind == kind } }
        let policy = Self.policy(
            scripts: scripts, styles: styles, layers: layers, images: images)
        var before = ""
        var after = ""
        for part in Self.split(assets.page) {
            switch part {
            case .text(let text): before += text
            case .marker("{{policy}}"): before += policy
            case .marker("{{style}}"): before += styles.map { "<style>\($0)</style>" }.joined(separator: "\n")
            case .marker("{{data}}"):
                before += Self.data(id: "outline", assets.outline) + "\n"
                before += Self.data(id: "layers", Self.json(layers)) + "\n"
                before += "<script type=\"application/json\" id=\"heading\">"
                after = before
                before = "</script>\n"
            case .marker: before += scripts.map { "<script>\($0)</script>" }.joined(separator: "\n")
            }
        }
        head = after
        tail = before
    }

    private enum Part {
        case text(Substring)
        case marker(Substring)
    }

    private static func split(_ page: String) -> [Part] {
        var parts: [Part] = []
        var rest = page[...]
        func nextMarker() -> Range<Substring.Index>? {
            MapAssets.markers.compactMap { rest.firstRange(of: $0) }.min { $0.lowerBound < $1.lowerBound }
        }
        while let marker = nextMarker() {
            parts += [.text(rest[..<marker.lowerBound]), .marker(rest[marker])]
            rest = rest[marker.upperBound...]
        }
        return parts + [.text(rest)]
    }

    private static func data(id: String, _ json: String) -> String {
        "<script type=\"application/json\" id=\"\(id)\">\(json)</script>"
    }

    /// Only our own scripts run and only our own styles apply, identified by their digests. Images come from tile
    /// servers, the source and files. Nothing else is requested, and nothing is sent anywhere (Content Security Policy
    /// Level 3).
    private static func policy(
        scripts: [String], styles: [String], layers: [TileLayer], images: [String]
    ) -> String {
        func digests(_ texts: [String]) -> String {
            texts.map { "'sha256-\(Data(SHA256.hash(data: Data($0.utf8))).base64EncodedString())'" }
                .joined(separator: " ")
        }
        // Small pictures lie beside the page, in `.small/`.
        let here = ["http://127.0.0.1:*", "http://localhost:*", "file:"]
        let plain = (layers.flatMap(\.origins) + images.filter(isOrigin)).filter { $0.hasPrefix("http://") }
        return [
            "default-src 'none'", "script-src \(digests(scripts))", "style-src \(digests(styles))",
            "img-src \((["data:", "https:"] + here + plain).joined(separator: " "))", "base-uri 'none'",
            "form-action 'none'",
        ].joined(separator: "; ")
    }

    private static func isOrigin(_ text: String) -> Bool {
        guard text.hasPrefix("http://") else { return false }
        let host = text.dropFirst("http://".count)
        return !host.isEmpty
            && host.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                    || ".:-".utf8.contains(byte)
            }
    }

    private static func json(_ layers: [TileLayer]) -> String {
        var writer = GeoJSONWriter(reserving: 1024)
        writer.array { writer in
            for layer in layers {
                writer.object { writer in
                    writer.member("kind", layer.kind.rawValue)
                    writer.member("template", layer.template)
                    writer.member("dark", unlessEmpty: layer.darkTemplate)
                    writer.key("subdomains")
                    writer.array { writer in layer.subdomains.forEach { writer.string($0) } }
                    writer.member("attribution", layer.attribution)
                    writer.member("terms", layer.terms)
                    writer.member("maxZoom", layer.maxZoom)
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
