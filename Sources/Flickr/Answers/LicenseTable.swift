internal import PhotoTree

/// Flickr's licences by number, and which of them a filter asks for (flickr.photos.licenses.getInfo, recorded 2025-06).
/// The names are Flickr's, except for the public domain tools: Flickr gives no version for these, so their names are
/// Creative Commons'.
enum LicenseTable {
    /// A number that this table does not contain gets a generic name.
    static func license(_ id: String) -> License {
        guard let number = Int(id), let row = rows[number] else {
            return License(id: id, name: "Flickr licence \(id)", url: nil)
        }
        return License(id: id, name: row.name, url: row.url)
    }

    /// The value of the argument `license` for what all of these filters accept: nil if that is every licence, empty if
    /// it is none.
    static func argument(for filters: LicenseFilter...) -> String? {
        let accepted = filters.compactMap(numbers)
        guard let first = accepted.first else { return nil }
        let common = first.filter { number in accepted.allSatisfy { $0.contains(number) } }
        return common.map(String.init).joined(separator: ",")
    }

    private static func numbers(for filter: LicenseFilter) -> [Int]? {
        switch filter {
        case .any: nil
        // CC0 and the Public Domain Mark are also tools of Creative Commons.
        case .cc: Array(1...6) + Array(9...16)
        // BY, BY-SA and BY-ND in both versions, and everything without rights holders.
        case .commercial: Array(4...13)
        case .publicDomain: Array(7...10)
        }
    }

    private static func commons(_ terms: String, _ version: String) -> (name: String, url: String?) {
        (
            "CC \(terms) \(version)",
            "https://creativecommons.org/licenses/\(terms.lowercased())/\(version)/"
        )
    }

    private static let rows: [Int: (name: String, url: String?)] = [
        // The address is Flickr's page about what this licence allows.
        0: (
            "All rights reserved",
            "https://www.flickrhelp.com/hc/en-us/articles/10710266545556-Using-Flickr-images-shared-by-other-members"
        ),
        1: commons("BY-NC-SA", "2.0"),
        2: commons("BY-NC", "2.0"),
        3: commons("BY-NC-ND", "2.0"),
        4: commons("BY", "2.0"),
        5: commons("BY-SA", "2.0"),
        6: commons("BY-ND", "2.0"),
        7: ("No known copyright restrictions", "https://www.flickr.com/commons/usage/"),
        8: ("United States Government Work", "https://www.usa.gov/government-copyright"),
        9: ("CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
        10: ("Public Domain Mark 1.0", "https://creativecommons.org/publicdomain/mark/1.0/"),
        11: commons("BY", "4.0"),
        12: commons("BY-SA", "4.0"),
        13: commons("BY-ND", "4.0"),
        14: commons("BY-NC", "4.0"),
        15: commons("BY-NC-SA", "4.0"),
        16: commons("BY-NC-ND", "4.0"),
    ]
}
