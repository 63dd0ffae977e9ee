import Fuzzing
import PhotoTree
import Testing

@testable import PhotoCache

@Suite struct FuzzCacheNames {
    @Test func `any key makes a plain file name that leads back to it, or none`() async throws {
        let seeds = ["12345678901", "File:Été à Paris.jpg", "../../etc/passwd", "a,b.photo", "%41", "A"]
        try await Fuzz.run("CacheKey", seeds: seeds, inputs: 2_000) { text, random in
            let key = ImageKey(photo: PhotoID(text), rendition: random.text(from: ["b", "o", "3k"]))
            guard let name = CacheName.whole(key), let partial = CacheName.partial(key, FileNumber(random.next()))
            else {
                let length = key.photo.rawValue.utf8.count + key.rendition.utf8.count
                return try Fuzz.demand(length * 3 > 200, "no name for \(length) bytes")
            }
            let plain = Set("abcdefghijklmnopqrstuvwxyz0123456789-_%,.".utf8)
            for file in [name, partial] {
                try Fuzz.demand(file.utf8.count <= 255 && file.utf8.allSatisfy(plain.contains), file)
            }
            // Compared by bytes: two spellings of one letter are two keys.
            let found = CacheName.key(of: name)
            try Fuzz.demand(found.map { Array($0.photo.rawValue.utf8) } == Array(text.utf8), "\(name) is another photo")
            try Fuzz.demand(found?.rendition == key.rendition, "\(name) is another rendition")
            try Fuzz.demand(!CacheName.isPartial(name) && CacheName.isPartial(partial), "\(name) is taken for a part")
            try Fuzz.demand(CacheName.key(of: partial) == nil, "\(partial) is taken for a whole photo")
        }
    }

    @Test func `any name found in the cache is one that we would write, or not ours`() async throws {
        let seeds = ["123,b.photo", "%41,3k.photo", "123,b.17.partial", "format", "%c3%a9%2f,b.photo"]
        try await Fuzz.run("CacheName", seeds: seeds, inputs: 3_000) { name, _ in
            if let key = CacheName.key(of: name) {
                try Fuzz.demand(CacheName.whole(key).map { Array($0.utf8) } == Array(name.utf8), "not what we write")
                try Fuzz.demand(!CacheName.isPartial(name), "whole and a part")
            }
            if CacheName.isPartial(name) {
                try Fuzz.demand(name.utf8.count <= 255 && !name.contains("/"), "no file's name")
            }
        }
    }
}
