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
