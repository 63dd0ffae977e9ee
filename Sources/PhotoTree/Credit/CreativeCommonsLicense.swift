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
