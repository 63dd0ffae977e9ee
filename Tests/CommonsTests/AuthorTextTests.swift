import PhotoTree
import Testing

@testable import Commons

/// Authors as pages of Commons have them.
@Suite struct AuthorTextTests {
    @Test(arguments: [
        (#"<a href="//commons.wikimedia.org/wiki/User:Ann" title="User:Ann">Ann Lee</a>"#, "Ann Lee"),
        // From Flickr, with where the author lives.
        (
            #"<a rel="nofollow" class="external text" href="https://www.flickr.com/people/1@N00">Bo &amp; Co</a> from Bern, CH"#,
            "Bo & Co from Bern, CH"
        ),
        // The template of a painter.
        (
            #"""
            <bdi><a href="https://en.wikipedia.org/wiki/en:Berthe_Morisot" class="extiw" title="w:en:Berthe Morisot">
            <span title="French painter (1841-1895)">Berthe Morisot</span></a></bdi>
            """#,
            "Berthe Morisot"
        ),
        // Named once for readers and once for machines.
        (
            #"<span class="fn">Unknown author</span><span style="display: none;">Unknown author</span>"#,
            "Unknown author"
        ),
        (
            #"<div class="fn value"> <span lang="en">Anonymous</span><div style='display:none'>Unknown <div>x</div> y</div></div>"#,
            "Anonymous"
        ),
        // The box about a person, of which the name alone is the author.
        (
            #"""
            <table class="toccolours vcard" style="width:100%"><tr><th colspan="2"><span class="fn"><bdi>Ada Example
            </bdi></span> (1850–1920)</th></tr><tr><td>Description</td><td>French painter</td></tr>
            <tr><td>Date of birth/death</td><td>1 May 1850</td></tr></table>
            """#,
            "Ada Example"
        ),
        (#"<div class="vcard"><div><span class="fn">Ada <b>X</b></span></div>painter</div> and Bo"#, "Ada X, and Bo"),
        (#"<div class='vcard'><span class="fn n">A</span> x <span class="fn">B</span></div>"#, "A, B"),
        (#"<div class="vcard">Ada, painter</div>"#, "Ada, painter"),
        (#"<div class="vcard"><span class="fn">Ada</span> painter"#, "Ada"),
        (#"<div class="vcard"><span class="fn">Ada"#, "Ada"),
        // A signature.
        (
            #"<a href="/wiki/User:Zoë">Zoë</a> (<a href="/wiki/User_talk:Zoë" title="User talk:Zoë">talk</a>)"#,
            "Zoë"
        ),
        (#"<a href="x">A</a> (<a href="y">talk</a> · <a href="z">contribs</a>)"#, "A"),
        // Several.
        ("<p>Photograph: Ann<br>Drawing: Bo\n</p>", "Photograph: Ann, Drawing: Bo"),
        ("<ul><li>Ann</li><li>Bo</li><li>Ann</li></ul>", "Ann, Bo"),
        // Moved here from elsewhere.
        (
            #"The original uploader was <a href="x" class="extiw">Ann</a> at <a href="y">English Wikipedia</a>."#,
            "Ann at English Wikipedia"
        ),
        (
            #"No machine-readable author provided. <a href="x">Ann</a> assumed (based on copyright claims)."#,
            "Ann (assumed)"
        ),
        ("User:Ann", "Ann"),
        ("  Ann\u{200B}\n<!-- note --> ", "Ann\u{200B}"),
        ("© 2009 by Ann", "© 2009 by Ann"),
        // Unclosed, hidden all over, not markup at all.
        (#"<span style="display:none">Ann"#, "Ann"),
        ("Ann <3 Bo", "Ann <3 Bo"),
        ("<a href='x'>", ""), ("", ""), ("&nbsp;", ""),
    ])
    func `an author is told as text`(html: String, text: String) {
        #expect(AuthorText.of(html) == text)
    }

    @Test func `the credit that a licensor asks for goes before who made it, and who uploaded it comes last`() {
        #expect(AuthorText.of(attribution: "Photo by <b>D. Iliff</b>", artist: "Diliff", uploader: "U") == "D. Iliff")
        #expect(
            AuthorText.of(attribution: "© Ann / Wikimedia Commons", artist: "x", uploader: "U")
                == "© Ann / Wikimedia Commons")
        #expect(
            AuthorText.of(attribution: "(c) Jane Doe / CC-BY-SA-4.0", artist: "<a>Jane Doe</a>", uploader: "U")
                == "Jane Doe")
        #expect(
            AuthorText.of(attribution: "© (c) Jane Doe (Bern) / CC BY-SA 4.0", artist: "", uploader: "U")
                == "Jane Doe (Bern)")
        #expect(AuthorText.of(attribution: "CC BY-SA 4.0", artist: "", uploader: "U") == "U (uploader)")
        #expect(AuthorText.of(attribution: " ", artist: "Ann", uploader: "U") == "Ann")
        #expect(AuthorText.of(attribution: "", artist: "<br>", uploader: "Uwe") == "Uwe (uploader)")
        #expect(AuthorText.of(attribution: "", artist: "", uploader: "") == "")
    }

    @Test func `of a description in several languages English is read, else the first`() {
        let both =
            #"<div class="description fr" lang="fr">Bonjour</div><div class="description en" lang="en">Hello</div>"#
        #expect(PhotoReader.description(both) == "Hello")
        let others = #"<p lang="de">Tag</p><p lang="fr">Jour</p>"#
        #expect(PhotoReader.description(others) == "Tag")
        #expect(
            PhotoReader.description(#"A <i lang="la">lapsus</i> in <span lang="fr">Paris</span>"#)
                == "A lapsus in Paris")
    }

    @Test func `a long text of brackets is read in time that grows with its length`() {
        for piece in ["<", "<a", "<a lang=", "<p lang='x'>", "</p>", "<span style='display:none'>", "lang=none<p "] {
            let text = String(repeating: piece, count: 300_000 / piece.utf8.count) + "lang=none"
            let clock = ContinuousClock()
            #expect(clock.measure { _ = AuthorText.of(text) } < .seconds(60))
        }
    }
}
