import Testing

@testable import PhotoFetch

@Suite struct ImageTailTests {
    private static let ends: [[UInt8]] = [
        [0x12, 0xFF, 0xD9], [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82], [0x44, 0x00, 0x3B],
    ]

    @Test(arguments: ends)
    func `the end of each kind is known, in whatever pieces it comes`(bytes: [UInt8]) {
        for split in 0...bytes.count {
            var tail = ImageTail()
            tail.append(Array(bytes[..<split]))
            tail.append(Array(bytes[split...]))
            #expect(tail.isEndOfImage)
            tail.append([0x20])
            #expect(!tail.isEndOfImage)
        }
    }

    @Test func `nothing is no end`() {
        #expect(!ImageTail().isEndOfImage && !ImageTail().isEndNear && !ImageTail(isFromStart: true).isEndNear)
    }

    /// A comment that holds an end, tables, a scan with stuffed and restart marks, tables, another scan.
    private static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xFE, 0, 6, 0xFF, 0xD9, 0xFF, 0xD9, 0xFF, 0xFF, 0xDB, 0, 3, 7]
        + [0xFF, 0xDA, 0, 4, 1, 2, 9, 0xFF, 0, 0xFF, 0xD3, 8, 0xFF, 0xC4, 0, 2, 0xFF, 0xDA, 0, 2, 5, 0xFF, 0xFF, 0xD9]

    @Test func `the end of a JPEG is the picture's own, in whatever pieces it comes`() {
        for length in 2...Self.jpeg.count {
            for step in [1, 2, 3, 5, 100] {
                var tail = ImageTail(isFromStart: true)
                // Its first two bytes come together: that is what an answer is judged by.
                tail.append(Array(Self.jpeg[..<2]))
                for start in stride(from: 2, to: length, by: step) {
                    tail.append(Array(Self.jpeg[start..<min(length, start + step)]))
                }
                // Cut right behind what looks like an end it is taken for whole.
                let last: [UInt8] = Array(Self.jpeg[(length - 2)..<length])
                let looksWhole = last == [0xFF, 0xD9]
                #expect(tail.isEndNear == looksWhole, "\(length) bytes by \(step)")
            }
        }
    }

    @Test func `the end is found behind however many coded bytes, stuffed or not`() {
        let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 2]
        for count in 0...200 {
            for stuffed in [nil, 0, count / 2, count] {
                var coded = [UInt8](repeating: 0xFE, count: count)
                if let stuffed { coded.insert(contentsOf: [0xFF, 0], at: stuffed) }
                var tail = ImageTail(isFromStart: true)
                tail.append(head + coded)
                #expect(!tail.isEndNear, "\(count) bytes")
                // Many, so that this is no end but by what was walked through.
                tail.append([0xFF, 0xD9] + [UInt8](repeating: 1, count: 100))
                #expect(tail.isEndNear, "\(count) bytes, 0xFF at \(stuffed ?? -1)")
            }
        }
    }

    @Test(arguments: [true, false]) func `64 KiB may stand behind the end, and no more`(isFromStart: Bool) {
        var tail = ImageTail(isFromStart: isFromStart)
        tail.append(Self.jpeg)
        tail.append([UInt8](repeating: 1, count: 1 << 16))
        #expect(tail.isEndNear && !tail.isEndOfImage)
        tail.append([1])
        #expect(!tail.isEndNear)
        tail.append([0xFF])
        tail.append([0xD9])
        #expect(tail.isEndNear, "of another image behind the first")
    }
}
