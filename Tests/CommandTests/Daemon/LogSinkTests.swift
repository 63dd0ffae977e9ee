import Foundation
import Testing

@testable import placesfs

@Suite struct LogSinkTests {
    @Test func `a log and its predecessor stay within twice the bound`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/new/placesfs.log"
            let sink = try LogSink(file: path, takesStandardError: false, bound: 1000)
            for number in 0..<100 { sink.write("line \(number) of some length, so that it counts\n") }
            let last = try String(contentsOfFile: path, encoding: .utf8)
            let before = try String(contentsOfFile: path + ".1", encoding: .utf8)
            #expect(last.utf8.count <= 1000 && before.utf8.count <= 1000)
            #expect(last.hasSuffix("line 99 of some length, so that it counts\n"))
            let joined = (before + last).split(separator: "\n")
            #expect(joined.count > 20 && joined.first?.hasPrefix("line ") == true)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func `a log that was begun is gone on with`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/placesfs.log"
            try LogSink(file: path, takesStandardError: false).write("one\n")
            try LogSink(file: path, takesStandardError: false).write("two\n")
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntwo\n")
        }
    }

    @Test func `a file that the user names and that is no log stays as it is`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/notes"
            for name in [path, path + ".1"] {
                try Data("my notes\n".utf8).write(to: URL(fileURLWithPath: name))
                let failure = #expect(throws: CommandFailure.self) {
                    try LogSink(file: path, isChosen: true, takesStandardError: false)
                }
                #expect(failure?.status == .logUnwritable)
                #expect(failure?.description.hasPrefix("\(name) is no log of placesfs") == true)
                #expect(try String(contentsOfFile: name, encoding: .utf8) == "my notes\n")
                try FileManager.default.removeItem(atPath: name)
            }
            let sink = try LogSink(file: path, isChosen: true, takesStandardError: false)
            sink.write("\(LogLines.moment(Date())) info placesfs: mounted\n")
            _ = try LogSink(file: path, isChosen: true, takesStandardError: false)
        }
    }

    @Test func `a link in the place of a log is not followed`() throws {
        try withTemporaryFolder { folder in
            try Data().write(to: URL(fileURLWithPath: folder + "/victim"))
            try FileManager.default.createSymbolicLink(atPath: folder + "/log", withDestinationPath: "victim")
            let failure = #expect(throws: CommandFailure.self) {
                try LogSink(file: folder + "/log", takesStandardError: false)
            }
            #expect(failure?.status == .logUnwritable && failure?.description.contains("is a link") == true)
        }
    }

    @Test func `a log that cannot be made is refused with its remedy`() {
        let failure = #expect(throws: CommandFailure.self) {
            try LogSink(file: "/proc/none/placesfs.log", takesStandardError: false)
        }
        #expect(failure?.status == .logUnwritable && failure?.description.contains("--log-file") == true)
    }

    /// Two daemons' sinks on one file, told apart by the letter before each number.
    private func sinks(at path: String, bound: Int64) throws -> [LogSink] {
        try (0..<2).map { _ in try LogSink(file: path, takesStandardError: false, bound: bound) }
    }

    private func line(_ letter: String, _ number: Int) -> String {
        "\(letter)\(number) " + String(repeating: letter, count: number * 7 % 40) + ".\n"
    }

    /// The lines of the log and its predecessor, oldest first, after a look at the lengths of both.
    private func lines(at path: String, bound: Int) throws -> [String] {
        let last = try String(contentsOfFile: path, encoding: .utf8)
        let before = try String(contentsOfFile: path + ".1", encoding: .utf8)
        #expect(last.utf8.count <= bound && before.utf8.count <= bound && before.utf8.count > bound / 2)
        return (before + last).split(separator: "\n").map { $0 + "\n" }
    }

    @Test func `two daemons that take turns lose no line to each other, over rotations`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/placesfs.log"
            let sinks = try sinks(at: path, bound: 1000)
            var written: [String] = []
            for number in 0..<200 {
                for (sink, letter) in zip(sinks, ["a", "b"]) {
                    written.append(line(letter, number))
                    sink.write(line(letter, number))
                }
            }
            let found = try lines(at: path, bound: 1000)
            #expect(found.count > 30 && found == written.suffix(found.count))
        }
    }

    @Test func `two daemons that write at once write whole lines, within the bound`() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/placesfs.log"
            let sinks = try sinks(at: path, bound: 4000)
            await withTaskGroup(of: Void.self) { group in
                for (sink, letter) in zip(sinks, ["a", "b"]) {
                    group.addTask {
                        for number in 0..<2000 { sink.write(line(letter, number)) }
                    }
                }
            }
            let found = try lines(at: path, bound: 4000)
            for letter in ["a", "b"] {
                // Those kept are the last that it wrote, in order and without a gap.
                let own = found.filter { $0.hasPrefix(letter) }
                let last = own.last.flatMap { Int($0.dropFirst().prefix { $0.isNumber }) } ?? -1
                #expect(own == (last + 1 - own.count..<last + 1).map { line(letter, $0) })
            }
            #expect(found.allSatisfy { $0.hasPrefix("a") || $0.hasPrefix("b") })
            #expect(found.last == line("a", 1999) || found.last == line("b", 1999))
        }
    }

    @Test func `a log that was taken away is begun anew`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/placesfs.log"
            let sink = try LogSink(file: path, takesStandardError: false)
            sink.write("one\n")
            try FileManager.default.removeItem(atPath: path)
            sink.write("two\n")
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "two\n")
        }
    }
}
