// Names of files and lines of our own, and paths of `file:` addresses, in which some bytes are written as "%" and two
// hexadecimal digits. Addresses on the web have capital digits and rules of their own (`percentEncoded`).
extension String {
    /// The code of a text in which the bytes that are `plain` stand as they are.
    package init(percentCodeOf text: String, plain: (UInt8) -> Bool) {
        var bytes: [UInt8] = []
        let digits = Array("0123456789abcdef".utf8)
        for byte in text.utf8 {
            if plain(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        self.init(decoding: bytes, as: UTF8.self)
    }

    /// The text of a code; nil for a "%" without two digits behind it, and for what is no UTF-8.
    package init?(percentCode code: some Sequence<UInt8>) {
        var bytes: [UInt8] = []
        var rest = code.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(Self.value), let low = rest.next().flatMap(Self.value) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        self.init(validating: bytes, as: UTF8.self)
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8($0) }
    }
}
