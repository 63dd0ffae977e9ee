import Foundation
import Fuzzing
import PhotoTree
import TestClock
import Testing

@testable import PhotoCache

@Suite struct FuzzCacheRecovery {
    /// What a crash, another program or a damaged disk may leave in the folder: files, folders, links and pipes under
    /// names like ours and unlike them, a stamp of any content.
    @Test func `whatever lies in its folder, a cache opens, keeps its limit, and leaves what is foreign`() async throws
    {
        let names = [
            "123,b.photo", "124,b.photo", "125,3k.photo", "%41,b.photo", "123,b.7.partial",
            "9,b.18446744073709551615.partial",
            "notes.txt", "format.bak", ".hidden", "123,b.photo.bak", "CACHEDIR.TAG",
        ]
        try await Fuzz.run("CacheRecovery", seeds: names, inputs: 150) { content, random in
            let fixture = CacheFixture()
            try FileManager.default.createDirectory(atPath: fixture.path, withIntermediateDirectories: true)
            var foreign: Set<String> = []
            for name in names where random.next() % 3 > 0 {
                let path = fixture.url(name).path
                switch random.next() % 6 {
                case 0: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                case 1: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
                default: try Data((content + random.text(from: names)).utf8).write(to: URL(fileURLWithPath: path))
                }
                if !name.hasSuffix(".photo"), !CacheName.isPartial(name) { foreign.insert(name) }
            }
            // A stamp of ours half the time: else the folder is another format's, and what looks like ours goes.
            let stamp = random.next() % 2 == 0 ? "placesfs photo cache 1\n" : content
            try Data(stamp.utf8).write(to: fixture.url("format"))
            let cache = try fixture.cache(limit: 1 << 16)
            try Fuzz.demand(await eventually { cache.isScanned }, "never counted")
            for key in cache.keys() {
                // Of unknown digest, so none is believed.
                let found = await cache.present(key, known: nil)
                try Fuzz.demand(found == nil, "\(key) was believed")
            }
            // What is too much is evicted behind.
            try Fuzz.demand(await eventually { cache.usage.bytes <= 1 << 16 }, "\(cache.usage.bytes) bytes")
            try Fuzz.demand(foreign.isSubset(of: Set(fixture.names)), "lost \(foreign.subtracting(fixture.names))")
        }
    }
}
