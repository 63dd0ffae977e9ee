import Catalog
import Fuzzing
import PhotoTree
import Testing

/// Random answers of a source over random days against what must always hold.
@Suite struct ListingPropertyTests {
    @Test(arguments: 1...12)
    func `names stay unique and kept, numbers stable and never shared`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let clock = TestClock()
        let catalog = try await Catalog.forTest(clock)
        var ledger = Ledger()
        for _ in 1...40 {
            let directory = [paris, rome, .recents].randomElement(using: &random) ?? paris
            switch Int.random(in: 0..<20, using: &random) {
            case 0:
                try await catalog.retire(directory)
                ledger.forget(directory)
            case 1: try await catalog.prune()
            case 2:
                let id = PhotoID("\(Int.random(in: 1...15, using: &random))")
                _ = try await catalog.withdraw(id, as: .gone)
                ledger.forget(id)
            default:
                let before = try await catalog.listing(of: directory)
                let answer = randomPage(&random)
                let update = try await catalog.replaceListing(of: directory, with: answer)
                #expect(update.old == before)
                ledger.check(update, now: clock.now)
                #expect(try await catalog.listing(of: directory) == update.new)
                if directory.fixedNumber == nil, let number = try await catalog.numbers(of: [directory])[directory] {
                    ledger.note(number, as: "\(directory)")
                }
            }
            clock.advance(days: Int64.random(in: 0...12, using: &random), seconds: 1)
        }
    }

    private func randomPage(_ random: inout SeededGenerator) -> PhotoPage {
        let titles = ["Sunset", "SUNSET", "Sunset (3)", "", "Café", "Cafe\u{301}", "map"]
        let ids = (1...15).shuffled(using: &random).prefix(Int.random(in: 0...10, using: &random))
        return page(ids.map { photo($0, titles[($0 * 7 + Int.random(in: 0...1, using: &random)) % titles.count]) })
    }
}

/// What every number and name was first seen as.
private struct Ledger {
    private var owners: [NodeNumber: String] = [:]
    private var names: [DirectoryKey: [PhotoID: (name: String, seen: Timestamp)]] = [:]
    private var sidecars: [NodeNumber: Photo] = [:]

    mutating func note(_ number: NodeNumber, as owner: String) {
        #expect(owners[number, default: owner] == owner)
        owners[number] = owner
    }

    /// A retired directory's number must come back for nothing, so its owners stay noted.
    mutating func forget(_ directory: DirectoryKey) {
        names[directory] = nil
        owners = owners.mapValues { $0 == "\(directory)" ? "retired \($0)" : $0 }
    }

    /// The names of a photo that is gone are free for others.
    mutating func forget(_ photo: PhotoID) {
        names = names.mapValues { $0.filter { $0.key != photo } }
    }

    mutating func check(_ update: ListingUpdate, now: Timestamp) {
        let listing = update.new
        #expect(Set(listing.entries.map { FileName.key($0.name) }).count == listing.entries.count)
        #expect(update.isChanged == (listing.version != update.old?.version))
        for entry in listing.entries {
            note(entry.number, as: "photo \(entry.photo.id)")
            note(entry.sidecarNumber, as: "sidecar \(entry.photo.id) in \(listing.directory)")
            // The same number never stands for another text.
            #expect(sidecars[entry.sidecarNumber, default: entry.photo] == entry.photo)
            sidecars[entry.sidecarNumber] = entry.photo
        }
        for entry in update.old?.entries ?? [] where listing.entries.contains(where: { $0.number == entry.number }) {
            #expect(listing.entries.contains { $0.number == entry.number && $0.name == entry.name })
        }
        for (file, number) in listing.generated {
            let isSame = update.old?.generated[file] == number
            #expect(isSame || owners[number] == nil)
            #expect(!isSame || !update.isChanged || file == .hidden || file == .noImages)
            note(number, as: "\(file) of \(listing.directory)")
        }
        checkFormerNames(listing, now: now)
    }

    /// A photo listed in the last 30 days has the name it had then, and no other photo has.
    private mutating func checkFormerNames(_ listing: Listing, now: Timestamp) {
        var known = names[listing.directory, default: [:]]
        for entry in listing.entries {
            if let before = known[entry.photo.id], now - before.seen < .seconds(30 * 86_400) {
                #expect(before.name == entry.name)
            }
            known[entry.photo.id] = (entry.name, now)
        }
        let kept = known.filter { now - $0.value.seen < .seconds(30 * 86_400) }
        #expect(Set(kept.values.map { FileName.key($0.name) }).count == kept.count)
        names[listing.directory] = known
    }
}
