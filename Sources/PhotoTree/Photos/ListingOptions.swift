/// What a mount's options let its folders show of all that is known, and what they ask a source for.
public struct ListingOptions: Hashable, Sendable {
    public var license: LicenseFilter
    public var order: PhotoQuery.Order
    public var photosPerPlace: Int
    public var photosPerPin: Int

    public init(
        license: LicenseFilter = .any, order: PhotoQuery.Order = .newest, photosPerPlace: Int = 50,
        photosPerPin: Int = 50
    ) {
        self.license = license
        self.order = order
        self.photosPerPlace = photosPerPlace
        self.photosPerPin = photosPerPin
    }

    /// How many photos of its listing a directory shows at most; nil where no option says so.
    public func limit(of directory: DirectoryKey) -> Int? {
        switch directory {
        case .place: photosPerPlace
        case .pin: photosPerPin
        default: nil
        }
    }

    /// Whether a directory shows photos under this licence. `recents/` shows what was viewed, whatever the options.
    public func admits(_ license: License?, in directory: DirectoryKey) -> Bool {
        directory == .recents || self.license.admits(license)
    }
}
