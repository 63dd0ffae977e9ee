import Foundation
import Testing

@testable import placesfs

@Suite struct PathWalkTests {
    /// Where a walk ends that follows all links.
    private func end(of path: String) -> String? {
        var walk = PathWalk(path)
        while let next = walk.next() {
            let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: next)) != nil
            if walk.follow(next) { continue }
            guard !isLink else { return nil }
            walk.enter(next)
        }
        return walk.place
    }

    @Test func `dots and links of a path lead where the kernel goes`() throws {
        try withTemporaryFolder { folder in
            let folder = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
            for name in ["a/b", "c"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            }
            for (name, target) in [("a/up", "../c"), ("far", "\(folder)/a"), ("again", "far/up"), ("round", "round")] {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(folder)/\(name)", withDestinationPath: target)
            }
            #expect(end(of: "\(folder)/./a//b/..") == "\(folder)/a")
            #expect(end(of: "\(folder)/a/up/new") == "\(folder)/c/new")
            #expect(end(of: "\(folder)/again/..") == folder, "behind a link .. is the folder that it leads to")
            #expect(end(of: "/../../..") == "")
            #expect(end(of: "\(folder)/round/x") == nil, "a link to itself leads nowhere")
        }
    }
}
