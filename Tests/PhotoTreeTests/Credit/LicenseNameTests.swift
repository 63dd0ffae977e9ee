import PhotoTree
import Promises
import Testing

/// Licences of sources that have words for them: names and links.
@Suite struct LicenseNameTests {
    @Test(
        .proves("Licences have the names"),
        arguments: [
            ("CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"),
            ("CC BY-SA 3.0 de", "https://creativecommons.org/licenses/by-sa/3.0/de/"),
            ("CC BY-SA 4.0-3.0-2.5-2.0-1.0", "https://creativecommons.org/licenses/by-sa/4.0/"),
            ("CC-BY-2.5", "https://creativecommons.org/licenses/by/2.5/"),
            ("CC0", "https://creativecommons.org/publicdomain/zero/1.0/"),
            ("PDM", "https://creativecommons.org/publicdomain/mark/1.0/"),
            ("Public domain", nil), ("GFDL", nil), ("Copyrighted free use", nil), ("FAL", nil), ("Attribution", nil),
            ("No restrictions", nil), ("CC BY", nil), ("Sonderlizenz für Fahrräder", nil),
        ]) func `a name stays as it is, and a link is added where there is no doubt`(name: String, url: String?)
    {
        #expect(License(shortName: name) == License(id: name, name: name, url: url))
    }

    @Test(arguments: [
        ("https://example.org/licence", "https://example.org/licence"),
        ("//example.org/licence", "https://example.org/licence"),
        ("http://example.org/licence", "http://example.org/licence"),
        ("http://creativecommons.org/licenses/by/3.0", "https://creativecommons.org/licenses/by/3.0"),
        (" https://example.org/licence\n", "https://example.org/licence"),
        ("javascript:alert(1)", nil), ("//", nil), ("https://", nil), ("", nil), ("https://a b", nil),
    ]) func `a link is a web address or none`(url: String, expected: String?) {
        #expect(License(shortName: "Mine", url: url)?.url == expected)
    }

    @Test func `the source's own link stands`() {
        let url = "https://creativecommons.org/licenses/by-sa/3.0/de/deed.en"
        #expect(License(shortName: "CC BY-SA 3.0 de", url: url)?.url == url)
    }

    @Test func `markup and lines are no part of a name`() {
        let license = License(shortName: "<span class='x'>CC&nbsp;BY-SA\n 4.0</span>")
        #expect(license?.name == "CC BY-SA 4.0")
    }

    @Test(arguments: [
        ("https://creativecommons.org/licenses/by-sa/3.0/de/deed.de", "CC BY-SA 3.0 de"),
        ("https://creativecommons.org/publicdomain/zero/1.0/", "CC0 1.0"),
        ("https://example.org/licence", "https://example.org/licence"),
    ]) func `a licence without a name is named by its link`(url: String, name: String) {
        #expect(License(shortName: "", url: url) == License(id: name, name: name, url: url))
    }

    @Test func `without a name and a link there is no licence`() {
        #expect(License(shortName: "") == nil)
        #expect(License(shortName: " <br> ", url: "ftp://example.org") == nil)
    }
}
