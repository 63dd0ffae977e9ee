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
        #expect(!ImageTail().isEndOfImage)
    }
}
