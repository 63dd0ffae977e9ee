import Foundation
import Fuzzing
import Testing

@testable import Gazetteer
@testable import PhotoTree

@Suite struct FuzzPlaceNames {
    private static let seeds = [
        "München", "Sao Paulo", "St. Petersburg", "東京", "Αθήνα", "القاهرة", "Springfield, Illinois", "Paris, Texas",
        "U.S.A.", "'s-Hertogenbosch", "Eiffel Tower r200m", "Xi'an", "Łódź", "e\u{301}e\u{301}", "각각", "İstanbul ıı",
        "https://maps.example/@48.8584,2.2945,17z", "https://maps.example/?q=48.8584%2C2.2945", "geo:48.8,2.2?z=1",
        "Mt. Fuji, JP", ",", "a, b, c, d",
    ]

    @Test func `any name means a place of the Earth or none`() async throws {
        let gazetteer = try Gazetteer.bundled()
        // Thousands take minutes without optimisation.
        let inputs = ProcessInfo.processInfo.environment["PLACESFS_LONG_TESTS"] == nil ? 300 : 10_000
        var looks = 0
        try await Fuzz.run("PlaceNames", seeds: Self.seeds, hostile: HostileText.all, inputs: inputs) {
            text, random in
            // Nobody can type more (PATH_MAX).
            let text = String(decoding: Array(text.utf8.prefix(4096)), as: UTF8.self)
            let key = SearchKey.of(text)
            let isPlain = key.unicodeScalars.allSatisfy { $0.value > 0x20 && !$0.properties.isWhitespace }
            try Fuzz.demand(isPlain, "\(key.debugDescription) has more than letters and digits")
            try Fuzz.demand(gazetteer.names.records(of: key).count <= 255, "\(key) means too much")
            for place in [gazetteer.pinned(named: text), gazetteer.place(named: text, in: "France")] {
                guard let place else { continue }
                try Fuzz.demand(place.coordinate != nil && !place.country.isEmpty, "\(place) is nowhere")
            }
            if let point = MapAddress.point(in: text) {
                try Fuzz.demand(abs(point.latitude) <= 90 && abs(point.longitude) <= 180, "\(point)")
            }
            looks += 1
            // A search for what is misspelled looks at thousands of names.
            guard looks.isMultiple(of: 100) else { return }
            let sought: UnknownName.Sought = random.upTo(2) == 0 ? .pin : .place(of: "France")
            let sentence = UnknownName(text, ofA: sought, gazetteer).sentence
            let isOneLine = sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
            try Fuzz.demand(isOneLine && sentence.utf8.count < 1500, "\(sentence.debugDescription)")
        }
    }
}
