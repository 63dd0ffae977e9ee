import FUSE
import Foundation
import Fuzzing
import PhotoTree
import Promises
import Testing

@testable import PlacesFileSystem

/// Programs write into albums in whatever order: nothing but photos is ever listed, and nothing is left behind.
@Suite("Writing into albums, in any order", .timeLimit(.minutes(5))) struct FuzzSpools {
    private static let names = [
        "a.jpg", "A.png", "b.jpg", ".a.jpg.Ab12Cd", "b.jpg.part", ".goutputstream-ABCDEF", "map.html", "x.geojson",
        ".map.html.000000", "noise",
    ]
    private static let allowed: Set<Errno> = [
        .readOnly, .noSpace, .exists, .noEntry, .notSupported, .invalid, .notPermitted, .stale,
    ]

    /// One mount that takes what a program of bytes says: each operation is a byte, with its operands behind it.
    private struct Machine {
        let world: World
        let album: InodeNumber
        var photos: [(id: PhotoID, inode: InodeNumber, handle: HandleNumber)] = []
        var open: [HandleNumber] = []

        mutating func run(_ program: [UInt8]) async throws {
            var rest = program[...]
            while let code = rest.popFirst() {
                let (one, two) = (Int(rest.popFirst() ?? 0), Int(rest.popFirst() ?? 0))
                do throws(Errno) {
                    try await step(Int(code), one, two)
                } catch {
                    try Fuzz.demand(FuzzSpools.allowed.contains(error), "operation \(code % 12): \(error)")
                }
            }
        }

        private mutating func step(_ code: Int, _ one: Int, _ two: Int) async throws(Errno) {
            let (files, caller) = (world.files, World.caller)
            let name = FuzzSpools.names[one % FuzzSpools.names.count]
            let handle = open.isEmpty ? nil : open[one % open.count]
            let photo = photos[two % photos.count]
            switch code % 12 {
            case 0, 1:
                guard try await inode(name) == nil else { return }
                let made = try await files.create(name, in: album, OpenFlags(rawValue: 2), by: caller)
                open.append(made.file.handle)
            case 2:
                guard let handle else { return }
                let bytes: [UInt8] =
                    two % 2 == 0 ? [0xFF, 0xD8, 0xFF] + Array(repeating: 7, count: two) : Array(0..<200)
                try await files.write(bytes, to: handle, at: Int64(two % 3) * 1000, by: caller)
            case 3:
                guard let inode = try await inode(name) else { return }
                var change = AttributeChange()
                change.size = Int64(two * 10)
                _ = try await files.setattr(inode, change, by: caller)
            case 4:
                if let handle { try await files.flush(handle, by: caller) }
            case 5:
                guard !open.isEmpty else { return }
                let handle = open.remove(at: one % open.count)
                files.release(handle)
            case 6:
                try await files.rename(
                    name, in: album, to: FuzzSpools.names[two % FuzzSpools.names.count], in: album,
                    replacing: two % 3 > 0,
                    by: caller)
            case 7:
                try await files.unlink(name, in: album, by: caller)
            case 8:
                guard let handle else { return }
                _ = try await files.copy(
                    two * 100, from: photo.handle, at: Int64(two % 4) * 100, to: handle, at: Int64(two % 4) * 100,
                    by: caller)
            case 9:
                guard let inode = try await inode(name) else { return }
                open.append(
                    try await files.open(inode, OpenFlags(rawValue: two % 2 == 0 ? 2 : 0o1001), by: caller).handle)
            case 10:
                _ = try await files.link(photo.inode, as: name, in: album, by: caller)
            default:
                guard let inode = try await inode(name), let handle else { return }
                try await files.setxattr("user.a", [1], of: inode, by: caller)
                _ = try await files.read(handle, 0..<500, throughPageCache: false, by: caller)
            }
        }

        private func inode(_ name: String) async throws(Errno) -> InodeNumber? {
            try await world.files.lookup(name, in: album, by: World.caller).attributes?.inode
        }

        /// Ends the programs, and looks at what they left.
        mutating func check() async throws {
            let (files, caller) = (world.files, World.caller)
            for name in try await world.list("albums/A") where name != "No Images" {
                let inode = try #require(try await inode(name))
                guard case .photo? = files.inodes.record(NodeNumber(inode))?.node else {
                    throw Fuzz.Failure("\(name) is listed, and is no photo")
                }
            }
            for handle in open {
                do throws(Errno) { try await files.flush(handle, by: caller) } catch {
                    try Fuzz.demand(FuzzSpools.allowed.contains(error), "the last close: \(error)")
                }
                files.release(handle)
            }
            open = []
            // What is being written hides a listed photo of its name.
            for name in FuzzSpools.names + FuzzSpools.names { try? await files.unlink(name, in: album, by: caller) }
            try Fuzz.demand(files.folders.albums.spools.room == Spools.most, "something is left of what was written")
            let left = try await world.list("albums/A")
            try Fuzz.demand(left == ["No Images"], "\(left)")
        }
    }

    @Test(.proves("Killed while programs fill albums"))
    func `whatever programs do, only photos are listed, and nothing of the rest is left`() async throws {
        let host = ImageTransport()
        let folder = FileManager.default.temporaryDirectory.path + "/placesfs-spools-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let world = try await World(transport: host) { $0.spoolDirectory = folder }
        world.show(["one", "two", "three"])
        _ = try await world.list("places/France/Paris")
        _ = try await world.files.mkdir("A", in: try await world.inode("albums"), by: World.caller)
        var machine = Machine(world: world, album: try await world.inode("albums/A"))
        for id in ["one", "two", "three"] {
            let inode = try await world.inode("places/France/Paris/\(id).jpg")
            _ = try? await world.read("places/France/Paris/\(id).jpg")
            let handle = try await world.files.open(inode, OpenFlags(rawValue: 0), by: World.caller).handle
            machine.photos.append((PhotoID(id), inode, handle))
        }
        let whole: [[UInt8]] = [
            [0, 0, 0, 2, 0, 4, 4, 0, 0, 5, 0, 0], [0, 3, 0, 2, 0, 6, 4, 0, 0, 5, 0, 0, 6, 3, 0],
            [0, 4, 0, 8, 0, 9, 5, 0, 0, 6, 4, 2], [10, 0, 0, 10, 2, 1, 6, 0, 2, 7, 2, 0],
            [0, 6, 0, 2, 0, 1, 5, 0, 0, 9, 6, 0],
            [0, 3, 0, 4, 0, 0, 5, 0, 0, 10, 3, 0], [10, 0, 0, 10, 2, 1, 6, 0, 2, 0, 7, 0, 6, 7, 2],
            Array(repeating: 0, count: 90),
        ]
        let shared = Machines(machine)
        try await Fuzz.run("Spools", seeds: whole, inputs: 400) { program, _ in
            var machine = shared.machine
            try await machine.run(Array(program.prefix(300)))
            try await machine.check()
        }
        // It is made for the first bytes.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    private struct Machines: Sendable {
        let machine: Machine
        init(_ machine: Machine) { self.machine = machine }
    }
}
