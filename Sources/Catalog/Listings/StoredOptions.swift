internal import GRDB
internal import PhotoTree

/// The options that decided what directories show, as the catalog keeps them.
enum StoredOptions {
    /// The options of the last `Catalog.show(_:)`; nil before the first one, when directories show all that they list.
    static func current(_ db: Database) throws -> ListingOptions? {
        let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT options FROM state"))
        return row.flatMap { CheckedRow(row: $0).text(0) }.flatMap(ListingOptions.init)
    }

    static func store(_ options: ListingOptions, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE state SET options = ?").execute(arguments: [options.text])
    }

    /// Which of a directory's entries the options hide.
    struct Hiding {
        private let options: ListingOptions?
        private let directory: DirectoryKey
        private var shown = 0

        init(of directory: DirectoryKey, by options: ListingOptions?) {
            self.directory = directory
            self.options = options
        }

        /// Whether the next entry of the listing is hidden; to be asked for one after the other, in their order.
        mutating func hidesNext(_ license: License?) -> Bool {
            guard admits(license), shown < options?.limit(of: directory) ?? .max else { return true }
            shown += 1
            return false
        }

        /// A name that left the listing opens its photo unless the licence is excluded.
        func admits(_ license: License?) -> Bool {
            options?.admits(license, in: directory) ?? true
        }
    }
}

extension ListingOptions {
    /// What a source was asked for under these options, for directories of this kind; nil for those that no source
    /// fills.
    func asked(for directory: DirectoryKey) -> String? {
        let words: String? =
            switch directory.listing?.amount {
            case .perPlace: "\(license.rawValue) \(order.rawValue) \(photosPerPlace)"
            case .perPin, .named: "\(license.rawValue) \(order.rawValue) \(photosPerPin)"
            case .newest: license.rawValue
            case nil: nil
            }
        return words.map { $0 + ruleText }
    }

    /// With a blank in front; empty without a rule.
    private var ruleText: String { rule.isEmpty ? "" : " " + rule }

    fileprivate var text: String {
        "\(license.rawValue) \(order.rawValue) \(photosPerPlace) \(photosPerPin)" + ruleText
    }

    fileprivate init?(_ text: String) {
        let words = text.split(separator: " ").map { String($0) }
        guard (4...5).contains(words.count), let license = LicenseFilter(rawValue: words[0]),
            let order = PhotoQuery.Order(rawValue: words[1]), let place = Int(words[2]), let pin = Int(words[3])
        else { return nil }
        self.init(license: license, order: order, photosPerPlace: place, photosPerPin: pin)
        rule = words.count == 5 ? words[4] : ""
    }
}
