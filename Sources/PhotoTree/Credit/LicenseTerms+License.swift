extension LicenseTerms {
    /// nil when neither the name nor the address is known.
    public init?(_ license: License) {
        let verdicts = [LicenseName(license.name).terms, license.url.flatMap { LicenseAddress($0)?.terms }]
        let known = verdicts.compactMap(\.self)
        guard var terms = known.first else { return nil }
        for other in known.dropFirst() {
            terms.isCreativeCommons = terms.isCreativeCommons && other.isCreativeCommons
            terms.isPublicDomain = terms.isPublicDomain && other.isPublicDomain
            terms.allowsCommercialUse = terms.allowsCommercialUse && other.allowsCommercialUse
        }
        self = terms
    }
}
