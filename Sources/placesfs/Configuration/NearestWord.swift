/// Finds the word that a misspelt one was meant to be.
enum NearestWord {
    /// The one of `words` that is nearest to `typed`: with one typing error in a short word, or two in a longer one (a
    /// letter added, missing or replaced, or two exchanged). Nil when none is so near, or several are equally near.
    static func to(_ typed: String, among words: some Sequence<String>) -> String? {
        guard typed.utf8.count <= 40 else { return nil }
        let letters = Array(typed.lowercased())
        let allowed = letters.count < 5 ? 1 : 2
        let near = words.map { (word: $0, slips: slips(letters, Array($0))) }.filter { $0.slips <= allowed }
        let least = near.map(\.slips).min()
        let nearest = near.filter { $0.slips == least }.map(\.word)
        // The first letter is seldom wrong.
        let sameStart = nearest.filter { $0.first == letters.first }
        return nearest.count == 1 ? nearest[0] : sameStart.count == 1 ? sameStart[0] : nil
    }

    /// "; did you mean 'mount'?", or nothing.
    static func question(_ typed: String, among words: some Sequence<String>) -> String {
        to(typed, among: words).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// The number of typing errors: the optimal string alignment distance, row by row.
    private static func slips(_ one: [Character], _ other: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...other.count)
        for (i, letter) in one.enumerated() {
            var row = [i + 1]
            for (j, wanted) in other.enumerated() {
                var least = min(last[j + 1] + 1, row[j] + 1, last[j] + (letter == wanted ? 0 : 1))
                if i > 0, j > 0, letter == other[j - 1], one[i - 1] == wanted { least = min(least, before[j - 1] + 1) }
                row.append(least)
            }
            (before, last) = (last, row)
        }
        return last[other.count]
    }
}
