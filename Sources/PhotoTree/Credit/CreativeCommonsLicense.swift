/// One of Creative Commons' licences: its conditions, its version, and the country it was made for.
struct CreativeCommonsLicense: Hashable, Sendable {
    /// Some of `by`, `sa`, `nc` and `nd`, in the order they are written; never empty.
    let elements: [String]
    /// "4.0".
    let version: String
    /// "de": the country of a licence before 4.0 that was made for one country's law.
    let port: String?

    /// Nil unless all elements are known, the version is a number and the port looks like one.
    init?(elements: [String], version: String, port: String?) {
        let version = version.prefix(while: { $0.isNumber || $0 == "." })
        guard !elements.isEmpty, elements.allSatisfy({ ["by", "sa", "nc", "nd"].contains($0) }),
            version.count == 3, version.utf8.allSatisfy({ $0 < 0x80 }), version.contains(".")
        else { return nil }
        if let port {
            guard (2...8).contains(port.count), port.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
        }
        self.elements = elements
        self.version = String(version)
        self.port = port
    }

    /// "CC BY-SA 3.0 de".
    var name: String {
        "CC \(elements.joined(separator: "-").uppercased()) \(version)" + (port.map { " " + $0 } ?? "")
    }

    /// Where Creative Commons explains it.
    var url: String {
        "https://creativecommons.org/licenses/\(elements.joined(separator: "-"))/\(version)/"
            + (port.map { $0 + "/" } ?? "")
    }

    var terms: LicenseTerms {
        .creativeCommons(commercial: !elements.contains("nc"))
    }
}

/// Creative Commons' two marks of works that nobody holds rights to.
enum PublicDomainTool: String, Sendable {
    case zero = "CC0 1.0"
    case mark = "Public Domain Mark 1.0"

    var url: String {
        switch self {
        case .zero: "https://creativecommons.org/publicdomain/zero/1.0/"
        case .mark: "https://creativecommons.org/publicdomain/mark/1.0/"
        }
    }
}

/// The address of a licence's text, as far as it identifies the licence.
struct LicenseAddress: Hashable, Sendable {
    /// The host and the parts of the path, in lower case: `["creativecommons.org", "licenses", "by", "4.0"]`.
    private let parts: [String]

    /// nil for anything but a web address. Sources write it with http, with https or with neither (`//host/path`).
    init?(_ address: String) {
        let text = PlainText.oneLine(address).lowercased()
        let prefixes = ["https://", "http://", "//"]
        guard let prefix = prefixes.first(where: { text.hasPrefix($0) }) else { return nil }
        let rest = text.dropFirst(prefix.count).prefix { $0 != "?" && $0 != "#" }
        var parts = rest.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        guard let host = parts.first, !host.contains("@") else { return nil }
        parts[0] = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
        self.parts = parts
    }

    /// nil for an unknown licence.
    var terms: LicenseTerms? {
        if let deed = creativeCommons { return deed.terms }
        if publicDomainTool != nil { return .publicDomainTool }
        switch parts.first {
        // The dedication that came before CC0.
        case "creativecommons.org" where parts.dropFirst() == ["licenses", "publicdomain"]: return .publicDomainTool
        case "flickr.com" where parts.dropFirst() == ["commons", "usage"]: return .publicDomain
        // Flickr's link of 2023, and the one of 2025.
        case "usa.gov" where ["copyright.shtml", "government-copyright"].contains(parts.last): return .publicDomain
        case "gnu.org" where parts.count > 1 && ["licenses", "copyleft"].contains(parts[1]): return .free
        case "artlibre.org": return .free
        default: return nil
        }
    }

    /// `creativecommons.org/licenses/by-sa/3.0/de/deed.en`.
    var creativeCommons: CreativeCommonsLicense? {
        guard parts.count >= 4, parts[0] == "creativecommons.org", parts[1] == "licenses" else { return nil }
        let port = parts.count > 4 && !parts[4].hasPrefix("deed") && !parts[4].hasPrefix("legalcode") ? parts[4] : nil
        return CreativeCommonsLicense(
            elements: parts[2].split(separator: "-").map(String.init), version: parts[3], port: port)
    }

    /// `creativecommons.org/publicdomain/zero/1.0/deed.en`.
    var publicDomainTool: PublicDomainTool? {
        switch parts.prefix(3) {
        case ["creativecommons.org", "publicdomain", "zero"]: .zero
        case ["creativecommons.org", "publicdomain", "mark"]: .mark
        default: nil
        }
    }
}
