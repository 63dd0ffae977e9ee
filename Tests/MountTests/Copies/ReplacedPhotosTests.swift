import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Photos that are replaced by others of the same length", .enabled(if: Repository.canMount))
struct ReplacedPhotosTests {
    /// The beginning of the old one is in the kernel's page cache, and its file is evicted.
    @Test(
        .proves("A photo changes while it is open"),
        arguments: ["cp \"$P\" out", "cat \"$P\" > out", "dd if=\"$P\" of=out bs=64k status=none"])
    func `a reader gets the old one or the new one, never both`(reader: String) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 6, imageBytes: 200_000...200_000)
        try await TestMount.run(numbered.configuration, options: ["--cache-size", "512K"]) { mount in
            let before = numbered.bytes(0)
            let others = (1..<6).map { "\"$M/\(NumberedLibrary.path($0))\"" }.joined(separator: " ")
            let script = """
                P="$M/\(NumberedLibrary.path(0))"; head -c 4096 "$P" > /dev/null
                until [ "$(getfattr --only-values -n user.places.state "$P")" = cached ]; do sleep 0.02; done
                cat \(others) > /dev/null
                until [ "$(getfattr --only-values -n user.places.state "$P")" = remote ]; do sleep 0.02; done
                """
            #expect(try await mount.shell(script, timeout: .seconds(30)).status == 0)
            numbered.library.replaceImage(of: NumberedLibrary.id(0))
            let after = numbered.bytes(0)
            #expect(before.count == after.count && before != after)
            try mount.write(before, to: "before")
            try mount.write(after, to: "after")
            let read = try await mount.shell(
                "P=\"$M/\(NumberedLibrary.path(0))\"; \(reader) && { cmp -s out after || cmp -s out before || echo mixed; }"
            )
            #expect(read.text == "", "\(read.errors)")
            let again = try await mount.shell("cmp \"$M/\(NumberedLibrary.path(0))\" after")
            #expect(again.status == 0, "\(again.text)\(again.errors)")
        }
    }

    /// What was put into the old one does not belong into the new one.
    @Test(.proves("A photo changes while it is open"), arguments: ["cp \"$P\" out", "cat \"$P\" > out"])
    func `one with its credit is read whole or not at all`(reader: String) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 6, imageBytes: 200_000...200_000)
        let options = EmbeddedBytes.options + ["--cache-size", "512K"]
        try await TestMount.run(numbered.configuration, options: options) { mount in
            try EmbeddedBytes.prepare(mount)
            let others = (1..<6).map { "\"$M/\(NumberedLibrary.path($0))\"" }.joined(separator: " ")
            let evicted = try await mount.shell(
                """
                P="$M/\(NumberedLibrary.path(0))"; cat "$P" > /dev/null; cat \(others) > /dev/null
                until [ "$(getfattr --only-values -n user.places.state "$P")" = remote ]; do sleep 0.02; done
                """, timeout: .seconds(30))
            #expect(evicted.status == 0, "\(evicted.errors)")
            numbered.library.replaceImage(of: NumberedLibrary.id(0))
            try mount.write(numbered.bytes(0), to: "after")
            let read = try await mount.shell(
                """
                P="$M/\(NumberedLibrary.path(0))"; told=$(stat -c %s "$P")
                \(reader) && { python3 embedded.py out after && [ $(stat -c %s out) = $told ] || echo damaged; }
                \(reader) && python3 embedded.py out after && [ $(stat -c %s "$P") = $(stat -c %s out) ] && echo right
                """)
            #expect(read.text == "right", "\(read.text) \(read.errors)")
        }
    }

    /// One that is larger than the cache, while somebody has the old one open.
    @Test(.proves("A photo changes while it is open"))
    func `one that is not kept is read anew by everybody who opens it then`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 1, imageBytes: 600_000...600_000)
        try await TestMount.run(numbered.configuration, options: ["--cache-size", "256K"]) { mount in
            let reader = try mount.start(
                """
                P="$M/\(NumberedLibrary.path(0))"; exec 5< "$P"; head -c 65536 <&5 > /dev/null
                # Nobody reads on, so that the connection, which may hold all of the old one, is given back.
                until [ "$(getfattr --only-values -n user.places.state "$P")" = remote ]; do sleep 0.02; done; > begun
                until [ -e go ]; do sleep 0.02; done
                cat <&5 2>&1 > /dev/null | grep -o 'Input/output error'
                for n in 1 2; do cp "$P" out && cmp out after; done
                """)
            #expect(try await mount.shell(FreshnessTests.await("[ -e begun ]")).status == 0)
            numbered.library.replaceImage(of: NumberedLibrary.id(0))
            try mount.write(numbered.bytes(0), to: "after")
            try mount.write([], to: "go")
            let result = await reader.result()
            #expect(result.text == "Input/output error" && result.status == 0, "\(result.text) \(result.errors)")
            // Each of the two copies may take two.
            #expect(mount.simulator.ledger.imageRequests <= 8)
        }
    }

    /// Each photo is in the cache, and its pages in the kernel's.
    @Test(.proves("A listing or confirmation that names"), arguments: [true, false])
    func `a kept photo of which the listing names another version is fetched anew`(remounts: Bool) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3, imageBytes: 100_000...200_000)
        try await TestMount.run(numbered.configuration, options: EmbeddedBytes.options) { mount in
            try EmbeddedBytes.prepare(mount)
            let read = try await mount.shell(
                "for n in 0 1 2; do cat \"$M/\(NumberedLibrary.directory())/photo $n.jpg\" > was$n; done")
            #expect(read.status == 0, "\(read.errors)")
            for number in 0...1 {
                numbered.library.replaceImage(of: NumberedLibrary.id(number))
                numbered.library.changeSecret(of: NumberedLibrary.id(number))
            }
            let refreshed = try await mount.shell(
                "\(Repository.placesfs) refresh --wait \"$M/\(NumberedLibrary.directory())\"")
            #expect(refreshed.status == 0, "\(refreshed.errors)")
            if remounts {
                try await mount.unmount()
                try await mount.mount()
            }
            mount.simulator.ledger.reset()
            let compare = """
                for n in 0 1 2; do f="$M/\(NumberedLibrary.directory())/photo $n.jpg"
                cat "$f" > is$n; [ $(stat -c %s "$f") = $(stat -c %s is$n) ] || echo "size of $n"
                cmp -s was$n is$n && echo "as before $n"; done
                """
            #expect(try await mount.shell(compare).lines == ["as before 2"])
            for number in 0..<3 {
                try mount.write(numbered.bytes(number), to: "want\(number)")
                let split = try await mount.shell("python3 embedded.py is\(number) want\(number)")
                #expect(split.status == 0, "\(split.errors)")
            }
            #expect(mount.simulator.ledger.imageRequests == 2)
        }
    }
}
