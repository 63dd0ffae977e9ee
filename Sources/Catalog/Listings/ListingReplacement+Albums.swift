internal import GRDB
internal import PhotoTree

extension ListingReplacement {
    /// The listing; one without photos where there was none.
    @discardableResult
    func begin() throws -> Listing {
        var record = try knownOrNew()
        if known == nil { try record.renew(Self.tellingOfNames(record), now: now, db) }
        return record.listing(of: key, listed)
    }
}
