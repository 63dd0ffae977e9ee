import Foundation
import Testing

@testable import placesfs

/// What of a cache's folder is looked at; without a catalog there is nothing to compare a file with.
@Suite struct CacheVerificationTests {
    /// The folder of a cache with these names, those that end in a slash being folders.
    private func make(_ path: String, _ names: [String]) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data("placesfs photo cache 1\n".utf8).write(to: URL(fileURLWithPath: path + "/format"))
        for name in names {
            if name.hasSuffix("/") {
                try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
            } else {
                try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/" + name))
            }
        }
    }

    private func report(_ folder: String) async throws -> CacheVerification.Report {
        let caches = StoredCache.all(in: folder, state: folder + "/state")
        #expect(caches.map(\.name) == ["flickr"])
        return try await CacheVerification(of: try #require(caches.first)).report()
    }

    @Test func `small renditions are looked at like photos, and their folder is not foreign`() async throws {
        try await withTemporaryFolder { folder in
            let cache = folder + "/flickr"
            try make(cache, ["1,b.photo"])
            try make(cache + "/thumbnails", ["1,n.photo", "2,n.photo/", "notes.txt"])
            let report = try await report(folder)
            #expect(
                report.lines == [
                    "unknown 1,b.photo: there is nothing to compare it with",
                    "0 photos, 0 B sound, 0 damaged, 1 unknown, in \(cache)",
                    "unknown 1,n.photo: there is nothing to compare it with",
                    "damaged 2,n.photo: what bears its name is no file",
                    "0 thumbnails, 0 B sound, 1 damaged, 1 unknown, 1 foreign file left alone, in \(cache)/thumbnails",
                ])
            #expect(report.damaged == 1 && report.removed == 0)
        }
    }

    @Test func `a folder of that name that no cache made is foreign`() async throws {
        try await withTemporaryFolder { folder in
            try make(folder + "/flickr", ["thumbnails/"])
            #expect(
                try await report(folder).lines == [
                    "0 photos, 0 B sound, 0 damaged, 0 unknown, 1 foreign file left alone, in \(folder)/flickr"
                ])
        }
    }
}
