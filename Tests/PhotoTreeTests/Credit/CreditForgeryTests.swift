import Promises
import Testing

@testable import PhotoTree

/// What a line of credits, and a licence's link, can be made to say.
@Suite struct CreditForgeryTests {
    @Test(
        .proves("Terminal escapes"),
        arguments: [
            "Ann, CC0 1.0, https://example.org/", "Ann, Public domain", "Ann, License CC BY-SA 4.0",
            "https://example.org",
            "Ann\", CC BY 4.0",
        ])
    func `an author who calls themselves a licence or an address is quoted`(name: String) {
        let line = Credits.line(title: "Sunset", author: name, license: "All rights reserved", page: "https://p.test/1")
        let quoted = name.replacing("\"", with: "'")
        #expect(line == "\"Sunset\" by \"\(quoted)\", All rights reserved, https://p.test/1")
    }

    @Test(arguments: [
        "CC BY 4.0", "cc-by-sa-3.0", "CC0", "CC Zero", "CC-PD-Mark", "PDM", "Public Domain Mark 1.0", "PD-old-100",
        "Public Domain Dedication (CC0)", "Creative Commons Zero", "Creative Commons Attribution", "Public domain",
        "All rights reserved", "No restrictions", "No known copyright restrictions", "United States Government Work",
        "US government work", "GFDL 1.2 or later", "FAL", "LAL", "Licence Art Libre", "Free Art License 1.3",
        "Attribution", "Copyrighted free use", "OGL 3.0", "GODL-India", "KOGL Type 1", "GPL v3+", "LGPL", "AGPL",
        "GNU Free Documentation License", "MIT", "BSD", "Apache License 2.0", "MPL 2.0", "ODbL", "dl-de/by-2-0",
    ])
    func `whatever licence it is`(license: String) {
        for name in [
            "Ann, \(license)", "Ann, \(license.uppercased())", "Ann Lee, (under \(license.lowercased())", license,
        ] {
            let line = Credits.line(title: "S", author: name, license: "", page: "")
            #expect(line == "\"S\" by \"\(name)\", licence unknown")
        }
    }

    @Test(arguments: ["Ann Lee", "Smith, John", "Ann Lee, Bob Ray", "R&B (talk)", "Côte d'Azur"])
    func `a name is not`(name: String) {
        #expect(
            Credits.line(title: "S", author: name, license: "CC BY 2.0", page: "") == "\"S\" by \(name), CC BY 2.0")
    }

    @Test(
        .proves("Terminal escapes"),
        arguments: [
            "https://creativecommons.org@evil.example/", "//creativecommons.org@evil.example/licenses/by/4.0",
            "http://creativecommons.org:x@evil.example/licenses/by/4.0/", "https://creativecommons.org\\@evil.example/",
            "HTTPS://a@evil.example",
        ])
    func `a link that names a user is no licence's`(url: String) {
        let license = License(shortName: "CC BY 4.0", url: url)
        #expect(license?.url.map { $0.contains("evil") && !$0.contains("\\") } != true, "\(license?.url ?? "")")
        #expect(License(shortName: "Own terms", url: url)?.url.map { $0.contains("@") && !$0.contains("\\") } != true)
    }
}
