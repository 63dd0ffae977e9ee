import PhotoTree
import Testing

@Suite struct FixedNumberTests {
    @Test func `what every mount has keeps a number of its own at the end of 32 bits`() {
        let directories = DirectoryKey.fixed.compactMap(\.fixedNumber)
        let files = GeneratedFile.fixed.compactMap { $0.file.fixedNumber(in: $0.directory) }
        let numbers = directories + files
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers.allSatisfy { $0 > .firstFixed && $0.rawValue < 1 << 32 })
        #expect(GeneratedFile.map.fixedNumber(in: .pins) == nil && DirectoryKey.country("France").fixedNumber == nil)
    }

    @Test func `files of every mount have the numbers that programs know`() {
        let numbers = Dictionary(
            uniqueKeysWithValues: GeneratedFile.fixed.map { fixed in
                (
                    "\(fixed.directory.text) \(fixed.file.rawValue)",
                    fixed.file.fixedNumber(in: fixed.directory)?.rawValue
                )
            })
        #expect(
            numbers == [
                "root README.txt": 0xFFFF_FF20, "root CACHEDIR.TAG": 0xFFFF_FF21, "root .nomedia": 0xFFFF_FF22,
                "root .trackerignore": 0xFFFF_FF23, "state status": 0xFFFF_FF30, "state status.json": 0xFFFF_FF31,
                "state metrics": 0xFFFF_FF32, "state version": 0xFFFF_FF33,
            ])
    }
}
