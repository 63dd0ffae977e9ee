import Testing

@testable import Gazetteer
@testable import PhotoTree

@Suite("Areas")
struct AreaTests {
    private static let gazetteer: Gazetteer? = try? Gazetteer.bundled()
    private let gazetteer: Gazetteer

    init() throws {
        gazetteer = try #require(Self.gazetteer)
    }

    /// By its name, or by its code ("CL-VS").
    private func area(_ name: String) throws -> Area {
        if let area = gazetteer.area(of: PlaceID("area:\(name)")) { return area }
        let place = try #require(gazetteer.pinned(named: name), "\(name)")
        return try #require(gazetteer.area(of: place.id), "\(name) is \(place)")
    }

    private func point(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
        try #require(Coordinate(latitude: latitude, longitude: longitude))
    }

    /// Inside, and in the box but elsewhere.
    @Test(
        arguments: [
            ("Bavaria", 48.14, 11.58, true), ("Bavaria", 48.78, 9.18, false), ("Bavaria", 47.80, 13.04, false),
            ("Wales", 51.48, -3.18, true), ("Wales", 53.41, -2.98, false), ("Scotland", 55.95, -3.19, true),
            ("Scotland", 54.97, -1.61, false), ("Tuscany", 43.77, 11.25, true), ("Tuscany", 44.49, 11.34, false),
            ("CA-QC", 45.50, -73.57, true), ("CA-QC", 45.42, -75.69, false),
            ("Sicily", 38.12, 13.36, true), ("Sicily", 38.11, 15.65, false), ("Italy", 45.46, 9.19, true),
            ("Italy", 46.00, 8.95, false), ("Mallorca", 39.57, 2.65, true), ("Mallorca", 39.97, 4.08, false),
            ("Alaska", 61.22, -149.90, true), ("Fiji", -17.80, 178.0, true), ("Bali", -8.65, 115.22, true),
            ("Bali", -8.58, 116.12, false), ("Lake Garda", 45.63, 10.70, true), ("Lake Garda", 45.44, 10.99, false),
        ] as [(String, Double, Double, Bool)])
    func `an outline, not the box, decides who lives in an area`(
        name: String, latitude: Double, longitude: Double, isInside: Bool
    ) throws {
        let area = try area(name)
        #expect(gazetteer.isIn(area, try point(latitude, longitude)) == isInside)
    }

    @Test func `off every outline the nearest town decides`() throws {
        // On the sea off Palermo and off Reggio.
        let sicily = try area("Sicily")
        #expect(gazetteer.isIn(sicily, try point(38.17, 13.38)))
        #expect(gazetteer.outlines.region(at: try point(38.17, 13.38)) == nil)
    }

    /// Boxes that a far island or the antimeridian would make as wide as an ocean.
    @Test(arguments: ["Alaska", "Fiji", "CL-VS", "Nordland", "Chukotka", "Ecuador", "France", "Portugal"])
    func `no far island widens a box`(name: String) throws {
        let box = try area(name).box
        let width = box.west <= box.east ? box.east - box.west : box.east - box.west + 360
        #expect(width < 70, "\(name): \(box)")
        #expect(box.contains(try area(name).coordinate), "\(name)")
    }

    @Test func `nineteen of twenty towns lie in the outline of their own region`() throws {
        let table = try GazetteerTable(
            kind: "full", at: "\(ResourceDirectory.path(of: "Gazetteer"))/gazetteer-full.tsv")
        var regions: [Substring: Area] = [:]
        for fields in gazetteer.areas.records() {
            if let area = Area(fields), area.kind == .region { regions["\(area.country).\(area.region)"] = area }
        }
        #expect(regions.count > 3000)
        var (right, all) = (0, 0)
        for (index, fields) in table.records().enumerated() where index.isMultiple(of: 23) && Int(fields[5]) != nil {
            guard let region = regions["\(fields[1]).\(fields[2])"],
                let spot = gazetteer.place(fields, country: "")?.coordinate
            else { continue }
            all += 1
            if gazetteer.isIn(region, spot) { right += 1 }
        }
        #expect(all > 2000 && Double(right) > 0.95 * Double(all), "\(right) of \(all)")
    }

    @Test func `every area has a name, a box and a middle within it, and is found by its identifier`() throws {
        let lines = gazetteer.areas.records()
        #expect(lines.count > 5000)
        for fields in lines {
            let area = try #require(Area(fields), "\(fields)")
            #expect(!area.name.isEmpty && area.box.contains(area.coordinate, margin: 0.01), "\(area.code)")
        }
        // "Central" is a region of many countries.
        let most = Dictionary(grouping: lines, by: { $0[1] }).max { $0.value.count < $1.value.count }
        #expect(most?.value.count ?? 0 < 15, "\(most?.key ?? "")")
        for fields in lines.enumerated().filter({ $0.offset.isMultiple(of: 41) }).map(\.element) {
            #expect(gazetteer.area(of: PlaceID("area:\(fields[0])"))?.code == String(fields[0]))
        }
    }
}
