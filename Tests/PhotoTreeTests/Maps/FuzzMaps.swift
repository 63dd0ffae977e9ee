import Foundation
import Fuzzing
import Testing

@testable import PhotoTree

@Suite struct FuzzMaps {
    private func coordinate(_ random: inout Mutator) -> Coordinate? {
        Coordinate(latitude: random.double(), longitude: random.double())
    }

    @Test func `a coordinate is finite and on Earth, and so is the box around any`() async throws {
        try await Fuzz.run("BoundingBox", seeds: [""], inputs: 2_000) { _, random in
            let points = (0..<random.upTo(12)).compactMap { _ in coordinate(&random) }
            for point in points {
                try Fuzz.demand(
                    abs(point.latitude) <= 90 && abs(point.longitude) <= 180, "\(point) is nowhere")
                let pin = PinPoint(point)
                try Fuzz.demand(abs(pin.latitude) <= 9_000_000 && abs(pin.longitude) <= 18_000_000, "\(pin)")
                let metres = point.metres(to: points[0])
                try Fuzz.demand(metres.isFinite && (0...20_100_000).contains(metres), "\(metres) m away")
            }
            guard let box = BoundingBox(around: points) else {
                return try Fuzz.demand(points.isEmpty, "no box around \(points.count) points")
            }
            try Fuzz.demand(box.south < box.north && box.south >= -90 && box.north <= 90, "\(box)")
            try Fuzz.demand(abs(box.west) <= 180 && abs(box.east) <= 180, "\(box)")
            for point in points {
                let fits = [box.west <= point.longitude, point.longitude <= box.east]
                let isInside = box.west <= box.east ? fits == [true, true] : fits.contains(true)
                try Fuzz.demand(
                    isInside && (box.south...box.north).contains(point.latitude), "\(point) is not in \(box)")
            }
        }
    }

    @Test func `any number is written as plain decimals, any time as a date or as seconds`() async throws {
        try await Fuzz.run("Numbers", seeds: [""], inputs: 2_000) { _, random in
            let value = random.double()
            let text = DecimalText.of(value)
            let read = Double(text)
            try Fuzz.demand(text.utf8.allSatisfy { "-.0123456789".utf8.contains($0) } && text != "-0", text)
            let isInRange = value.isFinite && abs(value) < 1e12
            try Fuzz.demand(isInRange ? read.map { abs($0 - value) <= 6e-4 } == true : read == 0, "\(value): \(text)")
            let seconds = Int64(truncatingIfNeeded: random.next()) >> Int64(random.upTo(63))
            let date = Timestamp(seconds).iso8601
            let expected = date.hasSuffix("Z") ? ISO8601DateFormatter().date(from: date) : nil
            guard let expected else { return try Fuzz.demand(date == String(seconds), "\(seconds): \(date)") }
            try Fuzz.demand(
                seconds < -12_000_000_000 || Int64(expected.timeIntervalSince1970) == seconds, "\(seconds): \(date)")
        }
    }

    @Test func `a map of anything is JSON with every text as it was`() async throws {
        let seeds = FuzzNames.titles + ["</script><!--", "\"\\\u{2028}", "a\0b", "\u{9B}31m", "\u{E2}\u{C2}"]
        try await Fuzz.run("GeoJSON", seeds: seeds, inputs: 200) { text, random in
            let entries = (0..<random.upTo(4)).map { number in
                let photo = Photo(
                    id: PhotoID(String(number)), title: text, description: random.text(from: seeds), owner: text,
                    ownerName: random.text(from: seeds), license: License(id: "4", name: text, url: text),
                    taken: Timestamp(Int64(truncatingIfNeeded: random.next())), coordinate: coordinate(&random),
                    tags: [text, random.text(from: seeds)], pageURL: random.text(from: seeds))
                return ListingEntry(
                    name: "a.jpg", photo: photo, number: NodeNumber(1), sidecarNumber: NodeNumber(2), directoryCount: 1)
            }
            let facts = GeoJSON.PhotoFacts(thumbnail: text, href: text, image: nil)
            let map = GeoJSON.photos(entries.map { ($0.photo, facts) }, notice: text)
            let features = try demandMap(map, title: text)
            try Fuzz.demand(features == entries.count, "\(features) features of \(entries.count)")
            let place = PlaceFeature(
                title: text, subtitle: random.text(from: seeds), coordinate: coordinate(&random), count: random.upTo(9),
                href: text)
            try Fuzz.demand(demandMap(GeoJSON.places([place, place], notice: ""), title: text) == 2, "a place is lost")
            for entry in entries {
                let sidecar = GeoJSON.feature(of: entry.photo, facts)
                try demandFeature(demandJSON(sidecar), title: text)
            }
        }
    }

    private func demandMap(_ bytes: [UInt8], title: String) throws -> Int {
        let map = try demandJSON(bytes)
        if let box = map["bbox"] as? [Double] {
            try Fuzz.demand(box.count == 4 && box.allSatisfy(\.isFinite), "box \(box)")
        }
        guard let features = map["features"] as? [[String: Any]] else {
            throw Fuzz.Failure("no features")
        }
        for feature in features { try demandFeature(feature, title: title) }
        return features.count
    }

    private func demandFeature(_ feature: [String: Any], title: String) throws {
        guard let properties = feature["properties"] as? [String: Any], let read = properties["title"] as? String
        else { throw Fuzz.Failure("no title") }
        // Foundation's reader takes U+FEFF off where it joins pieces of a string.
        let texts = [read, title].map { $0.unicodeScalars.filter { $0 != "\u{FEFF}" } }
        try Fuzz.demand(texts[0].elementsEqual(texts[1]), "title \(read.debugDescription)")
    }

    private func demandJSON(_ bytes: [UInt8]) throws -> [String: Any] {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Fuzz.Failure("no UTF-8") }
        let bad = text.unicodeScalars.first {
            $0 == "<" || $0.value == 0x2028 || $0.value == 0x2029 || $0 != "\n" && PlainText.isControl($0)
        }
        try Fuzz.demand(bad == nil, "U+\(String(bad?.value ?? 0, radix: 16)) as it is")
        guard let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
            throw Fuzz.Failure("no object")
        }
        return object
    }
}
