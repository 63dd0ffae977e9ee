/// Identifies a directory of the tree over remounts and renames.
public enum DirectoryKey: Hashable, Sendable, Codable {
    case root
    case places
    /// By its display name.
    case country(String)
    case place(PlaceID)
    case tags
    case recents
    case pins
    /// `.placesfs`
    case state
    /// `.placesfs/cached`
    case cached

    /// A stable text for the catalog: "place:woe:615702".
    public var text: String {
        switch self {
        case .root: "root"
        case .places: "places"
        case .country(let name): "country:\(name)"
        case .place(let id): "place:\(id)"
        case .tags: "tags"
        case .recents: "recents"
        case .pins: "pins"
        case .state: "state"
        case .cached: "cached"
        }
    }
}
