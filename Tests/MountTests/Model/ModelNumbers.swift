/// What every inode number ever seen stood for. A number means one thing for ever, and a photo or a directory has one
/// number for ever, over remounts and crashes too.
struct ModelNumbers {
    private enum Meaning: Hashable {
        case photo(String)
        /// Of all directories ever made, one.
        case directory(String)
        /// Files that placesfs writes may get another number with other content.
        case file(String, in: String)
    }

    private var meanings: [UInt64: Meaning] = [:]
    private var numbers: [Meaning: UInt64] = [:]
    private(set) var photos: [UInt64: String] = [:]

    mutating func note(photo id: String, _ number: UInt64) -> String? {
        photos[number] = id
        return note(.photo(id), number, isLasting: true)
    }

    mutating func note(directory identity: String, _ number: UInt64) -> String? {
        note(.directory(identity), number, isLasting: true)
    }

    mutating func note(file name: String, in identity: String, _ number: UInt64) -> String? {
        note(.file(name, in: identity), number, isLasting: false)
    }

    private mutating func note(_ meaning: Meaning, _ number: UInt64, isLasting: Bool) -> String? {
        guard number < 1 << 32 else { return "number \(number) does not fit 32 bits" }
        if let before = meanings[number], before != meaning {
            return "number \(number) was \(before) and is \(meaning)"
        }
        if isLasting, let before = numbers[meaning], before != number {
            return "\(meaning) had number \(before) and has \(number)"
        }
        meanings[number] = meaning
        numbers[meaning] = number
        return nil
    }
}
