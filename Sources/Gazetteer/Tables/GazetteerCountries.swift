import PhotoTree

/// The countries of the gazetteer, each with its names.
struct GazetteerCountries: Sendable {
    /// In the order of the table; records of the table of names refer to countries by their index.
    private var codes: [Substring] = []
    private var names: [Substring: String] = [:]
    private var byKey: [String: (code: Substring, name: String)] = [:]

    /// Each line of the table has a code, the name shown, and other current names.
    init(_ table: GazetteerTable) {
        for fields in table.records() where fields.count >= 2 {
            codes.append(fields[0])
            names[fields[0]] = String(fields[1])
            for name in fields.dropFirst() {
                byKey[FileName.key(String(name))] = (fields[0], String(name))
            }
        }
    }

    /// All names shown, with their codes.
    var shown: [(code: Substring, name: String)] {
        codes.compactMap { code in names[code].map { (code, $0) } }
    }

    /// The name shown for a code.
    func name(of code: Substring) -> String? {
        names[code]
    }

    /// The code of the country with this index in the table.
    func code(at position: Int) -> Substring? {
        codes.indices.contains(position) ? codes[position] : nil
    }

    /// The code of the country with this current name, and the name as the table spells it.
    func find(_ name: String) -> (code: Substring, name: String)? {
        byKey[FileName.key(name)]
    }
}
