import PhotoTree
import Testing

@Suite struct FixedNumberTests {
    @Test func `what every mount has keeps a number of its own at the end of 32 bits`() {
        let directories = DirectoryKey.fixed.compactMap(\.fixedNumber)
        let files = [DirectoryKey.root, .state].flatMap { directory in
            let shape = Layout.shape(of: directory)
            return (shape.generated + shape.unlisted).map { $0.fixedNumber(in: directory) }
        }
        #expect(files.allSatisfy { $0 != nil }, "a look at them must not need the disk")
        let numbers = directories + files.compactMap { $0 }
        #expect(Set(numbers).count == numbers.count && numbers.count == 14)
        #expect(numbers.allSatisfy { $0 > .firstFixed && $0.rawValue < 1 << 32 })
        for shape in [DirectoryKey.root, .state].map(Layout.shape(of:)) {
            for (name, key) in shape.directories + shape.unlistedDirectories {
                #expect(key.fixedNumber != nil, "\(name)")
            }
        }
        #expect(GeneratedFile.map.fixedNumber(in: .pins) == nil && DirectoryKey.country("France").fixedNumber == nil)
    }
}
