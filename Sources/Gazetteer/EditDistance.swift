/// How far two spellings differ: letters that are missing, added, changed, or exchanged with their neighbours.
enum EditDistance {
    /// How many letters may be wrong in a word of `length` letters.
    static func bound(for length: Int) -> Int {
        switch length {
        case ..<3: 0
        case 3..<6: 1
        default: 2
        }
    }

    /// The distance if it is at most `bound` (optimal string alignment); nil otherwise.
    static func of(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar], atMost bound: Int) -> Int? {
        guard abs(one.count - other.count) <= bound else { return nil }
        guard !one.isEmpty, !other.isEmpty else { return max(one.count, other.count) }
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for row in 1...one.count {
            var current = [row] + Array(repeating: 0, count: other.count)
            for column in 1...other.count {
                let isSame = one[row - 1] == other[column - 1]
                var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, one[row - 1] == other[column - 2], one[row - 2] == other[column - 1] {
                    best = min(best, beforeLast[column - 2] + 1)
                }
                current[column] = best
            }
            guard let least = current.min(), least <= bound else { return nil }
            beforeLast = last
            last = current
        }
        return last[other.count] <= bound ? last[other.count] : nil
    }

    /// All words at a distance of one, with letters of the English alphabet as new letters; none for a very long word.
    static func neighbours(of word: [Unicode.Scalar]) -> Set<String> {
        guard (2...40).contains(word.count) else { return [] }
        var found: Set<String> = []
        func add(_ scalars: some Sequence<Unicode.Scalar>) {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars)
            found.insert(String(view))
        }
        for index in 0...word.count {
            let head = word[..<index]
            let tail = word[index...]
            for letter in letters {
                add(head + [letter] + tail)
                if !tail.isEmpty { add(head + [letter] + tail.dropFirst()) }
            }
            if !tail.isEmpty { add(head + tail.dropFirst()) }
            if tail.count > 1, let first = tail.first {
                add(head + tail.dropFirst().prefix(1) + [first] + tail.dropFirst(2))
            }
        }
        var own = String.UnicodeScalarView()
        own.append(contentsOf: word)
        found.remove(String(own))
        return found
    }

    private static let letters = Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)
}
