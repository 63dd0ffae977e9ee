// The nodes that every mount has keep one number for ever, so that looking at them never takes one from the catalog.
// Numbers are never used again: do not give one of these to another node.
extension NodeNumber {
    /// The constants are from here to the end of 32 bits; the sequence of the catalog ends below.
    public static let firstFixed = NodeNumber(0xFFFF_FF00)
}

extension DirectoryKey {
    /// The directories with a constant number, besides the root.
    public static let fixed = StandingDirectory.allCases.map { DirectoryKey.standing($0) }

    /// nil for a directory whose number is in the catalog.
    public var fixedNumber: NodeNumber? {
        switch self {
        case .root: .root
        case .standing(let directory): directory.number
        default: nil
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
        let index: UInt64? =
            switch (directory, self) {
            case (.root, .readme): 0x20
            case (.root, .cacheTag): 0x21
            case (.root, .noMedia): 0x22
            case (.root, .trackerIgnore): 0x23
            case (.standing(.state), .status): 0x30
            case (.standing(.state), .statusJSON): 0x31
            case (.standing(.state), .metrics): 0x32
            case (.standing(.state), .version): 0x33
            default: nil
            }
        return index.map { NodeNumber(NodeNumber.firstFixed.rawValue + $0) }
    }
}
