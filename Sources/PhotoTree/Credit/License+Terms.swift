extension License {
    /// The licence from a source that gives a name and no number, as Wikimedia Commons does.
    ///
    /// The source's text is kept, but for markup and line breaks in the name. Only a missing part is added, where there
    /// is no doubt: the address of a Creative Commons licence, or its name by the address. nil when there is neither a
    /// name nor an address.
    ///
    /// - Parameters:
    ///   - shortName: "CC BY-SA 3.0 de", "Public domain", "GFDL" …; may contain HTML. It becomes the `id`, too.
    ///   - url: the address of the licence's text; `//host/path` becomes https, and an address of another kind is left
    ///     out.
    public init?(shortName: String, url: String? = nil) {
        let name = ForeignText.bounded(
            PlainText.oneLine(
                PlainText.from(html: ForeignText.bounded(shortName, maximumBytes: ForeignText.maximumLine))),
            maximumBytes: ForeignText.maximumLicense)
        let address = url.flatMap {
            Self.webAddress(ForeignText.unlessCut($0, maximumBytes: ForeignText.maximumLicense))
        }
        let known = address.flatMap { LicenseAddress($0) }
        if name.isEmpty {
            guard let address else { return nil }
            let derived = known?.creativeCommons?.name ?? known?.publicDomainTool?.rawValue ?? address
            self.init(id: derived, name: derived, url: address)
        } else {
            let words = LicenseName(name)
            self.init(id: name, name: name, url: address ?? words.creativeCommons?.url ?? words.publicDomainTool?.url)
        }
    }

    /// "https://creativecommons.org@example.org/" leads to example.org.
    private static func namesUser(_ address: String) -> Bool {
        let bytes = address.utf8
        guard let start = bytes.firstRange(of: "//".utf8)?.upperBound else { return false }
        // Browsers treat a backslash like a slash.
        return bytes[start...].prefix { !"/\\?#".utf8.contains($0) }.contains(UInt8(ascii: "@"))
    }

    private static func webAddress(_ text: String) -> String? {
        let text = PlainText.oneLine(text)
        let lower = text.lowercased()
        guard !text.utf8.contains(UInt8(ascii: " ")), !namesUser(text) else { return nil }
        if text.hasPrefix("//") { return text.count > 2 ? "https:" + text : nil }
        // Commons' older templates use http for this host, which has long redirected everybody to https.
        let plain = "http://creativecommons.org/"
        if lower.hasPrefix(plain) { return "https://creativecommons.org/" + text.dropFirst(plain.count) }
        return ["https://", "http://"].contains { lower.hasPrefix($0) && lower.count > $0.count } ? text : nil
    }
}

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

extension LicenseFilter {
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
