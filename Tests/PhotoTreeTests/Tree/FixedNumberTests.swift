import PhotoTree
import Testing

@Suite struct FixedNumberTests {
    @Test func `what every mount has keeps a number of its own at the end of 32 bits`() {
        let directories = DirectoryKey.fixed.compactMap(\.fixedNumber)
        let files = GeneratedFile.fixed.compactMap { $0.file.fixedNumber(in: $0.directory) }
        let numbers = directories + files
        #expect(Set(numbers).count == numbers.count && numbers.count == 16)
        #expect(numbers.allSatisfy { $0 > .firstFixed && $0.rawValue < 1 << 32 })
        #expect(GeneratedFile.map.fixedNumber(in: .pins) == nil && DirectoryKey.country("France").fixedNumber == nil)
    }
}
