import PhotoSimulator
import TestSupport
import Testing

@Suite("The sample, as a new user meets it", .enabled(if: Repository.canMount && TestSource.current == .flickr))
struct SampleTests {
    @Test func `a walk shows countries, cities and photos, and a copy has the bytes the server holds`() async throws {
        try await TestMount.run { mount in
            let root = try await mount.shell("ls \"$M\"")
            #expect(root.lines == ["README.txt", "pins", "places", "recents", "tags"])

            let walk = try await mount.shell("ls -R \"$M\"")
            #expect(walk.status == 0, "\(walk.errors)")
            let photos = try await mount.shell("find \"$M/places\" -name '*.jpg' | wc -l")
            #expect(try #require(Int(photos.text)) >= 50)

            let copied = try await mount.shell(
                "cp -r \"$M/places/France\" \"$T/France\" && diff -r \"$M/places/France\" \"$T/France\"")
            #expect(copied.status == 0, "\(copied.errors)")
            let kinds = try await mount.shell(
                "find \"$T/France\" -name '*.jpg' -exec file --brief --mime-type {} + | sort -u")
            #expect(kinds.text == "image/jpeg")
        }
    }
}
