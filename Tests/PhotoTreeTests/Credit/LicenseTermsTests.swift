import PhotoTree
import Promises
import Testing

/// How the names and addresses that sources write are judged.
@Suite struct LicenseTermsTests {
    typealias Filter = LicenseFilter

    private func wanting(_ name: String, _ url: String? = nil) -> Set<Filter> {
        let license = License(id: "x", name: name, url: url)
        return Set(Filter.allCases.filter { $0.admits(license) })
    }

    @Test(arguments: [
        "CC BY 4.0", "CC BY-SA 4.0", "CC BY-SA 3.0 de", "CC BY-SA 4.0-3.0-2.5-2.0-1.0", "CC BY 2.5", "CC SA 1.0",
        "CC-BY-SA-3.0", "cc-by-sa-3.0-migrated", "CC BY-ND 2.0", "CC BY-SA 3.0 us", "CC BY-SA 2.1 jp",
        "Creative Commons Attribution-Share Alike 3.0", "CC BY-SA 3.0 or GFDL",
    ]) func `Creative Commons' licences are for money too`(name: String) {
        #expect(wanting(name) == [.any, .cc, .commercial])
    }

    @Test(arguments: [
        "CC BY-NC 2.0", "CC BY-NC-SA 4.0", "cc-by-nc-nd-3.0-au", "CC BY-SA-NC 2.0",
        "Creative Commons Attribution-NonCommercial 3.0", "Creative Commons Attribution-Non-Commercial 3.0",
        "\u{202E}CC BY 4.0, not for shops",
        // What it allows is not in its name.
        "CC Sampling+ 1.0", "CC",
    ]) func `but for those that say no`(name: String) {
        #expect(wanting(name) == [.any, .cc])
    }

    @Test(arguments: [
        "CC0", "CC0 1.0", "cc-zero", "CC-Zero", "PDM", "PDM-owner", "Public Domain Mark 1.0",
        "Public Domain Dedication (CC0)", "CC-PD-Mark", "Creative Commons Zero, Public Domain Dedication",
    ]) func `Creative Commons' public domain tools are everybody's`(name: String) {
        #expect(wanting(name) == [.any, .cc, .commercial, .publicDomain])
    }

    @Test(arguments: [
        "Public domain", "public domain", "PD", "PD-old-100", "No restrictions", "No known copyright restrictions",
        "United States Government Work", "Public domain in the United States",
    ]) func `what nobody holds rights to is not Creative Commons'`(name: String) {
        #expect(wanting(name) == [.any, .commercial, .publicDomain])
    }

    @Test(arguments: [
        "GFDL", "GFDL 1.2", "GFDL 1.2 or later", "FAL", "FAL 1.3", "Free Art License 1.3", "Licence Art Libre",
        "Attribution",
        "Copyrighted free use", "OGL 3.0", "OGL 3", "GODL-India", "KOGL Type 1", "GPL v3+", "MIT", "BSD",
        "Apache License 2.0", "dl-de/by-2-0",
    ]) func `other free licences are for money`(name: String) {
        #expect(wanting(name) == [.any, .commercial])
    }

    @Test(
        .proves("`--license` means the same"),
        arguments: [
            "", " ", "All rights reserved", "All Rights Reserved", "KOGL Type 4", "Fair use", "Not public domain",
            "Non-free, not CC BY", "Copyrighted free use pending", "MIT Museum, all rights reserved",
            "Flickr licence 17",
            "GFDL or CC BY-NC", "Ask me", "CCTV", "pdf",
        ]) func `what is reserved, unknown or too clever is wanted by any alone`(name: String)
    {
        #expect(wanting(name) == [.any])
    }

    @Test(.proves("`--license` means the same")) func `a photo without a licence is wanted by any alone`() {
        #expect(Filter.allCases.filter { $0.admits(nil) } == [.any])
    }

    @Test(arguments: [
        ("https://creativecommons.org/licenses/by-nc-sa/2.0/", [Filter.any, .cc]),
        ("http://creativecommons.org/licenses/by/3.0/de/deed.en", [.any, .cc, .commercial]),
        ("//www.creativecommons.org/licenses/by-sa/4.0", [.any, .cc, .commercial]),
        ("https://CreativeCommons.org/publicdomain/zero/1.0/deed.en?x#y", [.any, .cc, .commercial, .publicDomain]),
        ("https://creativecommons.org/licenses/publicdomain/", [.any, .cc, .commercial, .publicDomain]),
        ("https://www.flickr.com/commons/usage/", [.any, .commercial, .publicDomain]),
        ("http://www.usa.gov/copyright.shtml", [.any, .commercial, .publicDomain]),
        ("https://www.gnu.org/copyleft/fdl.html", [.any, .commercial]),
        ("http://artlibre.org/licence/lal/en/", [.any, .commercial]),
        ("https://creativecommons.org.example/licenses/by/4.0/", [.any]),
        ("https://creativecommons.org@example.com/licenses/by/4.0/", [.any]),
        ("https://example.com/creativecommons.org/licenses/by/4.0/", [.any]),
        ("https://creativecommons.org/licenses/by-xx/4.0/", [.any]),
        ("https://creativecommons.org/", [.any]), ("https://", [.any]), ("by/4.0", [.any]),
    ]) func `an address tells what an unknown name does not`(url: String, expected: [Filter]) {
        #expect(wanting("A licence of my own", url) == Set(expected))
    }

    @Test func `of a licence's name and address that disagree the stricter counts`() {
        #expect(wanting("CC BY 2.0", "https://creativecommons.org/licenses/by-nc/2.0/") == [.any, .cc])
        #expect(wanting("All rights reserved", "https://creativecommons.org/licenses/by/2.0/") == [.any])
        #expect(wanting("CC0", "https://creativecommons.org/licenses/by/4.0/") == [.any, .cc, .commercial])
    }
}
