import PhotoTree
import Testing

@testable import PlacesFileSystem

@Suite("InodeTable")
struct InodeTableTests {
    private let table = InodeTable(PhotoTable())
    private let seven = NodeNumber(7)

    private func insert(_ number: NodeNumber, lookups: Int64 = 0) {
        table.insert(number, .directory(.places), .directory, lookups: lookups)
    }

    @Test func `an inode leaves when the kernel has given back every reference`() {
        insert(seven, lookups: 1)
        insert(seven, lookups: 1)
        table.count(-1, for: seven)
        #expect(table.record(seven)?.lookups == 1)
        table.count(-1, for: seven)
        #expect(table.record(seven) == nil)
    }

    @Test func `a forget may overtake the notice of what it forgets`() {
        insert(seven)
        table.count(-1, for: seven)
        #expect(table.record(seven) != nil, "the notice is still to come")
        table.count(1, for: seven)
        #expect(table.record(seven) == nil)
    }

    @Test func `a sweep drops only what the kernel never took`() {
        insert(seven)
        insert(NodeNumber(8), lookups: 1)
        insert(NodeNumber(9))
        table.count(-1, for: NodeNumber(9))
        table.sweep([seven, NodeNumber(8), NodeNumber(9), NodeNumber(10)])
        #expect(table.record(seven) == nil)
        #expect(table.record(NodeNumber(8)) != nil && table.record(NodeNumber(9)) != nil)
    }

    @Test func `the root is never forgotten`() {
        table.count(-100, for: .root)
        table.sweep([.root])
        #expect(table.record(.root)?.lookups == 1)
    }

    @Test func `forgetting what is not there does nothing`() {
        table.count(-1, for: seven)
        table.count(1, for: seven)
        #expect(table.record(seven) == nil && table.count == 1)
    }

    @Test func `a directory's written files are found, and no others`() {
        let paris = DirectoryKey.place(PlaceID("woe:1"))
        let facts = InodeTable.Facts.file(FileFacts(size: 1, modified: Timestamp(0)))
        table.insert(NodeNumber(2), .sidecar(PhotoID("1"), name: "a.jpg", in: paris), facts)
        table.insert(NodeNumber(3), .generated(.map, in: paris), facts)
        table.insert(NodeNumber(4), .generated(.map, in: .places), facts)
        table.insert(NodeNumber(5), .directory(paris), .directory)
        let found = table.files(of: paris)
        #expect(Set(found.map(\.number)) == [NodeNumber(2), NodeNumber(3)])
        #expect(
            Set(found.map(\.node)) == [.sidecar(PhotoID("1"), name: "a.jpg", in: paris), .generated(.map, in: paris)])
    }
}
