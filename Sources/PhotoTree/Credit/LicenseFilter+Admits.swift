extension PhotoQuery.LicenseFilter {
    /// Whether the user wants a photo under `license`: the same rule for sources that filter and for sources that do
    /// not.
    ///
    /// Decided by the licence's name ("CC BY-SA 3.0 de", "Public domain", "GFDL 1.2") and the address of its text
    /// (creativecommons.org and the few others that `LicenseAddress` lists). Only `any` admits a photo without a
    /// licence or under an unknown one: a user who asks for photos to sell must get none that may not be sold.
    public func admits(_ license: License?) -> Bool {
        guard self != .any else { return true }
        guard let terms = license.flatMap({ LicenseTerms($0) }) else { return false }
        switch self {
        case .any: return true
        case .cc: return terms.isCreativeCommons
        case .commercial: return terms.allowsCommercialUse
        case .publicDomain: return terms.isPublicDomain
        }
    }
}
