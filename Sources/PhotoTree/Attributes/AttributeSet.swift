/// Extended attributes that together stay within a budget.
struct AttributeSet {
    private var values: [String: String] = [:]
    private var room: Int

    init(budget: Int) {
        // ext4's block begins with a header of 32 bytes and ends with 4 zero bytes.
        room = budget - 36
    }

    /// Adds `value` if it is not empty and fits.
    mutating func add(_ name: String, _ value: String) {
        let cost = Self.cost(name, value.utf8.count)
        guard !value.isEmpty, values[name] == nil, cost <= room else { return }
        values[name] = value
        room -= cost
    }

    /// Adds as much of `value` as fits, cut at a word.
    mutating func addCut(_ name: String, _ value: String) {
        add(name, TextCut.words(value, maximumBytes: room - Self.cost(name, 3)))
    }

    /// Adds as many whole tags as fit, separated by commas.
    mutating func addTags(_ name: String, _ tags: [String], maximumBytes limit: Int) {
        let limit = min(limit, room - Self.cost(name, 3))
        var list = ""
        for tag in tags {
            let longer = list.isEmpty ? tag : list + "," + tag
            guard longer.utf8.count <= limit else { break }
            list = longer
        }
        add(name, list)
    }

    /// The attributes named in `order`, in that order, then the others by name.
    func inOrder(_ order: [String]) -> [(name: String, value: String)] {
        let others = values.keys.filter { !order.contains($0) }.sorted()
        return (order + others).compactMap { name in values[name].map { (name, $0) } }
    }

    /// An entry takes 16 bytes, the name, and the value, both padded to a multiple of 4. (ext4 stores the name without
    /// its prefix; another file system may not.)
    private static func cost(_ name: String, _ valueBytes: Int) -> Int {
        16 + (name.utf8.count + 3) / 4 * 4 + (valueBytes + 3) / 4 * 4
    }
}
