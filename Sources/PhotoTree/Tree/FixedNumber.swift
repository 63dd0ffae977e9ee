// The nodes that every mount has keep one number for ever, so that looking at them never takes one from the catalog.
// Numbers are never used again: do not give one of these to another node.
extension NodeNumber {
    /// The constants are from here to the end of 32 bits; the sequence of the catalog ends below.
    public static let firstFixed = NodeNumber(0xFFFF_FF00)

    fileprivate static func fixed(_ index: UInt64) -> NodeNumber { NodeNumber(firstFixed.rawValue + index) }
}

extension DirectoryKey {
    /// The directories with a constant number, besides the root.
    public static let fixed: [DirectoryKey] = [.places, .tags, .recents, .pins, .state, .cached, .searches, .albums]

    /// nil for a directory whose number is in the catalog.
    public var fixedNumber: NodeNumber? {
        switch self {
        case .root: .root
        case .places: .fixed(1)
        case .tags: .fixed(2)
        case .recents: .fixed(3)
        case .pins: .fixed(4)
        case .state: .fixed(5)
        case .cached: .fixed(6)
        case .searches: .fixed(7)
        case .albums: .fixed(8)
        case .country, .place, .topic, .tag, .pin, .placeholder, .search, .searchPlaceholder, .album, .albumPlaceholder,
            .smallRenditions:
            nil
        }
    }
}

extension GeneratedFile {
    /// The files with a constant number, each in its directory.
    public static let fixed: [(file: GeneratedFile, directory: DirectoryKey)] = [DirectoryKey.root, .state].flatMap {
        directory in
        allCases.filter { $0.fixedNumber(in: directory) != nil }.map { ($0, directory) }
    }

    /// nil for a file that gets a new number with new content.
    public func fixedNumber(in directory: DirectoryKey) -> NodeNumber? {
        switch (directory, self) {
        case (.root, .readme): .fixed(0x20)
        case (.root, .cacheTag): .fixed(0x21)
        case (.root, .noMedia): .fixed(0x22)
        case (.root, .trackerIgnore): .fixed(0x23)
        case (.state, .status): .fixed(0x30)
        case (.state, .statusJSON): .fixed(0x31)
        case (.state, .metrics): .fixed(0x32)
        case (.state, .version): .fixed(0x33)
        default: nil
        }
    }
}
