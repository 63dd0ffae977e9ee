import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Answers without end", .enabled(if: Repository.canMount))
struct EndlessAnswersTests {
    @Test(.proves("An answer without end"), arguments: ["16M", "1M"])
    func `a photo is refused at the limit, kept or passed through, and others are read meanwhile`(
        cacheSize: String
    ) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 3, imageBytes: 100_000...100_000)
        let options = ["--photo-size-limit", "4M", "--cache-size", cacheSize, "--retries", "0"]
        try await TestMount.run(numbered.configuration, options: options) { mount in
            let directory = "$M/\(NumberedLibrary.directory())"
            _ = try await mount.shell("ls \"\(directory)\"")
            mount.simulator.faults.add(.endlessBody, on: .photo(NumberedLibrary.id(0)))
            let reading = try mount.start("cat \"$M/\(NumberedLibrary.path(0))\" > got")
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.isImage })
            try mount.write(numbered.bytes(1), to: "want")
            let other = try await mount.shell("cmp \"$M/\(NumberedLibrary.path(1))\" want")
            #expect(other.status == 0, "\(other.text)\(other.errors)")
            let read = await reading.result()
            #expect(read.status == 1 && read.errors.contains("Input/output error"), "\(read.errors)")
            #expect(try await mount.shell("stat -c %s got").text == "0")
            let status = try await mount.shell("cat \"$M/.placesfs/status\"")
            #expect(status.text.contains("larger than 4 MiB (photo-size-limit) [Input/output error]"), "\(status.text)")
            let kept = try await mount.shell("find -L \"$M/.placesfs/cached\" -name '*.jpg' -printf '%s\\n'")
            // In the small cache the other photo may have had no room beside what came so far of the endless one.
            #expect(kept.lines == ["100000"] || (kept.lines.isEmpty && cacheSize == "1M"), "\(kept.text)")

            mount.simulator.faults.removeAll()
            try mount.write(numbered.bytes(0), to: "want")
            let path = "\"$M/\(NumberedLibrary.path(0))\""
            let right = try await mount.shell(FreshnessTests.await("cmp \(path) want 2> /dev/null"))
            #expect(right.status == 0)
        }
    }

    @Test(.proves("An answer without end"))
    func `an answer of the API is refused, and what was known stays`() async throws {
        let numbered = NumberedLibrary(places: 3, photosPerPlace: 3)
        try await TestMount.run(numbered.configuration, options: ["--retries", "0"]) { mount in
            let known = try await mount.shell("ls \"$M/\(NumberedLibrary.directory(0))\"")
            #expect(known.lines.contains("photo 0.jpg"), "\(known.text)\(known.errors)")
            mount.simulator.faults.add(.endlessBody, on: .api)
            let listed = try await mount.shell("ls \"$M/\(NumberedLibrary.directory(1))\"")
            #expect(listed.status == 2 && listed.errors.contains("Input/output error"), "\(listed.errors)")
            let status = try await mount.shell("cat \"$M/.placesfs/status\"")
            #expect(status.text.contains("answer is larger than "), "\(status.text)")
            #expect(try await mount.shell("ls \"$M/\(NumberedLibrary.directory(0))\"").text == known.text)
            mount.simulator.faults.removeAll()
            let right = try await mount.shell("ls \"$M/\(NumberedLibrary.directory(2))\"")
            #expect(right.lines.contains("photo 0.jpg"), "\(right.text)\(right.errors)")
        }
    }
}
