import Foundation
import PhotoTree
import TestSupport
import Testing

@testable import OwnPhotos

@Suite("What a photo of one's own says")
struct ReadingTests {
    @Test func `a date of taking in the future is none, and the next one counts`() async throws {
        let folder = try OwnFolder()
        let future = "-EXIF:DateTimeOriginal=2099:01:01 10:00:00"
        try await folder.picture("a.jpg", 1, future)
        try await folder.picture("b.jpg", 2, future, "-XMP-photoshop:DateCreated=2016-07")
        let written = try await ChildProcess(["touch", "-d", "2015-05-05 12:00", folder.path + "/a.jpg"]).result()
        try #require(written.status == 0)
        let source = try await folder.source()
        #expect(try await source.tree() == ["Unknown place/2015": ["a.jpg"], "Unknown place/2016": ["b.jpg"]])
        let first = try #require(try await source.all().first { $0.ownPath == "a.jpg" })
        #expect(first.taken == nil && first.uploaded != nil)
        await source.close()
    }

    @Test(arguments: 1...8)
    func `a photo is as wide and as high as it is shown, whichever side of the file is up`(_ side: Int) async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1, "-n", "-IFD0:Orientation=\(side)")
        let source = try await folder.source()
        let image = try #require(try await source.all().first?.renditions.first)
        #expect(image.width == (side > 4 ? 24 : 33) && image.height == (side > 4 ? 33 : 24))
        await source.close()
    }

    @Test func `a search by date finds the photos whose date is the file's`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("plain.jpg", 1)
        let written = try await ChildProcess(["touch", "-d", "2015-05-05 12:00", folder.path + "/plain.jpg"]).result()
        try #require(written.status == 0)
        let source = try await folder.source()
        for (year, isFound) in [(2014, false), (2015, true), (2016, false)] {
            var search = PhotoSearch()
            search.taken = TakenSpan(from: Self.new(year), to: Self.new(year + 1))
            let found = try await source.photos(PhotoQuery(subject: .search(search, near: nil), limit: 10))
            #expect(found.photos.isEmpty != isFound, "\(year)")
        }
        await source.close()
    }

    private static func new(_ year: Int) -> Timestamp? { CivilTime.timestamp(year: year) }

    @Test func `a search waits until the folder was looked at once`() async throws {
        let folder = try OwnFolder()
        try await folder.picture("a.jpg", 1)
        let source = try await folder.source(awaited: false)
        let found = try await source.photos(PhotoQuery(subject: .search(PhotoSearch(), near: nil), limit: 10))
        #expect(found.photos.count == 1)
        await source.close()
    }

    private struct Rights {
        let tags: [String]
        let author: String
        /// nil: it is the owner's to give.
        let license: String?

        init(_ tags: String..., by author: String = "", under license: String? = nil) {
            self.tags = tags.map { "-" + $0 }
            (self.author, self.license) = (author, license)
        }
    }

    private static let rights = [
        Rights("EXIF:Copyright=© 2021 Jane Doe", by: "Jane Doe"),
        Rights("EXIF:Copyright=Copyright (c) 2019-2021 by Jane Doe.", "EXIF:Artist=Ann Lee", by: "Ann Lee"),
        Rights("IPTC:CopyrightNotice=Jane Doe, (C)2021", by: "Jane Doe"),
        Rights("XMP-dc:Rights=©2021 Jane Doe", "XMP-xmpRights:WebStatement=https://jane.example/", by: "Jane Doe"),
        Rights("EXIF:Copyright=Jane Doe 2021", "EXIF:Artist=Jane Doe", by: "Jane Doe"),
        Rights("EXIF:Copyright=© 2020 Canon", by: ""),
        Rights(
            "XMP-dc:Rights=© Jane Doe", "XMP-cc:License=https://creativecommons.org/licenses/by/4.0/",
            under: "CC BY 4.0"),
        Rights("IPTC:CopyrightNotice=© Jane Doe", "EXIF:Copyright=CC BY 4.0", by: "Jane Doe", under: "CC BY 4.0"),
        Rights(
            "EXIF:Copyright=© Jane Doe. All rights reserved", "EXIF:Artist=Jane Doe", by: "Jane Doe",
            under: "© Jane Doe. All rights reserved"),
        Rights(
            "XMP-dc:Rights=© Jane Doe", "EXIF:Copyright=All rights reserved", by: "Jane Doe",
            under: "All rights reserved"),
        Rights("EXIF:Copyright=All rights reserved", under: "All rights reserved"),
        Rights(
            "EXIF:Copyright=© 2019", "XMP-dc:Rights=(c) 2019. All rights reserved",
            under: "(c) 2019. All rights reserved"),
        Rights("EXIF:Copyright=© Jane Doe, some rights reserved", under: "© Jane Doe, some rights reserved"),
        Rights("EXIF:Copyright=© Jane Doe / CC BY 4.0", under: "© Jane Doe / CC BY 4.0"),
        Rights("EXIF:Copyright=© Jane Doe, for editorial use", under: "© Jane Doe, for editorial use"),
        Rights(
            "EXIF:Copyright=© 2021 Jan Kowalski. Wszelkie prawa zastrzeżone",
            under: "© 2021 Jan Kowalski. Wszelkie prawa zastrzeżone"),
        Rights("EXIF:Copyright=© Jane Doe 無断転載禁止", under: "© Jane Doe 無断転載禁止"),
        Rights("EXIF:Copyright=© Jane Doe - do not copy", under: "© Jane Doe - do not copy"),
        Rights("EXIF:Copyright=© Jane Doe. Nie kopiować", under: "© Jane Doe. Nie kopiować"),
        Rights("EXIF:Copyright=© Jan Jansen, overname verboden", under: "© Jan Jansen, overname verboden"),
        Rights("EXIF:Copyright=© 山田太郎 転載禁止", under: "© 山田太郎 転載禁止"),
        Rights("EXIF:Copyright=© Ann Lee riproduzione riservata", under: "© Ann Lee riproduzione riservata"),
        Rights("EXIF:Copyright=© Jane Doe, sólo con acuerdo", under: "© Jane Doe, sólo con acuerdo"),
        Rights("EXIF:Copyright=© 2021 J. R. Doe Inc.", by: "J. R. Doe Inc"),
        Rights("EXIF:Copyright=© 2021 J.R. Doe", by: "J.R. Doe"),
        Rights("EXIF:Copyright=Photo: Ahmed Saleh, © 2021", by: "Ahmed Saleh"),
        Rights("EXIF:Copyright=© Peter Sellers Photography 2019", by: "Peter Sellers Photography"),
        Rights("EXIF:Copyright=© Jane Doe und Jan van der Meer", by: "Jane Doe und Jan van der Meer"),
        Rights(
            "XMP-dc:Rights=© Jane Doe", "XMP-cc:License=https://rightsstatements.org/vocab/InC/1.0/", by: "Jane Doe",
            under: "https://rightsstatements.org/vocab/InC/1.0/"),
        Rights("EXIF:Copyright=Ask me first", "EXIF:Artist=Jane Doe", by: "Jane Doe", under: "Ask me first"),
    ]

    @Test func `a copyright notice says whose a photo is, and is no licence`() async throws {
        let folder = try OwnFolder()
        for (number, rights) in Self.rights.enumerated() {
            try await folder.picture("\(number).jpg", number)
            try await folder.tag("\(number).jpg", ["-charset", "iptc=UTF8", "-codedcharacterset=utf8"] + rights.tags)
        }
        let source = try await folder.source()
        let photos = try await source.all()
        for (number, rights) in Self.rights.enumerated() {
            let photo = try #require(photos.first { $0.ownPath == "\(number).jpg" })
            let said = "\(rights.tags): \(photo.ownerName), \(photo.license?.name ?? "no licence")"
            #expect(photo.license?.name == rights.license && photo.ownerName == rights.author, "\(said)")
        }
        await source.close()
        let license = try #require(License(shortName: "CC BY 4.0"))
        let owned = try await folder.source(owner: OwnerOfPhotos(author: "Jane Doe", license: license))
        let all = try await owned.all()
        let reserved = try #require(all.first { $0.license?.name == "All rights reserved" && $0.ownPath != "9.jpg" })
        #expect(reserved.ownPath == "10.jpg" && reserved.ownerName == "Jane Doe")
        let given = all.filter { $0.ownerName == "Jane Doe" && $0.license == license }
        #expect(Set(given.compactMap(\.ownPath)) == ["0.jpg", "2.jpg", "3.jpg", "4.jpg", "5.jpg"])
        await owned.close()
    }

    @Test func `what a packet beside a photo leaves out of its rights, the photo says`() async throws {
        let folder = try OwnFolder()
        func packet(_ rights: String) -> String {
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:rights="\(rights)"/></rdf:RDF></x:xmpmeta>
            """
        }
        let reserved = "-EXIF:Copyright=© Ann Lee. All rights reserved"
        try await folder.picture("a.jpg", 1, reserved, "-EXIF:Artist=Ann Lee")
        try folder.write(packet("© Ann Lee Photography"), to: "a.jpg.xmp")
        try await folder.picture("b.jpg", 2)
        try folder.write(packet("© Ann Lee Photography"), to: "b.jpg.xmp")
        let source = try await folder.source()
        let photos = try await source.all()
        let first = try #require(photos.first { $0.ownPath == "a.jpg" })
        #expect(first.ownerName == "Ann Lee" && first.license?.name == "© Ann Lee. All rights reserved", "\(first)")
        let second = try #require(photos.first { $0.ownPath == "b.jpg" })
        #expect(second.ownerName == "Ann Lee Photography" && second.license == nil, "\(second)")
        await source.close()
    }

    @Test func `another owner is told at once, before files are read again`() async throws {
        let folder = try OwnFolder()
        for number in 0..<20 { try await folder.picture("\(number).jpg", number) }
        let license = try #require(License(shortName: "CC BY 4.0"))
        await (try await folder.source(owner: OwnerOfPhotos(author: "Me", license: license))).close()
        let source = try await folder.source(awaited: false)
        let places = try await source.topPlaces()
        let place = try #require(places.first)
        let photos = try await source.photos(PhotoQuery(subject: .place(place), limit: 100)).photos
        #expect(photos.count == 20 && photos.allSatisfy { $0.license == nil && $0.ownerName.isEmpty })
        await source.close()
    }
}
