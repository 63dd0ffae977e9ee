import Foundation
import Fuzzing
import PhotoTree
import Synchronization
import TestSupport
import Testing

@testable import placesfs

/// Archives of whatever names and lengths: what was put in comes out, as Python's zipfile and unzip read it.
@Suite("Zip archives of whatever is put in", .timeLimit(.minutes(5))) struct FuzzZipWriter {
    private struct Expected: Codable {
        var name: String
        var content: Data
    }

    /// Reads `$1`, and compares it with what `$2` says. Overlapping or doubled entries are faults, too.
    private static let referee = Script.path("archive.py", of: "CommandTests")

    @Test func `what is put in comes out, and what is taken back does not`() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.path
        let seeds: [[UInt8]] = [
            Array("a.jpg\nb.jpg\nc.jpg".utf8),
            Array("Sunset over the Seine.jpg\nSUNSET over the seine.jpg\n%.jpg".utf8),
            Array("金閣寺.jpg\né.jpg\ne\u{301}.jpg\n\u{1F3D4}.png".utf8), [], Array("\n\n\n".utf8),
            Array((0..<60).map { "\($0).jpg" }.joined(separator: "\n").utf8),
        ]
        try await Fuzz.run("ZipWriter", seeds: seeds, inputs: 40) { input, random in
            let target = path + "/a.zip"
            try? FileManager.default.removeItem(atPath: target)
            var file = try HandoutFile(target)
            try Self.write(input, &random, &file, path)
            try file.finish(replacing: true)
            let read = try await run("python3", Self.referee, target, path + "/expected.json")
            try Fuzz.demand(read.status == 0, "zipfile: \(read.errors)")
            let tested = try await run("unzip", "-tqq", target)
            // An archive without a file is 1, a warning.
            try Fuzz.demand(tested.status == 0 || tested.status == 1, "unzip: \(tested.text)\(tested.errors)")
        }
    }

    private static func write(
        _ input: [UInt8], _ random: inout Mutator, _ file: inout HandoutFile, _ folder: String
    ) throws {
        let target = Shared(file)
        var zip = ZipWriter(target)
        var taken: Set<String> = []
        var expected: [Expected] = []
        for line in input.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).prefix(100) {
            let photo = FileName.directory(String(decoding: line.prefix(400), as: UTF8.self))
            let name = "bag/data/" + HandoutList.portable(photo, &taken)
            let isLarge = random.next() % 8 == 0
            let moment = Int64(bitPattern: random.next()) >> Int64.random(in: 20...40, using: &random)
            try zip.begin(name, modified: moment, isLarge: isLarge)
            var content: [UInt8] = []
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let piece = (0..<Int.random(in: 0...5000, using: &random)).map {
                    UInt8(truncatingIfNeeded: $0 &* line.count)
                }
                try zip.append(piece)
                content += piece
            }
            if random.next() % 5 == 0 {
                try zip.takeBack()
            } else {
                try zip.finish(isLarge: isLarge)
                expected.append(Expected(name: name, content: Data(content)))
            }
        }
        try zip.close()
        try JSONEncoder().encode(expected).write(to: URL(fileURLWithPath: folder + "/expected.json"))
    }

    /// The file, for a writer that takes its target.
    private final class Shared: ZipTarget {
        private let file: Mutex<HandoutFile>

        init(_ file: HandoutFile) { self.file = Mutex(file) }

        func write(_ bytes: [UInt8], at offset: Int64) throws(CommandFailure) {
            try file.withLock { file throws(CommandFailure) in try file.write(bytes, at: offset) }
        }

        func read(_ count: Int, at offset: Int64) throws(CommandFailure) -> [UInt8] {
            try file.withLock { file throws(CommandFailure) in try file.read(count, at: offset) }
        }

        func cut(to length: Int64) throws(CommandFailure) {
            try file.withLock { file throws(CommandFailure) in try file.cut(to: length) }
        }
    }
}
