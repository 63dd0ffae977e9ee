import Testing

@testable import Flickr

@Suite struct APIKeyTests {
    @Test func `a key prints as hidden however it is printed`() throws {
        let key = try #require(APIKey("0123456789abcdef0123456789abcdef\n"))
        var dumped = ""
        dump(key, to: &dumped)
        let texts = ["\(key)", String(reflecting: key), dumped, "\(Optional(key) as Any)", "\([key])"]
        for text in texts {
            #expect(!text.contains("0123456789abcdef"), "\(text)")
            #expect(text.contains("(hidden)"))
        }
    }
}
