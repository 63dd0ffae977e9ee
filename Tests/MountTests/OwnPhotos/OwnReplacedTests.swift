import Promises
import TestSupport
import Testing

@Suite("One's own photos, replaced", .enabled(if: Repository.canMount && TestSource.current == .flickr))
struct OwnReplacedTests {
    /// Another file of that name takes the place of one that is open, as programs save pictures.
    @Test(.proves("A handle on a photo of yours reads"), arguments: [(300_000, 500_000), (500_000, 300_000)])
    func `a handle on a file that another took the place of is never read cut or filled`(
        old: Int, new: Int
    ) async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            let file = "F=\"$M/places/France/Paris/one.jpg\";"
            let make = "\(file) make() { cat Pictures/tower.jpg; head -c $1 /dev/urandom; };"
            try await pictures.run("\(make) make \(old) > Pictures/one.jpg")
            try await pictures.mount()
            #expect(try await pictures.becomes("test -e \"$M/places/France/Paris/one.jpg\""))
            let read = try await pictures.run(
                """
                \(make) cp Pictures/one.jpg before; make \(new) > other
                exec 3< "$F"; head -c 4096 <&3 > out
                mv other Pictures/one.jpg
                until [ $(stat -c %s "$F") = $(stat -c %s Pictures/one.jpg) ]; do sleep 0.02; done
                cat <&3 >> out 2> errors || grep -o 'Input/output error' errors
                cmp -s out before && echo whole
                cmp "$F" Pictures/one.jpg; exec 3<&-; cmp "$F" Pictures/one.jpg
                """)
            #expect(["Input/output error", "whole"].contains(read.text), "\(read.text)")
            try await pictures.unmount()
        }
    }
}
