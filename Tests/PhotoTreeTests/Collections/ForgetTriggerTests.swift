import PhotoTree
import Testing

@Suite struct ForgetTriggerTests {
    @Test(arguments: ["53512312", "File:Über den Dächern/1.jpg", "%", "a.b", "-", "\u{1F5FC}", "..", "A b"])
    func `an id makes a legal name, and the name tells the id`(id: String) throws {
        let name = try #require(ForgetTrigger.name(of: PhotoID(id)))
        #expect(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
        #expect(ForgetTrigger.photo(named: name) == PhotoID(id))
    }

    @Test(arguments: [
        "", ".forget", ".forget-", ".new-collection", "forget-1", ".forget-%", ".forget-%3", ".forget-%zz",
        ".forget-%FF", ".forget-%31", ".forget-a b", ".forget-%c3",
    ])
    func `a name that is not ours forgets nothing`(name: String) {
        #expect(ForgetTrigger.photo(named: name) == nil)
    }

    @Test func `an id without end has no name`() {
        #expect(ForgetTrigger.name(of: PhotoID(String(repeating: "1", count: 248))) == nil)
        #expect(ForgetTrigger.name(of: PhotoID("")) == nil)
    }
}
