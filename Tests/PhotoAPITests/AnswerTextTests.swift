import PhotoAPI
import Testing

/// What goes into addresses and into errors.
@Suite struct AnswerTextTests {
    @Test(arguments: [
        (48.8584, "48.858400"), (-0.000_001, "-0.000001"), (0, "0.000000"), (-180, "-180.000000"), (1e-9, "0.000000"),
    ])
    func `degrees are decimals, never with an exponent`(value: Double, text: String) {
        #expect(degrees(value) == text)
    }

    @Test func `a thousandth is written with as many places`() {
        #expect(decimal(31_999, places: 3) == "31.999" && decimal(1, places: 3) == "0.001")
        #expect(decimal(.min, places: 3) == "-9223372036854775.808")
    }

    @Test func `everything but unreserved characters is percent-encoded`() {
        #expect(percentEncoded("a-Z_0.~") == "a-Z_0.~")
        #expect(percentEncoded("é b|&=/?#\n") == "%C3%A9%20b%7C%26%3D%2F%3F%23%0A")
    }

    @Test(arguments: [
        ("", "nothing"), ("  \n", "nothing"), ("<?xml version='1.0'?>", "XML instead of JSON"),
        ("<rsp stat='ok'/>", "XML instead of JSON"), ("{\"a\":", "damaged JSON"),
        ("busy, later", "no JSON: busy, later"),
        ("<html><title>Bad &amp; gone</title>", "HTML instead of JSON: Bad & gone"),
    ])
    func `a body that is no JSON is told in words`(body: String, words: String) {
        #expect(BodyKind.words(for: Array(body.utf8), .syntax) == words)
    }

    @Test func `others' words in errors are one short line`() {
        #expect(ErrorText.line("a\n\tb\u{0}") == "a b")
        let long = ErrorText.line(String(repeating: "word ", count: 1_000))
        #expect((197...200).contains(long.utf8.count) && long.hasSuffix("…"))
        #expect(ErrorText.line("a\u{9B}31m\u{202E}b") == "a31mb")
        let marks = ErrorText.line("e" + String(repeating: "\u{301}", count: 100_000))
        #expect(marks.utf8.count <= 200, "one character, and as many bytes as it likes")
    }
}
