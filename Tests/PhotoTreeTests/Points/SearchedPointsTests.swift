import Promises
import Testing

@testable import PhotoTree

/// A search reads every point as `pins/` reads it, though a query is divided at the commas that points have.
@Suite("Points in queries")
struct SearchedPointsTests {
    private static let words = ["in ", "near ", "within 5 km of "]
    /// Typed names of points, and what pins/ takes each for.
    private static let known: [String] =
        TypedPoints.notations + TypedPoints.notations.map { $0 + " la tour" } + TypedPoints.tower.map(\.typed)
        + TypedPoints.others.map(\.typed)
        + [
            "52,52° N, 13,40° E", "52,5° N; 13,4° E", "geo:48.8584,2.2945;u=35", "48.8584,2.2945,17z",
            "48,8584; 2,2945",
            "48,8584 2,2945", "48° 51,504′ N; 2° 17,67′ E", "40,6892, -74,0445", "41,8919; 12,2019", "17,17 \"market\"",
            "geo:0,0?q=48.8584,2.2945(Eiffel Tower)", "geo:48.1,2.1?q=48.8584,2.2945(Eiffel, the tower)", "-.5,.5",
            "48°51'30\"N, 2°17'E", "48.8584,2.2945 \"a, b\"", "48.8584,2.2945 r500m", "8FW4V75V+8Q",
        ]

    private func query(_ name: String) throws -> PhotoSearch {
        try SearchName.query(name, now: Timestamp(1_795_000_000), isPlace: { PinName($0)?.isAPoint == true })
    }

    @Test(.proves("A point behind `in` or `near`"), arguments: words)
    func `a point in a query is that of a pin, and takes no other part of the query`(word: String) throws {
        for typed in Self.known {
            guard case .point(let meant, let label)? = PinName(typed) else {
                Issue.record("\(typed) is no pin")
                continue
            }
            let search: PhotoSearch
            do {
                search = try query("\(word)\(typed), lighthouse, CC0")
            } catch {
                Issue.record("\(word)\(typed): \(error)")
                continue
            }
            guard let place = search.place, case .point(let point, _)? = PinName(place) else {
                Issue.record("\(word)\(typed): \(search.sentence(where: nil))")
                continue
            }
            #expect(point == meant, "\(word)\(typed): \(search.sentence(where: nil))")
            // Behind a comma the words of a pin are words to look for.
            let looked = search.words.map(\.text).filter { !label.contains($0) }
            #expect(looked == ["lighthouse"], "\(word)\(typed): \(search.sentence(where: nil))")
            #expect(search.license == .publicDomain, "\(word)\(typed)")
        }
    }

    @Test(
        .proves("A point behind `in` or `near`"),
        arguments: [
            "48,85, 2,29", "48,85 2,29", "48.8584,2.2945, 17", "40,68, -74,04", "48.8584,2.2945 2km", "48;2", "91,0",
            "48.85",
            "48,85 2,29, 2019", "48,85 2,2019",
            "151.21,-33.87", "48° 51.5, 2° 17.5",
        ])
    func `what pins refuse is no other point in a query`(typed: String) throws {
        for word in Self.words.prefix(2) {
            let search = try? query("\(word)\(typed), lighthouse")
            #expect(
                search.map { $0.place.flatMap { PinName($0) } == nil } ?? true, "\(search?.sentence(where: nil) ?? "")")
            #expect(search?.words.map(\.text) ?? ["lighthouse"] == ["lighthouse"], "\(word)\(typed)")
        }
    }

    @Test(
        arguments: [
            ("near 48.8584,2.2945, lighthouse, CC0", ["lighthouse"]), ("near 48.8584,2.2945, 2019, fog", ["fog"]),
            ("near 48.8584,2.2945,2019,fog", ["fog"]), ("near 48.8584,2.2945, 5th Avenue", ["5th", "Avenue"]),
            ("near 48.8584,2.2945,fog", ["fog"]),
            ("near geo:48.8584,2.2945,fog,CC0", ["fog"]), ("near @48.8584,2.2945,17z, fog", ["fog"]),
            ("near q=48.8584,2.2945&z=17, fog, 2019", ["fog"]), ("near 48.8584,2.2945; fog; CC0", ["fog"]),
            ("near 48.8584,2.2945 Tower, fog", ["fog"]), ("fog; near 48,8584 2,2945; 2019", ["fog"]),
            ("à 48,8584 2,2945, fog", ["fog"]), ("près de 45.83, 6.86, fog", ["fog"]),
            ("bei 52,5° N; 13,4° E, fog", ["fog"]),
            ("lens at 1.8, 2.8", ["lens", "at", "1", "8", "2", "8"]),
        ] as [(String, [String])])
    func `what follows a point is looked for`(name: String, words: [String]) throws {
        let search = try query(name)
        #expect(search.words.flatMap(\.words) == words, "\(search.sentence(where: nil))")
        #expect((search.place == nil) == name.hasPrefix("lens"), "\(search.sentence(where: nil))")
    }

    @Test func `a code near a place takes the country behind it`() throws {
        let search = try SearchName.query(
            "near V75V+9Q Paris, France, fog", now: Timestamp(1_795_000_000), isPlace: { $0 == "Paris, France" })
        #expect(search.place == "V75V+9Q Paris, France" && search.words.map(\.text) == ["fog"])
    }
}

extension PinName {
    fileprivate var isAPoint: Bool { if case .point = self { true } else { false } }
}
