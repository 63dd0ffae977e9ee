/// What a licence lets everybody do, read from the name that its source gives it and the address of its text.
///
/// Sources spell licences in their own ways, and on Wikimedia Commons anybody may write a template of a new one; so this
/// is a reader of untrusted text that knows what it knows. A name and an address that disagree are judged by the
/// stricter, and of a licence that it does not know there are no terms at all.
public struct LicenseTerms: Hashable, Sendable {
    /// One of Creative Commons' licences or public domain tools (CC0, the Public Domain Mark).
    public var isCreativeCommons: Bool
    /// Nobody holds rights to it, as far as is known.
    public var isPublicDomain: Bool
    /// It may be used for money.
    public var allowsCommercialUse: Bool

    public init(isCreativeCommons: Bool, isPublicDomain: Bool, allowsCommercialUse: Bool) {
        self.isCreativeCommons = isCreativeCommons
        self.isPublicDomain = isPublicDomain
        self.allowsCommercialUse = allowsCommercialUse
    }

    /// Creative Commons' CC0 and Public Domain Mark.
    static let publicDomainTool = LicenseTerms(
        isCreativeCommons: true, isPublicDomain: true, allowsCommercialUse: true)
    static let publicDomain = LicenseTerms(isCreativeCommons: false, isPublicDomain: true, allowsCommercialUse: true)
    static let free = LicenseTerms(isCreativeCommons: false, isPublicDomain: false, allowsCommercialUse: true)
    static let reserved = LicenseTerms(isCreativeCommons: false, isPublicDomain: false, allowsCommercialUse: false)

    static func creativeCommons(commercial: Bool) -> LicenseTerms {
        LicenseTerms(isCreativeCommons: true, isPublicDomain: false, allowsCommercialUse: commercial)
    }
}
