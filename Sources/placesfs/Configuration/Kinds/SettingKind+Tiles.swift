internal import Foundation
internal import PhotoTree

/// Reads a tile server from one value: `ADDRESS | CREDIT | TERMS`, followed, if the server needs it, by `| zoom=18 |
/// hosts=a,b,c | dark=ADDRESS`; or `none`.
extension SettingKind where Value == TileLayer? {
    /// Nil for `none`.
    static func tiles(_ kind: TileLayer.Kind) -> Self {
        Self("server") { given throws(CommandFailure) in try given.tiles(kind) }
    }
}

extension Assignment {
    fileprivate func tiles(_ kind: TileLayer.Kind) throws(CommandFailure) -> TileLayer? {
        let text = try text()
        if text == "none" { return nil }
        let parts = text.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard parts.count >= 3 else {
            throw reject("'\(text)' is no tile server; write ADDRESS | CREDIT | TERMS, or none")
        }
        var zoom = 19
        var hosts: [String] = []
        var dark: String?
        var named: Set<Substring> = []
        for part in parts.dropFirst(3) {
            let name = part.prefix { $0 != "=" }
            let value = String(part.dropFirst(name.count + 1))
            guard named.insert(name).inserted else { throw reject("'\(name)' is said twice") }
            switch name {
            case "zoom":
                guard let number = Int(value) else { throw reject("zoom '\(value)' is no number") }
                zoom = number
            case "hosts": hosts = value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            case "dark": dark = value
            default: throw reject("'\(part)' is none of zoom=NUMBER, hosts=a,b,c and dark=ADDRESS")
            }
        }
        do throws(TileLayerError) {
            return try TileLayer(
                kind: kind, template: parts[0], darkTemplate: dark, subdomains: hosts, attribution: parts[1],
                terms: parts[2], maxZoom: zoom)
        } catch {
            throw reject("\(error)")
        }
    }
}
