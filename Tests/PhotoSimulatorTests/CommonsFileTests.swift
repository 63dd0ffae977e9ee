import PhotoSimulator
import Testing

@Suite struct CommonsFileTests {
    @Test(arguments: [
        ("sunset over the Seine", "Sunset over the Seine.jpg"),
        ("A/B: what? #1 [draft] {x}|<y>", "A-B- what? -1 -draft- -x---y-.jpg"),
        ("  blanks__and\nbreaks ", "Blanks and breaks.jpg"), ("already.JPG", "Already.jpg"), ("", "Photo 5.jpg"),
        ("...", "Photo 5.jpg"), ("100%41 &amp; ~~~~", "100％41 ＆amp; ~-~~.jpg"), ("e\u{301}te\u{301}", "Été.jpg"),
        ("\u{202E}gnol", "Gnol.jpg"), ("金閣寺 (Kyoto)", "金閣寺 (Kyoto).jpg"),
        (String(repeating: "é", count: 200), "É" + String(repeating: "é", count: 119) + ".jpg"),
    ])
    func `a title becomes one that MediaWiki allows, and stays as it was in ObjectName`(title: String, name: String)
        async throws
    {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            simulator.library.add(SimulatedPhoto(id: "5", title: title))
            let answer = try await simulator.commons([
                "pageids": "5", "prop": "imageinfo", "iiprop": "url|extmetadata", "iiextmetadatafilter": "ObjectName",
            ])
            #expect(answer.pages.first?["title"] as? String == "File:\(name)")
            let object = (answer.info()["extmetadata"] as? [String: Any])?["ObjectName"] as? [String: Any]
            #expect(object?["value"] as? String == (title.isEmpty ? "Photo 5" : title))
            let address = try #require(answer.info()["url"] as? String)
            #expect(try await simulator.commonsImage(address).status == 200)
            let key = Array(name.replacing(" ", with: "_").utf8)
            let sum = try await digest("md5sum", key)
            #expect(address.contains("/wikipedia/commons/\(sum.prefix(1))/\(sum.prefix(2))/"))
        }
    }

    @Test func `of photos with one title the first uploaded keeps the plain name`() {
        let library = Library.synthetic(places: 1, photosPerPlace: 40)
        let evenings = library.commonsFiles.filter { $0.photo.title == "Evening light" }
        #expect(evenings.map(\.name).last == "Evening light.jpg" && evenings.count == 3)
        #expect(evenings.dropLast().allSatisfy { $0.name == "Evening light (\($0.photo.id)).jpg" })
        #expect(Set(library.commonsFiles.map(\.name)).count == 40)
    }

    @Test(arguments: [
        ("4", "CC BY 2.0", "https://creativecommons.org/licenses/by/2.0"),
        ("12", "CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0"),
        ("16", "CC BY-NC-ND 4.0", "https://creativecommons.org/licenses/by-nc-nd/4.0"),
        ("9", "CC0", "http://creativecommons.org/publicdomain/zero/1.0/deed.en"), ("8", "Public domain", nil),
        ("7", "No restrictions", "https://www.flickr.com/commons/usage/"), ("0", nil, nil), ("99", nil, nil),
    ])
    func `licences are spelled as Commons does`(number: String, name: String?, address: String?) async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            simulator.library.add(SimulatedPhoto(id: "5", title: "A", license: number))
            let values = try await simulator.metadata(of: "5")
            #expect(values["LicenseShortName"] == name && values["LicenseUrl"] == address)
        }
    }

    @Test func `the page's members are HTML and free text, as templates write them`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            simulator.library.add(
                SimulatedPhoto(
                    id: "5", title: "A", description: "One <b>bold</b>\nline", tags: ["night", "old town", "night"],
                    ownerName: "D. & \"L\"", license: "5", taken: "1890-01-01 00:00:00", takenGranularity: 8,
                    position: .init(latitude: 48.5, longitude: 2.25)))
            let values = try await simulator.metadata(of: "5")
            #expect(
                values["Artist"] == "<a href=\"//commons.wikimedia.org/wiki/User:D._%26_%22L%22\" "
                    + "title=\"User:D. &amp; &quot;L&quot;\">D. &amp; &quot;L&quot;</a>")
            #expect(values["ImageDescription"] == "One <b>bold</b><br>\nline")
            #expect(values["DateTimeOriginal"] == "circa\u{A0}1890" && values["GPSLatitude"] == "48.5")
            #expect(values["Categories"] == "Night|Old town|CC-BY-SA-2.0", "hidden ones too")
            simulator.library.edit("5") { photo in
                photo.ownerName = ""
                photo.takenUnknown = true
                photo.commons = CommonsPage(attribution: "Me", licenseName: "FAL")
            }
            let others = try await simulator.metadata(of: "5")
            #expect(others["Artist"]?.contains("Unknown author") == true && others["DateTimeOriginal"] == nil)
            #expect(others["LicenseShortName"] == "FAL" && others["LicenseUrl"] == nil && others["Attribution"] == "Me")
        }
    }

    @Test func `a photo of one service is unknown to the other`() async throws {
        try await serving(synthetic(places: 0)) { (simulator) async throws in
            simulator.library.add(SimulatedPhoto(id: "5", title: "Flickr's", only: .flickr))
            simulator.library.add(SimulatedPhoto(id: "6", title: "Commons'", only: .commons))
            let all = try await simulator.commons(["list": "allimages", "ailimit": "max"])
            #expect(all.count("query.allimages") == 1 && all.string("query.allimages.0.name") == "Commons'.jpg")
            #expect(try await simulator.commons(["pageids": "5"]).pages.first?["missing"] as? Bool == true)
            let recent = try await simulator.call("flickr.photos.getRecent")
            #expect(recent.ids() == ["5"] && simulator.library.photos.map(\.id) == ["5"])
            #expect(try await simulator.call("flickr.photos.getInfo", "photo_id=6").number("code") == 1)
            #expect(try await fetch(simulator.image("6")).status == 404)
            #expect(try await fetch(simulator.image("5")).status == 200)
        }
    }
}

extension Simulator {
    /// The values of a page's `extmetadata`.
    fileprivate func metadata(of page: String) async throws -> [String: String] {
        let answer = try await commons(["pageids": page, "prop": "imageinfo", "iiprop": "extmetadata"])
        let members = answer.info()["extmetadata"] as? [String: [String: Any]] ?? [:]
        return members.compactMapValues { $0["value"] as? String }
    }
}
