import PhotoAPI
import PhotoTree
import Promises
import Testing

@testable import Flickr

/// Flickr's licences: names, links, and that a filter means the same here as at a source that cannot filter.
@Suite struct LicenseTableTests {
    private static let licenses = (0...16).map { LicenseTable.license(String($0)) }

    @Test(.proves("Licences have the names"))
    func `names and links are those that Flickr lists`() throws {
        let text = String(decoding: try Recordings.bytes("photos.licenses.getInfo.2025.xml"), as: UTF8.self)
        let rows = text.matches(of: /license id="(\d+)" name="([^"]*)" url="([^"]*)"/)
        #expect(rows.count == 17)
        let shorter = [
            "All Rights Reserved": "All rights reserved", "Public Domain Dedication (CC0)": "CC0 1.0",
            "Public Domain Mark": "Public Domain Mark 1.0",
        ]
        for row in rows {
            let (id, name, url) = (String(row.1), String(row.2), String(row.3))
            #expect(LicenseTable.license(id) == License(id: id, name: shorter[name] ?? name, url: url))
        }
    }

    @Test(.proves("`--license` means the same"), arguments: LicenseFilter.allCases)
    func `Flickr is asked for the licences that a filter admits`(filter: LicenseFilter) {
        let admitted = Self.licenses.filter { filter.admits($0) }.map(\.id)
        let asked = LicenseTable.argument(for: filter)?.split(separator: ",").map(String.init)
        #expect(admitted == asked ?? Self.licenses.map(\.id))
    }

    @Test(.proves("Licences have the names"), arguments: ["17", "99", "-1", "CC", "4.0", "999999999999999999999"])
    func `a licence that is not known yet is passed on as it is`(id: String) {
        let license = LicenseTable.license(id)
        #expect(license == License(id: id, name: "Flickr licence \(id)", url: nil))
        #expect(LicenseFilter.allCases.filter { $0.admits(license) } == [.any])
    }
}
