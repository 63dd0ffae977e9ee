import FUSE
import Fuzzing
import PhotoTree
import Promises
import TestClock
import Testing

@testable import PlacesFileSystem

/// Folders are kept and kept no more, lists change, and mounts end by force, in whatever order: in the end the disk has
/// what is kept, right and whole, and nothing else.
@Suite("Keeping, in any order", .timeLimit(.minutes(5))) struct FuzzKeeper {
    private static let towns = [("places/France/Paris", World.paris), ("places/France/Nice", World.nice)]
    private static let photos = (0..<9).map { "p\($0)" }

    /// A mount of which each operation is a byte, with an operand behind it.
    private struct Machine {
        let host = ImageTransport()
        var world: World
        var service: Task<Void, Never>
        /// What the source has of each town, and which of these are kept.
        var shown: [Set<String>] = [["p0", "p1", "p2"], ["p2", "p3"]]
        var kept = [false, false]
        /// How often something that was kept was to be kept no more.
        var ends = 0
        /// How often a mount ended by force before a photo that it had asked for was on the disk.
        var cut: [String: Int] = [:]

        init() async throws {
            world = try await World(transport: host, keeps: true)
            service = Task { [world] in await world.files.run() }
            for id in FuzzKeeper.photos {
                world.source.details.edit { $0[PhotoID(id)] = .success(World.photo(id, id)) }
            }
            show()
            try await list()
        }

        private func show() {
            for (index, town) in FuzzKeeper.towns.enumerated() { world.show(shown[index].sorted(), in: town.1) }
        }

        private func list() async throws {
            for town in FuzzKeeper.towns { _ = try await world.list(town.0) }
            await passing { await world.files.listings.refresher.underWay.isEmpty }
        }

        mutating func step(_ code: Int, _ operand: Int) async throws {
            let town = operand % 2
            switch code % 8 {
            case 0, 1:
                // Another photo, or one fewer.
                shown[town].formSymmetricDifference([FuzzKeeper.photos[operand / 2 % FuzzKeeper.photos.count]])
                show()
            case 2:
                world.now.edit { $0 += 7 * 3600 }
                try await list()
            case 3: try await set(town, true)
            case 4: try await set(town, false)
            case 5: world.clock.advance(by: .seconds(operand * 20))
            case 6: try await again(isForced: operand % 3 > 0)
            default:
                guard let id = shown[town].sorted().first else { return }
                _ = try? await world.read("\(FuzzKeeper.towns[town].0)/\(id).jpg")
            }
        }

        private mutating func set(_ town: Int, _ isKept: Bool) async throws {
            let folder = try await world.inode(FuzzKeeper.towns[town].0)
            try await world.files.setxattr(
                "user.places.keep", Array((isKept ? "yes" : "no").utf8), of: folder, by: World.caller)
            if kept[town], !isKept { ends += 1 }
            kept[town] = isKept
        }

        /// Mounts once more. By force nothing is written down that was not.
        private mutating func again(isForced: Bool) async throws {
            if isForced { service.cancel() } else { world.files.destroy() }
            await awaitEnd()
            for id in FuzzKeeper.photos where isForced {
                let isHere = (world.shelved + world.cached).contains("\(id),b.photo")
                if !isHere, requests(of: id) > 0 { cut[id, default: 0] += 1 }
            }
            world = try await World(transport: host, after: world, keeps: true)
            service = Task { [world] in await world.files.run() }
            try await list()
        }

        func check() async throws {
            world.now.edit { $0 += 7 * 3600 }
            try await list()
            for (index, town) in FuzzKeeper.towns.enumerated() {
                let folder = try await world.inode(town.0)
                func attribute(_ name: String) async -> String {
                    let told = try? await world.files.getxattr("user.places." + name, of: folder, by: World.caller)
                    return told.map { String(decoding: $0, as: UTF8.self) } ?? ""
                }
                try Fuzz.demand(await attribute("keep") == (kept[index] ? "yes" : "no"), "\(town.0) keeps otherwise")
                guard kept[index] else { continue }
                let wanted = "\(shown[index].count) of \(shown[index].count)"
                try await soon("\(town.0) must keep \(wanted)") { await attribute("kept") == wanted }
            }
            // What left its list stays for 30 days.
            world.now.edit { $0 += 31 * 86_400 }
            var wanted: Set<String> = []
            for index in kept.indices where kept[index] { wanted.formUnion(shown[index]) }
            let files = Set(wanted.map { "\($0),b.photo" })
            try await soon("the disk must have \(files.sorted())") { Set(world.shelved) == files }
            // Nothing is fetched twice but what was to be kept no more, or was only looked at. What was under way when
            // that ended may still come.
            func asked() -> [String] {
                host.requests.filter { url in wanted.contains { url.contains("/\($0)_b.jpg") } }
            }
            let before = asked()
            for (index, town) in FuzzKeeper.towns.enumerated() where kept[index] {
                for id in shown[index] {
                    let read = try await world.read("\(town.0)/\(id).jpg")
                    let bytes = String(
                        decoding: ImageTransport.bytes("https://images.example/\(id)_b.jpg"), as: UTF8.self)
                    try Fuzz.demand(read == bytes, "\(id) has other bytes")
                }
            }
            try Fuzz.demand(asked() == before, "what is kept was fetched once more: \(asked()), before \(before)")
            try await soon("the disk must still have \(files.sorted())") { Set(world.shelved) == files }
            for id in FuzzKeeper.photos {
                let count = requests(of: id)
                try Fuzz.demand(count <= 2 + ends + (cut[id] ?? 0), "\(id) was fetched \(count) times")
            }
        }

        /// As time passes, within a minute of the machine's own.
        private func soon(_ complaint: String, _ condition: () async -> Bool) async throws {
            let start = ContinuousClock.now
            while await !condition() {
                try Fuzz.demand(ContinuousClock.now - start < .seconds(60), "\(complaint), has \(world.shelved)")
                world.clock.advance(by: .seconds(3601))
                try? await ContinuousClock().sleep(for: .milliseconds(1))
            }
        }

        private func requests(of id: String) -> Int { host.requests.count { $0.contains("/\(id)_b.jpg") } }

        func end() async {
            world.files.destroy()
            await awaitEnd()
        }

        /// Whoever sleeps then sees that the mount ends.
        private func awaitEnd() async {
            let isOver = Shared(false)
            let waiting = Task { [service] in
                await service.value
                isOver.current = true
            }
            await passing { isOver.current }
            await waiting.value
        }

        /// Seconds pass until something is so.
        private func passing(_ condition: () async -> Bool) async {
            await until {
                world.clock.advance(by: .seconds(1))
                return await condition()
            }
        }
    }

    @Test(.proves("What is kept comes back"))
    func `whatever comes and goes, the disk has what is kept in the end`() async throws {
        let seeds: [[UInt8]] = [
            [3, 0, 5, 1, 0, 6, 2, 0, 6, 1], [3, 0, 6, 1, 4, 0, 3, 1, 6, 2, 0, 9, 2, 0],
            [3, 0, 3, 1, 0, 4, 2, 0, 6, 0, 4, 1, 5, 200], [7, 0, 3, 0, 7, 1, 6, 1, 3, 1, 2, 0, 1, 12, 2, 0],
            [3, 0, 4, 0, 3, 0, 4, 0, 6, 1, 3, 0], [0, 0, 0, 2, 0, 4, 2, 0, 3, 0, 6, 1],
        ]
        try await Fuzz.run("Keeper", seeds: seeds, inputs: 40, patience: .seconds(120)) { program, _ in
            var machine = try await Machine()
            let codes = program.prefix(40)
            for place in stride(from: 0, to: codes.count - 1, by: 2) {
                try await machine.step(Int(codes[place]), Int(codes[place + 1]))
            }
            try await machine.check()
            await machine.end()
        }
    }
}
