import PhotoSimulator
import TestSupport
import Testing

/// A file manager lists every sub-folder of a folder that it shows, to write the number of its items below it.
@Suite("Item counts", .enabled(if: Repository.canMount && TestSource.current.hasPlaces))
struct ItemCountTests {
    /// What Nautilus was seen to do in `$1`: list it, look at each entry, read `.hidden`, then list each sub-folder
    /// once and look for a `.hidden` in it. Prints each with its number of folders and photos.
    private static let window = Script.text("Tree/window.sh")

    private static func window(on folder: String) -> String { "set -- \"$M/\(folder)\"; \(window)" }

    @Test func `a window on places asks for nothing but the list of places`() async throws {
        // A hundred, as the source's list is long; twenty make a country.
        let library = Library.synthetic(places: 100, photosPerPlace: 2, imageBytes: 20_000...30_000)
        try await TestMount.run(Simulator.Configuration(library: .custom(library))) { mount async throws in
            let ledger = mount.simulator.ledger
            for round in 1...2 {
                let seen = try await mount.shell(Self.window(on: "places"))
                #expect(seen.lines == (0..<5).map { "Country \($0) 20 0" }, "\(seen.errors)")
                #expect(ledger.apiRequests == 1 && ledger.count == 1, "\(round): \(ledger.entries.map(\.path))")
            }
            let top = try await mount.shell(Self.window(on: ""))
            #expect(
                top.lines == ["albums 0 0", "pins 0 0", "places 5 0", "recents 0 0", "search 0 0", "tags 1 0"],
                "\(top.text)\(top.errors)")
            #expect(ledger.count == 1)
        }
    }

    @Test func `a window on a country asks for each city's listing once, and for no photo`() async throws {
        let numbered = NumberedLibrary(places: 20, photosPerPlace: 3)
        try await TestMount.run(numbered.configuration) { mount async throws in
            let ledger = mount.simulator.ledger
            for _ in 1...2 {
                let seen = try await mount.shell(Self.window(on: NumberedLibrary.country))
                #expect(Set(seen.lines) == Set((0..<20).map { "Town \($0) 0 3" }), "\(seen.errors)")
                #expect(ledger.searches == 20, "each once")
                #expect(ledger.apiRequests == 21 && ledger.imageRequests == 0)
            }
        }
    }

    @Test func `several windows on a country share each listing and hold up nobody's`() async throws {
        let numbered = NumberedLibrary(places: 20, photosPerPlace: 3)
        // The windows are held for longer than a listing is waited for by default.
        let options = ["--first-byte-timeout", "100s", "--listing-wait", "100s"]
        try await TestMount.run(numbered.configuration, options: options) { mount async throws in
            let ledger = mount.simulator.ledger
            #expect(try await mount.shell("ls \"$M/\(NumberedLibrary.country)\"").status == 0)
            let gate = mount.simulator.faults.add(.stallBeforeHead, on: .searches)
            let windows = try (1...3).map { _ in try mount.start(Self.window(on: NumberedLibrary.country)) }
            #expect(await ledger.wait(for: 1) { $0.isSearch })
            let person = try mount.start("ls \"$M/\(NumberedLibrary.directory(19))\" | grep -c jpg")
            #expect(await ledger.wait(for: 2) { $0.isSearch })
            // Three windows look at the same city: they wait for one listing.
            #expect(ledger.searches == 2)
            mount.simulator.faults.remove(gate)
            #expect(await person.result().text == "3")
            for window in windows {
                let seen = await window.result()
                #expect(seen.status == 0 && seen.lines.count == 20, "\(seen.errors)")
            }
            #expect(ledger.searches == 20)
        }
    }
}
