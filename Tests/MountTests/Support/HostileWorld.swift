import Foundation
import PhotoSimulator
import TestSupport

/// What a field of an answer may hold, and a world with a pin for each field.
struct HostileWorld: Sendable {
    /// As JSON. Numbers at the ends of what programs count in.
    static let numbers = [
        "0", "-1", "2147483648", "9007199254740992", "9223372036854775807", "-9223372036854775808", "1e308",
        "18446744073709551616", "null", "[]", "{}", "true",
    ]

    /// As JSON: each a megabyte that some program cannot bear.
    static let texts: [String] = [
        // Flags, of which each depends on those before it; marks without end on one letter; what turns the line round.
        String(repeating: "\u{1F1E6}", count: 1 << 18), "e" + String(repeating: "\u{301}", count: 1 << 19),
        String(repeating: "\u{202E}\u{2066}", count: 1 << 17), String(repeating: "&amp;", count: 1 << 17),
        String(repeating: "<b>", count: 1 << 18), String(repeating: "\u{1B}[2J", count: 1 << 15),
    ].map { text in
        String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
    }

    /// Photos of a pin: one for each value.
    static let photos = 18

    let source: TestSource
    let configuration: Simulator.Configuration
    let spots: [PinnedWorld.Spot]

    init(_ source: TestSource, spots count: Int) {
        self.source = source
        spots = (0..<count).map { PinnedWorld.Spot(Self.latitude($0), 20.0042, photos: Self.photos) }
        var configuration = PinnedWorld.configuration(spots)
        configuration.behaviour.lengthHint = .right
        self.configuration = configuration
    }

    /// Far enough from the others, and such that its digits stand in no other address.
    private static func latitude(_ spot: Int) -> Double { Double(spot) * 0.25 - 60 + 0.0137 }

    func pin(_ spot: Int) -> String { "\(spots[spot].latitude),\(spots[spot].longitude)" }

    /// The search of a pin's collection.
    func search(_ spot: Int) -> Fault.Match {
        Fault.Match(host: .api, path: String(format: "%.4f", spots[spot].latitude))
    }

    /// What asks for a photo by itself.
    func lookUp(_ id: String) -> Fault.Match {
        Fault.Match(host: .api, path: source == .flickr ? "photo_id=\(id)" : "pageids=\(id)")
    }

    /// Functions for scripts: `use PIN` does with a collection and its photos what programs do, and `probe` looks every
    /// few milliseconds into a folder that is well and prints how long that took at most, in milliseconds, when told to
    /// stop.
    static let prelude = Script.text("Support/hostile-world.sh")
}
