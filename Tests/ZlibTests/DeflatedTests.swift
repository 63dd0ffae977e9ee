import Testing
import Zlib

@Suite("Packed bytes") struct DeflatedTests {
    @Test(arguments: [0, 1, 2_700, 8_192, 8_193, 130_000])
    func `come back as they were`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let packed = try #require(Deflated.pack(bytes))
        #expect(packed.first == Deflated.firstByte)
        #expect(Deflated.unpack(packed, limit: 200_000) == bytes)
    }

    @Test func `a text that says the same often takes little room`() throws {
        let bytes = Array(String(repeating: "<dc:creator>Ada</dc:creator>", count: 100).utf8)
        #expect(try #require(Deflated.pack(bytes)).count < 100)
    }

    @Test func `what is damaged, cut or too long is nothing`() throws {
        let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var packed = try #require(Deflated.pack(bytes))
        #expect(Deflated.unpack(packed, limit: 49_999) == nil)
        #expect(Deflated.unpack(Array(packed.dropLast(5)), limit: 100_000) == nil)
        #expect(Deflated.unpack([], limit: 100) == nil)
        packed[packed.count / 2] ^= 0xFF
        #expect(Deflated.unpack(packed, limit: 100_000) == nil)
    }
}
