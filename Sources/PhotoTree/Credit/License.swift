/// The licence a photo is published under, as its source names it.
public struct License: Hashable, Sendable, Codable {
    /// The source's own identifier (Flickr: "4").
    public var id: String
    /// The short name to print: "CC BY 2.0", "All rights reserved".
    public var name: String
    /// The address of its text, if it has one.
    public var url: String?

    public init(id: String, name: String, url: String?) {
        self.id = id
        self.name = name
        self.url = url
    }
}

/// What a licence permits everybody to do, read from the name that its source gives it and the address of its text.
///
/// Sources spell licences in their own ways, and on Wikimedia Commons anybody may write a template of a new one. So
/// this reads untrusted text and accepts only what it knows. When name and address disagree, the stricter one counts;
/// an unknown licence has no terms at all.
public struct LicenseTerms: Hashable, Sendable {
    /// One of Creative Commons' licences or public domain tools (CC0, the Public Domain Mark).
    public var isCreativeCommons: Bool
    /// Nobody holds rights to the work, as far as is known.
    public var isPublicDomain: Bool
    /// It permits commercial use.
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

    /// Whether they allow nothing.
    public var reserveAllRights: Bool { self == .reserved }

    static func creativeCommons(commercial: Bool) -> LicenseTerms {
        LicenseTerms(isCreativeCommons: true, isPublicDomain: false, allowsCommercialUse: commercial)
    }
}

/// The licences that photos are wanted under.
public enum LicenseFilter: String, Hashable, Sendable, CaseIterable, Codable {
    case any, cc, commercial
    case publicDomain = "public-domain"
}
