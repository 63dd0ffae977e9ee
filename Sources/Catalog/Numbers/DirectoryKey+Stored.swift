internal import PhotoTree

extension DirectoryKey {
    /// The key with this text; `number` is the directory's.
    init?(_ text: String, _ number: NodeNumber) {
        if let listed = DirectoryKey(listing: text, number) {
            self = listed
            return
        }
        let (country, tag, small) = ("country:", "tag:", "small:")
        switch text {
        case DirectoryKey.places.text: self = .places
        case DirectoryKey.tags.text: self = .tags
        case DirectoryKey.pins.text: self = .pins
        case DirectoryKey.searches.text: self = .searches
        case DirectoryKey.albums.text: self = .albums
        case DirectoryKey.state.text: self = .state
        case _ where text.utf8.starts(with: country.utf8):
            self = .country(String(Substring(text.utf8.dropFirst(country.utf8.count))))
        case _ where text.utf8.starts(with: tag.utf8):
            let rest = text.utf8.dropFirst(tag.utf8.count)
            guard let slash = rest.firstIndex(of: UInt8(ascii: "/")), let topic = UInt64(Substring(rest[..<slash]))
            else { return nil }
            self = .tag(String(Substring(rest[rest.index(after: slash)...])), of: NodeNumber(topic))
        case _ where text.utf8.starts(with: small.utf8):
            let list = String(Substring(text.utf8.dropFirst(small.utf8.count)))
            guard let key = DirectoryKey(stored: list), key == key.list else { return nil }
            self = .smallRenditions(of: key)
        default: return nil
        }
    }
}

extension DirectoryKey {
    /// The key with this text. The number of a directory that is known by it stands at the end of the text.
    init?(stored text: String) {
        let own = text.utf8.lastIndex(of: UInt8(ascii: ":")).flatMap { UInt64(text[text.utf8.index(after: $0)...]) }
        self.init(text, NodeNumber(own ?? 0))
    }

    /// The number of a made directory that it is, or is a part of.
    var madeNumber: NodeNumber? { listingKey.ownNumber }

    /// The same directory in a catalog where that number is another one.
    func renumbered(_ number: NodeNumber) -> DirectoryKey {
        switch self {
        case .topic: .topic(number)
        case .tag(let tag, _): .tag(tag, of: number)
        case .pin: .pin(number)
        case .search: .search(number)
        default: self
        }
    }
}

extension NodeNumber {
    /// As SQLite stores it; a number that no node can have matches no row.
    var stored: Int64 { Int64(clamping: rawValue) }
}

extension DirectoryKey {
    /// The number that is part of the key itself.
    var ownNumber: NodeNumber? {
        switch self {
        case .root: .root
        case .topic(let number), .pin(let number), .placeholder(let number), .search(let number),
            .searchPlaceholder(let number), .album(let number), .albumPlaceholder(let number):
            number
        default: nil
        }
    }
}
