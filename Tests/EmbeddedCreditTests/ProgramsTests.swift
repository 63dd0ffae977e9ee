import Foundation
import PhotoTree
import TestSupport
import Testing

@testable import EmbeddedCredit

/// What other people's programs read from the files that we serve.
@Suite struct ProgramsTests {
    @Test func `exiftool reads author, licence, date, position and page`() async throws {
        let tags = try await read(served(try await Pictures().jpeg, .sample, city: "Paris", country: "France"))
        let rights = "© Ann Lee. CC BY 2.0, https://creativecommons.org/licenses/by/2.0/"
        let expected: [String: String] = [
            "EXIF:ImageDescription": "From the bridge. In June.", "EXIF:Artist": "Ann Lee", "EXIF:Copyright": rights,
            "EXIF:DateTimeOriginal": "2016:07:14 20:31:05", "EXIF:GPSLatitudeRef": "North",
            "EXIF:GPSLongitudeRef": "West", "EXIF:ExifImageWidth": "64", "XMP:Title": "Sunset at the Pont d'Iéna",
            "XMP:Creator": "Ann Lee", "XMP:Rights": rights,
            "XMP:Credit": "\"Sunset at the Pont d'Iéna\" by Ann Lee, CC BY 2.0, https://example.org/photos/1/123/",
            "XMP:Source": "Flickr", "XMP:City": "Paris", "XMP:Country": "France",
            "XMP:DateCreated": "2016:07:14 20:31:05", "XMP:Marked": "1",
            "XMP:WebStatement": "https://creativecommons.org/licenses/by/2.0/", "XMP:UsageTerms": "CC BY 2.0",
            "XMP:License": "https://creativecommons.org/licenses/by/2.0/", "XMP:AttributionName": "Ann Lee",
            "XMP:AttributionURL": "https://example.org/photos/1/123/", "XMP:Subject": "seine, sun & set",
            "XMP:LicensorURL": "https://example.org/photos/1/123/",
        ]
        for (name, value) in expected {
            #expect(tags[name] == value, "\(name)")
        }
        let latitude = try #require(tags["Composite:GPSLatitude"].flatMap { Double($0) })
        let longitude = try #require(tags["Composite:GPSLongitude"].flatMap { Double($0) })
        #expect(abs(latitude - 48.8584) < 0.000001)
        #expect(abs(longitude + 2.2945) < 0.000001)
    }

    @Test func `no text of a photo is taken for its packet, or turns what stands beside it around`() async throws {
        var photo = Photo.sample
        photo.title = "\u{202E}gpj\u{2066}.exe \u{200F}x"
        photo.description =
            "<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'>"
            + "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'></rdf:RDF></x:xmpmeta><?xpacket end='r'?>"
        let file = served(try await Pictures().jpeg, photo)
        let packet = try #require(file.firstRange(of: Array("<?xpacket begin=".utf8)))
        #expect(file[packet.upperBound...].firstRange(of: Array("<?xpacket begin=".utf8)) == nil)
        #expect(file[..<packet.lowerBound].suffix(JPEGMarker.xmp.count).elementsEqual(JPEGMarker.xmp))
        let tags = try await read(file)
        #expect(tags["XMP:Title"] == "gpj.exe x")
        #expect(tags["EXIF:ImageDescription"]?.hasPrefix("(?xpacket begin=") == true)
        #expect(tags["XMP:Description"] == photo.description)
    }

    @Test func `a camera's own EXIF stays, and XMP is added`() async throws {
        let pictures = try await Pictures()
        let file = try await pictures.jpeg("-Make=Canon", "-EXIF:ImageDescription=own words")
        let tags = try await read(served(file, .sample))
        #expect(tags["EXIF:Make"] == "Canon")
        #expect(tags["EXIF:ImageDescription"] == "own words")
        #expect(tags["EXIF:Artist"] == nil)
        #expect(tags["XMP:Creator"] == "Ann Lee")
    }

    @Test func `what is in the public domain bears no copyright`() async throws {
        var photo = Photo.sample
        photo.license = License(
            id: "9", name: "CC0 1.0", url: "https://creativecommons.org/publicdomain/zero/1.0/")
        let tags = try await read(served(try await Pictures().jpeg, photo))
        #expect(tags["EXIF:Copyright"] == nil)
        #expect(tags["XMP:Rights"] == nil)
        #expect(tags["XMP:Marked"] == "0")
        #expect(tags["XMP:UsageTerms"] == "CC0 1.0")
        #expect(tags["EXIF:Artist"] == "Ann Lee")
    }

    @Test func `what the source does not know exactly is not claimed`() async throws {
        var photo = Photo.sample
        // 1950-01-01 00:00:00, as sources write "about 1950".
        photo.setTaken(Timestamp(-631_152_000), .year)
        photo.accuracy = 11
        photo.license = nil
        let tags = try await read(served(try await Pictures().jpeg, photo))
        for name in [
            "EXIF:DateTimeOriginal", "EXIF:GPSLatitude", "XMP:GPSLatitude", "EXIF:Copyright",
            "XMP:Marked", "XMP:UsageTerms",
        ] {
            #expect(tags[name] == nil, "\(name)")
        }
        #expect(tags["XMP:DateCreated"] == "1950")
    }

    @Test func `a photo taken at midnight of a first has its date`() async throws {
        var photo = Photo.sample
        photo.setTaken(Timestamp(1_451_606_400), .second)
        let tags = try await read(served(try await Pictures().jpeg, photo))
        #expect(tags["EXIF:DateTimeOriginal"] == "2016:01:01 00:00:00")
        #expect(tags["XMP:DateCreated"] == "2016:01:01 00:00:00")
    }

    @Test func `PNG bears the packet, and stays a sound picture`() async throws {
        let pictures = try await Pictures()
        let path = pictures.folder.path + "/served.png"
        try pictures.write(served(pictures.png, .sample), to: path)
        let tags = try await read(at: path)
        #expect(tags["XMP:Creator"] == "Ann Lee")
        let checked = try await run("pngcheck", path)
        #expect(checked.status == 0, "\(checked.text)")
        let same = try await run("compare", "-metric", "AE", pictures.folder.path + "/base.png", path, "null:")
        #expect(same.status == 0, "\(same.errors)")
    }

    private func read(_ file: [UInt8]) async throws -> [String: String] {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/photo.jpg"
        try Data(file).write(to: URL(fileURLWithPath: path))
        return try await read(at: path)
    }

    /// By group and name, as exiftool prints them; a truth value is 1 or 0.
    private func read(at path: String) async throws -> [String: String] {
        let result = try await run("exiftool", "-json", "-G0", "-c", "%+.8f", path)
        let parsed = try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]]
        return try #require(parsed?.first).mapValues { value in
            (value as? [Any])?.map { "\($0)" }.joined(separator: ", ") ?? "\(value)"
        }
    }
}
