/// The countries of the gazetteer, each with the names it goes by.
struct GazetteerCountries: Sendable {
    private var names: [Substring: String] = [:]
    private var byKey: [String: (code: Substring, name: String)] = [:]

    /// Of lines of a code, the name shown, and other current names.
    init(_ table: GazetteerTable) {
        for fields in table.records() where fields.count >= 2 {
            names[fields[0]] = String(fields[1])
            for name in fields.dropFirst() {
                byKey[FileName.key(String(name))] = (fields[0], String(name))
            }
        }
    }

    /// The name shown for a code.
    func name(of code: Substring) -> String? {
        names[code]
    }

    /// The code of a country by one of its names, and that name as it is spelt.
    func find(_ name: String) -> (code: Substring, name: String)? {
        byKey[FileName.key(name)]
    }
}
