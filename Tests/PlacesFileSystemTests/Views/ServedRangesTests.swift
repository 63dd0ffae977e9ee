import Testing

@testable import PlacesFileSystem

@Suite("Which bytes were served")
struct ServedRangesTests {
    @Test func `bytes served twice count once`() {
        var served = ServedRanges()
        served.insert(0..<100)
        served.insert(0..<100)
        served.insert(50..<120)
        #expect(served.count == 120)
        #expect(!served.isHalf(of: 241))
        #expect(served.isHalf(of: 240))
    }

    @Test func `an empty file was never half served`() {
        var served = ServedRanges()
        served.insert(5..<5)
        #expect(!served.isHalf(of: 0))
    }

    @Test func `whatever the order, what is counted is the union`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            var served = ServedRanges()
            var bytes: Set<Int64> = []
            for _ in 0..<20 {
                let start = Int64.random(in: 0..<200, using: &random)
                let range = start..<(start + Int64.random(in: 0..<40, using: &random))
                served.insert(range)
                bytes.formUnion(range)
                #expect(served.count == Int64(bytes.count))
            }
        }
    }

    @Test func `a reader that jumps about takes no more memory, and still gets to the half`() {
        var served = ServedRanges()
        for start in stride(from: Int64(0), to: 200_000, by: 20) {
            served.insert(start..<(start + 10))
        }
        #expect(served.count <= 64 * 10)
        served.insert(0..<100_000)
        #expect(served.isHalf(of: 200_000))
    }
}
