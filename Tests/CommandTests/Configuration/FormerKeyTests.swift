import Testing

@testable import placesfs

@Suite struct FormerKeyTests {
    private let gone: Set<String> = ["old-speed", "old-pause"]

    @Test func `a key of an earlier version in a file is no slip and not an assignment`() throws {
        let file = try ConfigurationFile(
            "old-speed = 2KB\nsort = newest\nold_pause\nold-speed = 1\n", path: "/c", formerKeys: gone)
        #expect(file.assignments.map(\.key) == ["sort"])
        #expect(file.former == ["old-speed", "old-pause", "old-speed"])
    }

    @Test func `a key of an earlier version is known after -o, with a value and without`() throws {
        let words = try MountOptionWords(["ro,old_speed=2KB", "old-pause"], formerKeys: gone)
        #expect(words.assignments.map(\.key) == ["read-only"] && words.former == ["old-speed", "old-pause"])
        #expect(throws: CommandFailure.self) { try MountOptionWords(["high_speed=1"], formerKeys: gone) }
    }

    @Test(arguments: [
        (["mount", "--old-speed", "2KB", "-f", "/m"], ["mount", "-o", "old-speed", "-f", "/m"]),
        (["mount", "--old-pause=1s", "/m"], ["mount", "-o", "old-pause", "/m"]),
        (["mount", "--old-speed"], ["mount", "-o", "old-speed"]),
        (["mount", "--", "--old-speed"], ["mount", "--", "--old-speed"]),
        (["mount", "--old-speed-time", "1s", "/m"], ["mount", "--old-speed-time", "1s", "/m"]),
        ([], []),
    ])
    func `an option that went becomes a word that is ignored`(given: [String], taken: [String]) {
        #expect(FormerKey.asMountOptions(given, among: gone) == taken)
    }

    @Test func `no key is there and gone`() {
        #expect(FormerKey.all.allSatisfy { ConfigurationKey(word: $0) == nil })
    }
}
