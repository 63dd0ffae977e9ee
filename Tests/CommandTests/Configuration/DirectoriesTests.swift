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

    @Test func `a tilde is the same home`() {
        #expect(AbsolutePath.of("~/my.log", environment: ["HOME": "/home/u"]) == "/home/u/my.log")
        #expect(AbsolutePath.of("~", environment: ["HOME": "/home/u/"]) == "/home/u")
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
        func directories(_ source: SourceName, _ address: String?) throws -> SourceDirectories {
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
