import Foundation
import Fuzzing
import Testing

@testable import PhotoTree

@Suite struct FuzzTexts {
    private let html = [
        "Taken from the <a href=\"https://example.org/?a=1&amp;b=2\" rel='nofollow'>bridge</a>.<br />\nIn <b>June</b>.",
        "<p>One</p><p>Two &lt;3 &eacute;&#233;&#xE9;&nbsp;</p><!-- no --><script>if (a < b) {}</script>after",
        "a < b && c > d; R&B; AT&T &copy=1 <3 <- <=", "<table><tr><td>1<td>2</table><style>p{}</style>",
        "東京\r\n\r\n\r\n塔",
    ]

    @Test func `any HTML makes clean plain text that is no longer than it`() async throws {
        try await Fuzz.run("PlainText", seeds: html, hostile: HostileText.all, inputs: 3_000) { html, _ in
            let text = PlainText.from(html: html)
            try Fuzz.demand(text.utf8.count <= html.utf8.count, "\(html.utf8.count) bytes become \(text.utf8.count)")
            let control = text.unicodeScalars.first { $0 != "\n" && PlainText.isControl($0) }
            try Fuzz.demand(control == nil, "control character \(control?.value ?? 0)")
            try Fuzz.demand(!text.utf8.elementsEqual([0x20]) && !text.containsBytes(of: "\n\n\n"), "blanks run on")
            let ends = [text.unicodeScalars.first, text.unicodeScalars.last]
            try Fuzz.demand(!ends.contains(" ") && !ends.contains("\n"), "blanks at an end")
        }
    }

    @Test func `any text becomes one line, and words of it`() async throws {
        try await Fuzz.run("OneLine", seeds: html, hostile: HostileText.all, inputs: 2_000) { text, random in
            let line = PlainText.oneLine(text)
            try Fuzz.demand(!line.unicodeScalars.contains(where: PlainText.isControl), "a control character")
            try Fuzz.demand(PlainText.oneLine(line).hasBytes(of: line), "the line's line is another")
            let limit = random.upTo(80)
            let words = PlainText.firstWords(of: text, limit: limit)
            try Fuzz.demand(words.count <= limit, "\(words.count) characters instead of \(limit)")
            let bytes = random.upTo(300)
            for cut in [
                TextCut.words(text, maximumBytes: bytes), TextCut.characters(text, maximumBytes: bytes),
            ] {
                try Fuzz.demand(cut.utf8.count <= bytes, "\(cut.utf8.count) bytes instead of \(bytes)")
            }
        }
    }

    @Test func `any path becomes a reference that leads back to it`() async throws {
        let seeds = ["../Paris/a b.jpg", "100%/é?#.jpg", "./x", "東京/👩‍👧.jpg"]
        try await Fuzz.run("RelativeReference", seeds: seeds) { path, _ in
            let reference = RelativeReference.from(path: path)
            let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/%".utf8)
            try Fuzz.demand(reference.utf8.allSatisfy(allowed.contains), reference)
            // Foundation's decoder takes U+FEFF off the front.
            let decoded = ("/" + reference).removingPercentEncoding
            try Fuzz.demand(decoded.map { Array($0.utf8) } == Array("/\(path)".utf8), "\(reference) leads elsewhere")
        }
    }
}
