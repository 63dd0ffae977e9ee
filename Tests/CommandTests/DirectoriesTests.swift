import Foundation
import Testing

@testable import placesfs

@Suite struct BaseDirectoriesTests {
    private func base(_ environment: [String: String], userID: UInt32 = 1000) -> BaseDirectories {
        BaseDirectories(environment: environment, userID: userID, home: "/home/from-passwd")
    }

    @Test func `folders follow the XDG variables, and their defaults the home`() {
        let plain = base(["HOME": "/home/u"])
        #expect(plain.configuration == "/home/u/.config/placesfs")
        #expect(plain.state == "/home/u/.local/share/placesfs")
        #expect(plain.cache == "/home/u/.cache/placesfs")
        #expect(plain.log == "/home/u/.local/state/placesfs")
        let given = base(["HOME": "/home/u", "XDG_CACHE_HOME": "/var/tmp/c", "XDG_DATA_HOME": "relative"])
        #expect(given.cache == "/var/tmp/c/placesfs")
        #expect(given.state == "/home/u/.local/share/placesfs")
        #expect(base([:]).cache == "/home/from-passwd/.cache/placesfs")
    }

    @Test func `root without a home uses the system's folders`() {
        let system = base([:], userID: 0)
        #expect(system.configuration == "/etc/placesfs")
        #expect(system.state == "/var/lib/placesfs")
        #expect(system.cache == "/var/cache/placesfs")
        #expect(base(["HOME": "/root"], userID: 0).state == "/root/.local/share/placesfs")
    }

    @Test func `a user whom mount(8) gives root's home uses his own`() {
        #expect(base(["HOME": "/root"]).state == "/home/from-passwd/.local/share/placesfs")
        #expect(base(["HOME": "/root"]).configuration == "/home/from-passwd/.config/placesfs")
    }

    @Test func `sources and API bases never share a folder`() throws {
        let base = base(["HOME": "/home/u"])
        func directories(_ source: Configuration.Source, _ address: String?) throws -> SourceDirectories {
            let given = address.map { [Assignment(key: .apiBase, value: $0, origin: .option("api-base"))] } ?? []
            return SourceDirectories(try Configuration(given), source: source, base: base)
        }
        let all = [
            try directories(.sample, nil), try directories(.flickr, nil),
            try directories(.flickr, "https://a.example/"),
            try directories(.flickr, "https://b.example/"), try directories(.flickr, "https://b.example/rest"),
        ]
        #expect(Set(all.map(\.state)).count == 5 && Set(all.map(\.cache)).count == 5)
        #expect(all[1].state == "/home/u/.local/share/placesfs/flickr")
        #expect(try directories(.flickr, "HTTPS://B.example") == all[3])
    }
}

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

    @Test func `a log that cannot be made is refused with its remedy`() {
        let failure = #expect(throws: CommandFailure.self) {
            try LogSink(file: "/proc/none/placesfs.log", takesStandardError: false)
        }
        #expect(failure?.status == .logUnwritable && failure?.description.contains("--log-file") == true)
    }
}
