import Testing
import Zlib

@Suite("Unpacking piece by piece") struct InflaterTests {
    /// Without zlib's head and check sum.
    private func raw(_ bytes: [UInt8]) throws -> [UInt8] {
        Array(try #require(Deflated.pack(bytes)).dropFirst(2).dropLast(4))
    }

    @Test(arguments: [1, 7, 1000, 65_536])
    func `pieces of any size come back as they were`(piece: Int) throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7 ^ $0) }
        let packed = try raw(bytes)
        let inflater = try Inflater()
        var (found, sum) = ([UInt8](), UInt32(0))
        var rest = packed[...]
        while !inflater.isAtEnd {
            var input = rest.prefix(piece)
            let before = input.count
            let more = try inflater.unpack(&input, most: piece)
            rest = rest.dropFirst(before - input.count)
            found += more
            sum = Checksum.crc32(more, after: sum)
            try #require(before > 0 || !more.isEmpty || inflater.isAtEnd, "the stream ends")
        }
        #expect(found == bytes && sum == Checksum.crc32(bytes) && rest.isEmpty)
    }

    @Test func `what is damaged is said to be`() throws {
        var packed = try raw((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        packed[0] |= 6
        var input = packed[...]
        #expect(throws: Inflater.Failure.damaged) { try Inflater().unpack(&input, most: 1000) }
    }
}
