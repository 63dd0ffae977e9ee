import Glibc

/// The two digests that MediaWiki names files by. No package of this target has them, and neither guards anything here.
enum Digest {
    /// RFC 1321, in hexadecimal: its first digits are the folders of a file's address.
    static func md5(_ bytes: [UInt8]) -> String {
        var state: (UInt32, UInt32, UInt32, UInt32) = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476)
        var words = [UInt32](repeating: 0, count: 16)
        let padded = padded(bytes, isBigEndian: false)
        for block in stride(from: 0, to: padded.count, by: 64) {
            for index in 0..<16 {
                let start = block + index * 4
                words[index] =
                    UInt32(padded[start]) | UInt32(padded[start + 1]) << 8 | UInt32(padded[start + 2]) << 16
                    | UInt32(padded[start + 3]) << 24
            }
            var (a, b, c, d) = state
            for round in 0..<64 {
                let (mixed, word): (UInt32, Int) =
                    switch round / 16 {
                    case 0: (b & c | ~b & d, round)
                    case 1: (d & b | ~d & c, (5 * round + 1) % 16)
                    case 2: (b ^ c ^ d, (3 * round + 5) % 16)
                    default: (c ^ (b | ~d), 7 * round % 16)
                    }
                let sum = a &+ mixed &+ md5Constants[round] &+ words[word]
                let shift = md5Shifts[round / 16][round % 4]
                (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
            }
            state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d)
        }
        return [state.0, state.1, state.2, state.3].map { hexadecimal($0.byteSwapped) }.joined()
    }

    /// RFC 3174, in hexadecimal: what a file's listing says of its original.
    static func sha1(_ bytes: [UInt8]) -> String {
        var (h0, h1, h2, h3, h4) = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0) as FiveWords
        var words = [UInt32](repeating: 0, count: 80)
        let padded = padded(bytes, isBigEndian: true)
        for block in stride(from: 0, to: padded.count, by: 64) {
            for index in 0..<16 {
                let start = block + index * 4
                words[index] =
                    UInt32(padded[start]) << 24 | UInt32(padded[start + 1]) << 16 | UInt32(padded[start + 2]) << 8
                    | UInt32(padded[start + 3])
            }
            for index in 16..<80 {
                let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
                words[index] = word << 1 | word >> 31
            }
            var (a, b, c, d, e) = (h0, h1, h2, h3, h4)
            for index in 0..<80 {
                let mixed: UInt32
                if index < 20 {
                    mixed = (b & c | ~b & d) &+ 0x5A82_7999
                } else if index < 40 {
                    mixed = (b ^ c ^ d) &+ 0x6ED9_EBA1
                } else if index < 60 {
                    mixed = (b & c | b & d | c & d) &+ 0x8F1B_BCDC
                } else {
                    mixed = (b ^ c ^ d) &+ 0xCA62_C1D6
                }
                let sum = (a << 5 | a >> 27) &+ mixed &+ e &+ words[index]
                e = d
                d = c
                c = b << 30 | b >> 2
                b = a
                a = sum
            }
            h0 = h0 &+ a
            h1 = h1 &+ b
            h2 = h2 &+ c
            h3 = h3 &+ d
            h4 = h4 &+ e
        }
        return [h0, h1, h2, h3, h4].map(hexadecimal).joined()
    }

    private typealias FiveWords = (UInt32, UInt32, UInt32, UInt32, UInt32)

    /// A one bit, zeros, and the length in bits, to a multiple of 64 bytes.
    private static func padded(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
        var padded = bytes
        padded.append(0x80)
        padded.append(contentsOf: repeatElement(0, count: (119 - bytes.count % 64) % 64))
        let shifts = (0..<8).map { UInt64(isBigEndian ? 56 - 8 * $0 : 8 * $0) }
        let bits = UInt64(bytes.count) * 8
        padded.append(contentsOf: shifts.map { UInt8(truncatingIfNeeded: bits >> $0) })
        return padded
    }

    private static func hexadecimal(_ word: UInt32) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    private static let md5Shifts: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]

    /// The sines of 1 to 64, as the RFC's table has them.
    private static let md5Constants: [UInt32] = (1...64).map { UInt32(abs(sin(Double($0))) * 4_294_967_296) }
}
