import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Sizes that are learnt ahead, or estimated", .enabled(if: Repository.canMount))
struct LearntSizesTests {
    private static func script(_ lines: String) -> String {
        """
        ask() { "\(Repository.placesfs)" refresh --sizes "$@" 2>&1; echo "=$?"; }
        C="$M/\(NumberedLibrary.country)"
        \(lines)
        """
    }

    @Test(.proves("`placesfs refresh --sizes PATH` learns"))
    func `refresh --sizes says how many requests it takes, and sends no others`() async throws {
        let numbered = NumberedLibrary(places: 3, photosPerPlace: 4)
        try await TestMount.run(numbered.configuration) { mount in
            let folder = NumberedLibrary.directory()
            let first = try await mount.shell(
                Self.script("cat \"$M/\(folder)/photo 0.jpg\" > \"$T/read\"; ask --wait \"$M/\(folder)\""))
            #expect(
                first.lines == ["4 photos: 3 requests for their sizes", "4 photos with exact sizes", "=0"], "\(first)")
            #expect(mount.simulator.ledger.imageRequests == 4)
            let sizes = try await mount.shell(
                Self.script(
                    """
                    getfattr --only-values -n user.places.sizes "$M/\(folder)"; echo
                    cd "$M/\(folder)"; stat -c '%s %n' *.jpg > "$T/told"
                    for photo in *.jpg; do echo "$(cat "$photo" | wc -c) $photo"; done | diff "$T/told" - && echo same
                    """))
            #expect(sizes.lines == ["exact", "same"], "\(sizes)")

            // The third place was never listed, and asked for nothing.
            let country = try await mount.shell(
                Self.script("ls \"$M/\(NumberedLibrary.directory(1))\" > \"$T/list\"; ask --wait \"$C\"; ask \"$C\""))
            #expect(
                country.lines == [
                    "8 photos: 4 requests for their sizes", "8 photos with exact sizes", "=0",
                    "8 photos: 0 requests for their sizes", "=0",
                ], "\(country)")
        }
    }

    @Test(.proves("`placesfs refresh --sizes PATH` learns"))
    func `a wrong path beside a right one is named, and the sizes in the right one are learnt`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 2)
        try await TestMount.run(numbered.configuration) { mount in
            let told = try await mount.shell(
                Self.script("ask --wait \"$M/nothing\" \"$M/\(NumberedLibrary.directory())\" \"$M/pins\""))
            #expect(told.lines.filter { $0.contains("there is no \(mount.path)/nothing") }.count == 1, "\(told)")
            #expect(
                told.lines.suffix(4).contains("2 photos with exact sizes") && told.lines.last != "=0", "\(told)")
        }
    }

    @Test(.proves("`placesfs refresh --sizes PATH` learns"))
    func `what cannot be learnt is an error that says so`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 2)
        try await TestMount.run(numbered.configuration) { mount in
            let folder = "\"$M/\(NumberedLibrary.directory())\""
            _ = try await mount.shell("ls \(folder)")
            mount.simulator.faults.add(.status(500), on: .images)
            let failed = try await mount.shell(
                Self.script("ask --wait \(folder); ask \"$M/nothing\"; ask /; ask \"$M/pins\""))
            #expect(
                failed.lines.contains { $0.contains("the sizes of 2 of 2 photos could not be learnt") }, "\(failed)")
            #expect(failed.lines.contains { $0.contains("there is no \(mount.path)/nothing") })
            #expect(failed.lines.contains { $0.contains("has no photos below it yet") })
            #expect(failed.lines.filter { $0.hasPrefix("=") }.allSatisfy { $0 != "=0" } && !failed.text.isEmpty)
        }
    }

    @Test(.proves("A photo's size is one estimate"))
    func `an estimate stays the same over a remount, whatever was learnt meanwhile`() async throws {
        let numbered = NumberedLibrary(places: 2, photosPerPlace: 55)
        try await TestMount.run(numbered.configuration, options: ["--photos-per-place", "60"]) { mount in
            let sizes = "stat -c '%s %n' \"$M/\(NumberedLibrary.directory(1))/\"*.jpg"
            let before = try await mount.shell(
                """
                \(sizes) > "$T/before"; cat "$M/\(NumberedLibrary.directory(0))/"*.jpg | wc -c
                \(sizes) | diff "$T/before" - && echo same
                """)
            #expect(before.lines.last == "same", "\(before)")
            try await mount.unmount()
            try await mount.mount()
            let after = try await mount.shell(
                """
                \(sizes) | diff "$T/before" - && wc -l < "$T/before"
                getfattr --only-values -n user.places.size "$M/\(NumberedLibrary.directory(1))/photo 3.jpg"
                """)
            #expect(after.lines == ["55", "estimated"], "\(after)")
        }
    }
}
