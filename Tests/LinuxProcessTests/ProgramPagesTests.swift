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
            ProgramPages.code(maps) == [0x55d0_c0b0_0000..<0x55d0_c0c0_0000, 0x7f00_0040_0000..<0x7f00_0050_0000])
        #expect(ProgramPages.code("nonsense\n\n1-2\n").isEmpty)
    }

    @Test func `what runs goes on running`() {
        ProgramPages.letGo()
        let code = ProgramPages.code(MountTable.text(of: "/proc/self/maps"))
        #expect(!code.isEmpty)
    }
}
