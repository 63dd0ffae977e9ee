import Testing

@testable import LinuxProcess

@Suite struct ProgramPagesTests {
    @Test func `only code that came from a file is let go`() {
        let maps = """
            55d0c0a00000-55d0c0b00000 r--p 00000000 fd:00 11                         /usr/bin/program
            55d0c0b00000-55d0c0c00000 r-xp 00100000 fd:00 11                         /usr/bin/program
            55d0c0c00000-55d0c0d00000 rw-p 00200000 fd:00 11                         /usr/bin/program
            55d0c1a00000-55d0c1b00000 rw-p 00000000 00:00 0                          [heap]
            7f0000000000-7f0000001000 r-xp 00000000 00:00 0
            7f0000400000-7f0000500000 r-xp 00000000 fd:00 12                         /usr/lib/a library.so.1
            7f0000600000-7f0000700000 r-xs 00000000 fd:00 13                         /usr/lib/shared
            7ffd00000000-7ffd00001000 r-xp 00000000 00:00 0                          [vdso]
            """
        #expect(
            ProgramPages.code(Array(maps.utf8)) == [
                0x55d0_c0b0_0000..<0x55d0_c0c0_0000, 0x7f00_0040_0000..<0x7f00_0050_0000,
            ])
        #expect(ProgramPages.code(Array("nonsense\n\n1-2\n".utf8)).isEmpty)
    }

    @Test func `code that is let go leaves memory, and the process goes on`() throws {
        let before = try residentCode()
        ProgramPages.release()
        let after = try residentCode()
        // Tests beside this one go on running, and so bring some of it back at once.
        #expect(before > 0 && after < before, "\(before) kB, then \(after)")
    }

    /// In kB, of all code that came from files (proc(5), smaps).
    private func residentCode() throws -> Int {
        var isCode = false
        var sum = 0
        for line in MountTable.text(of: "/proc/self/smaps").split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            if words.count >= 5, words[0].contains("-") {
                isCode = words[1] == "r-xp" && words.count > 5 && words[5].hasPrefix("/")
            } else if isCode, words.first == "Rss:" {
                sum += try #require(Int(words[1]))
            }
        }
        return sum
    }
}
