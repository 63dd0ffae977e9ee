import Testing

@testable import PlacesFileSystem

@Suite("A table of what was used lately") struct RecentlyUsedTests {
    private func values(_ table: RecentlyUsed<Int, String>, _ keys: [Int]) -> [String?] {
        var table = table
        return keys.map { table[$0] }
    }

    @Test func `a table of what was used lately never has more than its capacity, and what was asked for last stays`() {
        var table = RecentlyUsed<Int, String>(capacity: 8)
        for number in 0..<100 {
            table[number] = "\(number)"
            // Looked at each time, the first one is never the oldest.
            let first = table[0]
            #expect(first == "0", "\(number)")
            #expect(table.count <= 8)
        }
        #expect(values(table, [99, 1]) == ["99", nil])
    }

    @Test func `what is removed is gone, and the others stay`() {
        var table = RecentlyUsed<Int, String>(capacity: 8)
        for number in 0..<4 { table[number] = "\(number)" }
        table[1] = nil
        table.removeAll { $0 >= 3 }
        #expect(values(table, [0, 1, 2, 3]) == ["0", nil, "2", nil])
    }
}
