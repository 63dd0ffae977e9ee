import PhotoSimulator
import TestSupport

/// A world in which a test says how many photos were taken at which points, and what it asks of pins there.
enum PinnedWorld {
    /// What `ls` shows of `pins/` before there is one.
    static let empty = ["README.txt", "map.geojson", "map.html"]

    struct Spot: Sendable {
        var latitude: Double
        var longitude: Double
        var photos: Int
        /// How much earlier than others its photos were uploaded, in seconds.
        var age: Int64

        init(_ latitude: Double, _ longitude: Double, photos: Int, age: Int64 = 0) {
            self.latitude = latitude
            self.longitude = longitude
            self.photos = photos
            self.age = age
        }
    }

    /// Photo `n` of spot `s` is `s-n.jpg`; the later ones were uploaded earlier.
    static func configuration(_ spots: Spot...) -> Simulator.Configuration {
        configuration(spots)
    }

    static func configuration(_ spots: [Spot]) -> Simulator.Configuration {
        let library = Library.synthetic(places: 0, photosPerPlace: 0, imageBytes: 20_000...40_000)
        for (index, spot) in spots.enumerated() {
            for number in 0..<spot.photos {
                library.add(photo(number, of: index, at: spot))
            }
        }
        return Simulator.Configuration(library: .custom(library))
    }

    static func photo(_ number: Int, of index: Int, at spot: Spot) -> SimulatedPhoto {
        SimulatedPhoto(
            id: id(number, of: index), title: "\(index)-\(number)",
            uploaded: 1_700_000_000 - Int64(number) - spot.age,
            position: .init(latitude: spot.latitude, longitude: spot.longitude))
    }

    static func id(_ number: Int, of spot: Int = 0) -> String {
        String(70_000_000_000 + spot * 100_000 + number)
    }

    /// Functions for scripts, which begin in pins/: `photos PIN` lists the collection's photos, `settled PIN` returns
    /// when no collection is being loaded for it, and `wait_for CONDITION…` when the condition holds; both end the
    /// script after a minute, with a status nobody expects.
    static let prelude = #"""
        cd "$M/pins" || exit 99
        photos() { ls "$1" | grep 'jpg$'; }
        wait_for() {
            for try in $(seq 1200); do "$@" > "$T/waiting" 2>&1 && return; sleep 0.05; done
            echo "never: $*" >&2; exit 97
        }
        loads() { [ "$(getfattr --only-values -n user.places.state "$1")" = downloading ]; }
        is_settled() { ! loads "$1" && [ -e "$1/New Collection.txt" ]; }
        settled() { wait_for is_settled "$1"; }

        """#
}

extension TestMount {
    /// Runs a script in pins/, with `PinnedWorld.prelude`'s functions.
    func inPins(_ script: String, timeout: Duration = .seconds(180)) async throws -> CommandResult {
        try await shell(PinnedWorld.prelude + script, timeout: timeout)
    }

    /// Waits for the requests; false when they do not come within a minute.
    func asked(_ count: Int, where matches: @escaping @Sendable (LedgerEntry) -> Bool) async -> Bool {
        await simulator.ledger.wait(for: count, within: .seconds(60), where: matches)
    }

    /// How often photos were searched for.
    var searches: Int { simulator.ledger.searches }
}
