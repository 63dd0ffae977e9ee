import Fuzzing
import PhotoTree
import Testing

@Suite("PlainText")
struct PlainTextTests {
    @Test(arguments: [
        ("", ""),
        ("Plain words", "Plain words"),
        ("<b>Bold</b> and <i class=\"a>b\">slanted</i>", "Bold and slanted"),
        ("<a href=\"https://example.org/?a=1&amp;b=2\" rel=\"nofollow\">a link</a>!", "a link!"),
        ("one<br>two<br/>three<BR />four", "one\ntwo\nthree\nfour"),
        ("one<br />\ntwo<br />\r\nthree", "one\ntwo\nthree"),
        ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("a\n\n\n\n\nb", "a\n\nb"),
        ("  a \t b  \n  c  ", "a b\nc"),
        ("<ul><li>a</li><li>b</li></ul>", "a\nb"),
        ("<html><head><title>Flickr</title></head><body>Please try again.</body></html>", "Flickr\nPlease try again."),
        ("H<sub>2</sub>O", "H2O"),
        ("&quot;R&amp;B&quot; &#8230; &#x2014; &hellip;", "\"R&B\" … — …"),
        ("&amp;quot; once only", "&quot; once only"),
        ("&nbsp;a&nbsp;&nbsp;b\u{A0} \u{A0}c", "a b c"),
        ("&eacute;&Eacute;&szlig;&yuml;&copy;", "éÉßÿ©"),
        ("it&#146;s &#150; &#39;so&#39", "it’s – 'so'"),
        ("&#0;&#xD800;&#x110000;&#99999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("R&B &unknown; &; & &#; &#x; ?a=1&copy=2", "R&B &unknown; &; & &#; &#x; ?a=1&copy=2"),
        ("3 < 5 > 4, <3, a<", "3 < 5 > 4, <3, a<"),
        ("unclosed <a href=", "unclosed <a href="),
        ("quote <a title=\"never closed>seen", "quote seen"),
        ("a<script>var b = '<b>';</script>b<STYLE>p { }</STYLE >c", "abc"),
        ("a<script>never closed", "anever closed"),
        ("a<!-- <b> hidden --> b<!-- open", "a b<!-- open"),
        ("<!DOCTYPE html><?xml?>a", "a"),
        ("nul\u{0}bell\u{7}\u{9B}gone", "nulbellgone"),
        ("東京の&#26716;🌸<br>夜", "東京の桜🌸\n夜"),
        ("&lt;b&gt; stays", "<b> stays"),
    ])
    func `HTML reads as the text it shows`(html: String, text: String) {
        #expect(PlainText.from(html: html) == text)
    }

    @Test(arguments: [
        "<", "<a ", "<a '", "<a =\"", "<script>", "<!--", "&", "&#", "<script><style>", "\u{A0}", "<a =\"><a ='>",
        "</script",
        "<br>", "&#x41",
    ])
    func `hostile repetition takes linear time`(piece: String) {
        let clock = ContinuousClock()
        let time = clock.measure { _ = PlainText.from(html: String(repeating: piece, count: 10_000)) }
        // Quadratic time would be far more.
        #expect(time < .seconds(20))
    }

    @Test
    func `no text of marks makes it crash or keeps a control character`() {
        var random = SeededGenerator(seed: 1)
        let pieces = [
            "<", ">", "&", "#", ";", "x", "\"", "'", "=", "/", "!--", "--", "script", "br", " ", "\n", "é", "🌸",
            "\u{0}",
        ]
        for _ in 0..<3000 {
            let html = (0..<Int.random(in: 0..<30, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            let text = PlainText.from(html: html)
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "\(html.debugDescription)")
            #expect(
                !text.hasPrefix(" ") && !text.hasSuffix(" ") && !text.contains("\n\n\n"), "\(html.debugDescription)")
        }
    }

    @Test(arguments: [
        ("one two three", 20, "one two three"),
        ("one two three", 9, "one two"),
        ("one two three", 7, "one two"),
        ("one\n\n two\tthree", 7, "one two"),
        ("Donaudampfschifffahrt", 5, "Donau"),
        ("a Donaudampfschifffahrt", 10, "a Donaudam"),
        ("日本語の説明文がここに", 4, "日本語の"),
        ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 1, "👩‍👩‍👧‍👦"),
        ("  ", 5, ""),
        ("abc", 0, ""),
        ("abc", -1, ""),
    ])
    func `first words end where a word ends`(text: String, limit: Int, words: String) {
        #expect(PlainText.firstWords(of: text, limit: limit) == words)
    }
}
