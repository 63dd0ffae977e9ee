import Testing

@testable import PhotoTree

@Suite("Points that people type")
struct TypedPointsTests {
    @Test(arguments: TypedPoints.tower.indices)
    func `a copied point is that point, and its words stay`(index: Int) throws {
        let row = TypedPoints.tower[index]
        guard case .point(let point, let words) = PinName(row.typed) else {
            Issue.record("\(row.typed) is \(String(describing: PinName(row.typed)))")
            return
        }
        #expect(
            abs(point.latitude - 48.8584) < 0.000006 && abs(point.longitude - 2.2945) < 0.000006,
            "\(row.typed) is \(point)")
        #expect(words == row.words, "\(row.typed)")
    }

    @Test(arguments: TypedPoints.others.indices)
    func `south and west are told as they are written`(index: Int) throws {
        let row = TypedPoints.others[index]
        guard case .point(let point, _) = PinName(row.typed) else {
            Issue.record("\(row.typed) is \(String(describing: PinName(row.typed)))")
            return
        }
        #expect(
            abs(point.latitude - row.latitude) < 0.000006 && abs(point.longitude - row.longitude) < 0.000006,
            "\(row.typed) is \(point)")
    }

    @Test(arguments: TypedPoints.refused.indices)
    func `what is no point is refused with what to do, on one line`(index: Int) {
        let row = TypedPoints.refused[index]
        #expect(PinName(row.typed) == nil, "\(row.typed)")
        let sentence = PinRefusal.sentence(row.typed)
        #expect(sentence.contains(row.advice), "\(sentence)")
        #expect(!sentence.contains("\n"))
    }

    @Test(arguments: [
        "Boeing 747", "Fujifilm 23.5, 1.4", "Area 51", "Route 66", "Building 12.5 13.5", "k2", "sky2024", "studio54",
        "Latin Quarter", "Long Island", "Point Reyes", "Dubai Marina 2", "Vantage Point (old)",
    ])
    func `a name with a number in it stays a name`(name: String) {
        #expect(PinName(name) == .word(name))
    }
}
