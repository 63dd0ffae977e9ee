extension PhotoQuery.LicenseFilter {
    /// Whether a photo under `license` is wanted: the one rule for sources that filter for us and those that do not.
    ///
    /// By the licence's name ("CC BY-SA 3.0 de", "Public domain", "GFDL 1.2") and the address of its text
    /// (creativecommons.org and the few others that `LicenseAddress` lists). A photo without a licence, or under one
    /// that is not known, is wanted by `any` alone: who asks for photos to sell gets none that may not be sold.
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
