import Foundation
import Glibc
import PhotoSimulator
import TestSupport
import Testing

/// Photos whose names and authors give copies trouble, and functions for scripts that look at what a copy kept.
enum CreditedCopies {
    static let titles = [
        "Sunset over the Seine", "\"Quoted\": a/b\\c|d? *<x>", "夕焼け 🌇 über Straße", "CON", "dots at the end...", "-rf",
        "\u{202E}gpj.exe", "two\nlines\tand $(id) `id`", "Ünïcödé " + String(repeating: "東", count: 70),
    ]
    /// In the titles' order.
    static let owners = [
        "Ada", "Eve \"The Lens\"", "François", "CC0, https://example.org", "", "-n", "\u{2066}Isolated", "Two\nLines",
        "@janko",
    ]

    static func configuration(
        imageBytes: ClosedRange<Int> = 20_000...40_000, _ edit: (Library) -> Void = { _ in }
    ) -> Simulator.Configuration {
        let library = Library.synthetic(places: 0, photosPerPlace: 0, imageBytes: imageBytes)
        library.add(
            SimulatedPlace(
                woeid: "615702", placeID: "sim.615702", name: "Paris",
                region: .init(woeid: "7615702", placeID: "sim.r615702", name: "Île-de-France"),
                country: .init(woeid: "23424819", placeID: "sim.france", name: "France"),
                position: .init(latitude: 48.8566, longitude: 2.3522)))
        for (number, title) in titles.enumerated() {
            library.add(
                SimulatedPhoto(
                    id: id(number), title: title, description: "About \(number)", tags: ["cs193pspot", "River"],
                    ownerName: owners[number], license: String(number * 2), uploaded: 1_700_000_000 + Int64(number),
                    position: .init(latitude: 48.8584, longitude: 2.2945), woeid: "615702"))
        }
        edit(library)
        return Simulator.Configuration(library: .custom(library))
    }

    static func id(_ number: Int) -> String { String(55_000_000_000 + number) }

    /// Of a photo at the source; of the first one on Wikimedia Commons.
    static func page(_ number: Int) -> String {
        switch TestSource.current {
        case .flickr: "https://www.flickr.com/photos/12345678@N00/\(id(number))/"
        case .commons: "https://commons.wikimedia.org/wiki/File:Sunset_over_the_Seine.jpg"
        }
    }

    /// Functions for scripts, which begin in Paris: `credits FILE…` is the command under test. `same DIR` says that DIR
    /// holds the photos of Paris, byte for byte and under their names, and nothing else. `credited DIR` says that
    /// `credits` knows each of them by the line that CREDITS.txt has. `bare DIR` says that no file there has
    /// attributes, `whole DIR` that each has all of its photo's.
    static let prelude = Script.text("Support/credited-copies.sh")
}

extension TestMount {
    /// Runs a script with `CreditedCopies.prelude`'s functions; `$PLACESFS` is the command.
    func inParis(_ script: String) async throws -> CommandResult {
        try await ChildProcess(
            ["bash", "-c", CreditedCopies.prelude + script],
            environment: environment.merging(["PLACESFS": Repository.placesfs]) { $1 }, directory: scratch
        ).result()
    }
}

/// A file system of another kind than the test's own, mounted for as long as a test runs.
struct OtherDisk: Sendable {
    enum Kind: Sendable {
        case ext4(blockSize: Int)
        /// Without extended attributes of users.
        case ramfs
    }

    /// Mounting one takes root, and ext4 a loop device.
    static let isPossible = geteuid() == 0 && FileManager.default.fileExists(atPath: "/dev/loop-control")

    let path: String

    static func run(_ kind: Kind, _ body: (OtherDisk) async throws -> Void) async throws {
        let folder = try TemporaryDirectory()
        let disk = OtherDisk(path: folder.path + "/disk")
        try FileManager.default.createDirectory(atPath: disk.path, withIntermediateDirectories: true)
        let image = folder.path + "/image"
        let script =
            switch kind {
            case .ext4(let size):
                "truncate -s 16M '\(image)' && mkfs.ext4 -q -b \(size) '\(image)' && mount -o loop '\(image)' '\(disk.path)'"
            case .ramfs: "mount -t ramfs placesfs-test '\(disk.path)'"
            }
        let made = try await TestSupport.run("bash", "-c", script)
        try #require(made.status == 0, "\(made.errors)")
        do {
            try await body(disk)
        } catch {
            _ = try? await TestSupport.run("umount", "-l", disk.path)
            throw error
        }
        _ = try await TestSupport.run("umount", "-l", disk.path)
    }
}
