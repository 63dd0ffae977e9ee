import Foundation
import Fuzzing
import PhotoTree
import Promises
import Testing

@testable import Catalog

/// Folders are kept and kept no more, in whatever order, and one of the two places where that stands is lost or
/// damaged: the next mount keeps what the user kept, and nothing else.
@Suite("What is kept, whatever is lost", .timeLimit(.minutes(5))) struct FuzzMadeKeep {
    /// The catalog of one input, and what must be kept.
    private struct Machine {
        let folder: TemporaryFolder
        let clock = TestClock()
        var catalog: Catalog
        var kept: Set<String> = []
        var places: Set<PlaceID> = []
        /// A copy of the catalog from before.
        var hasOld = false

        init() async throws {
            folder = try TemporaryFolder()
            catalog = try await Catalog(at: folder.catalog, now: clock.reading)
        }

        mutating func step(_ code: Int, _ operand: Int) async throws {
            let place = Place(
                id: PlaceID("woe:\(operand % 5)"), name: "Town \(operand % 5)", country: "Peru", origin: .source)
            switch code % 12 {
            case 0, 1: try await keep(.place(place.id), place)
            case 2: try await unkeep(.place(place.id), place.id)
            case 3: try await keep(.country("Country \(operand % 3)"), nil)
            case 4: try await unkeep(.country("Country \(operand % 3)"))
            case 5:
                let pin = try await catalog.addPin(
                    named: "Pin \(operand)", at: coordinate(Double(operand % 80), Double(operand % 170)), subtitle: "",
                    reusing: nil)
                guard let pin else { return }
                try await keep(.pin(pin.number), nil)
            case 6:
                let pins = try await catalog.pins()
                guard !pins.isEmpty else { return }
                let pin = pins[operand % pins.count].number
                try await catalog.removePin(pin)
                kept.remove(DirectoryKey.pin(pin).text)
            case 7:
                let name = "cat \(operand)"
                let added = try await catalog.addSearch(named: name, identity: name, reusing: nil)
                guard let search = added else { return }
                try await keep(.search(search.number), nil)
            case 8:
                let searches = try await catalog.searches()
                guard !searches.isEmpty else { return }
                let search = searches[operand % searches.count].number
                try await catalog.removeSearch(search)
                kept.remove(DirectoryKey.search(search).text)
            case 9: try await reopen { _ in }
            case 10:
                try await reopen { folder in
                    // One of the two places is lost, or the end of the file.
                    switch operand % 3 {
                    case 0: try folder.loseCatalog()
                    case 1: try? folder.removeMade()
                    default:
                        let text = (try? Data(contentsOf: URL(fileURLWithPath: folder.made))) ?? Data()
                        try text.prefix(text.count - min(text.count, operand))
                            .write(to: URL(fileURLWithPath: folder.made))
                    }
                }
                // The file begins anew with what there is: to an older copy of the catalog it adds, and removes
                // nothing.
                hasOld = false
            default:
                // A copy of the catalog is taken, or comes back.
                let (path, old) = (folder.catalog, folder.path + "/old")
                let brings = hasOld && operand % 2 == 0
                hasOld = hasOld || !brings
                try await reopen { folder in
                    if brings {
                        try folder.loseCatalog()
                        try FileManager.default.copyItem(atPath: old, toPath: path)
                    } else {
                        try? FileManager.default.removeItem(atPath: old)
                        try FileManager.default.copyItem(atPath: path, toPath: old)
                    }
                }
            }
        }

        private mutating func keep(_ key: DirectoryKey, _ place: Place?) async throws {
            try await catalog.keep(key, place)
            kept.insert(key.text)
            if let place { places.insert(place.id) }
        }

        private mutating func unkeep(_ key: DirectoryKey, _ place: PlaceID? = nil) async throws {
            let was = try await catalog.unkeep(key)
            try Fuzz.demand(was == (kept.remove(key.text) != nil), "\(key.text) was kept: \(was)")
            if let place { places.remove(place) }
        }

        private mutating func reopen(_ change: (TemporaryFolder) throws -> Void) async throws {
            catalog.close()
            try change(folder)
            catalog = try await Catalog(at: folder.catalog, now: clock.reading)
            try await check()
        }

        func check() async throws {
            let told = try await catalog.keptFolders().map(\.text)
            try Fuzz.demand(Set(told) == kept && told.count == kept.count, "\(told.sorted()), must be \(kept.sorted())")
            let known = Set(try await catalog.keptPlaces().map(\.id))
            try Fuzz.demand(known == places, "\(known) are known, must be \(places)")
        }
    }

    @Test(.proves("What is kept comes back"))
    func `what is kept is what the user kept, whatever was lost`() async throws {
        let seeds: [[UInt8]] = [
            [0, 1, 3, 2, 5, 9, 10, 0, 2, 1, 10, 0], [5, 1, 5, 2, 11, 1, 6, 0, 5, 3, 11, 0, 9, 0],
            [0, 0, 0, 1, 11, 1, 2, 0, 7, 3, 11, 2, 10, 1], [7, 1, 8, 0, 10, 0, 7, 2, 10, 2, 9, 0],
            [3, 1, 4, 1, 3, 1, 10, 200, 4, 1, 10, 50], [5, 7, 10, 0, 6, 0, 10, 0, 5, 8, 10, 1, 9, 1],
        ]
        try await Fuzz.run("MadeKeep", seeds: seeds, inputs: 60, patience: .seconds(120)) { program, _ in
            var machine = try await Machine()
            let codes = program.prefix(60)
            for place in stride(from: 0, to: codes.count - 1, by: 2) {
                try await machine.step(Int(codes[place]), Int(codes[place + 1]))
            }
            try await machine.check()
            machine.catalog.close()
        }
    }
}
