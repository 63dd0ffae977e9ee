import Testing

@testable import placesfs

@Suite struct NearestWordTests {
    private static let commands = [
        "mount", "unmount", "status", "info", "credits", "new-collection", "cache", "doctor",
    ]

    @Test(arguments: [
        ("moutn", "mount"), ("mont", "mount"), ("umount", "unmount"), ("stauts", "status"), ("inof", "info"),
        ("Doctor", "doctor"), ("new_collection", "new-collection"), ("cahce", "cache"),
    ])
    func `a slip of the finger is recognised`(typed: String, meant: String) {
        #expect(NearestWord.to(typed, among: Self.commands) == meant)
    }

    @Test(arguments: ["", "x", "photos", "xyzzy", "flickr", "0123456789abcdef0123456789abcdef0123456789abcdef"])
    func `what is near to nothing is no slip`(typed: String) {
        #expect(NearestWord.to(typed, among: Self.commands) == nil)
    }

    @Test func `configuration keys and mount options are asked for`() {
        let key = #expect(throws: CommandFailure.self) { try ConfigurationFile("cache-sise = 3M", path: "/c") }
        #expect(key?.description == "/c:1: unknown key 'cache-sise'; did you mean 'cache-size'?")
        let word = #expect(throws: CommandFailure.self) { try MountOptionWords(["alow_other"]) }
        #expect(
            word?.description == "-o alow_other: unknown option; did you mean 'allow_other'? see placesfs mount --help")
    }
}
