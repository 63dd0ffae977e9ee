import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Viewers that read neighbours", .enabled(if: Repository.canMount))
struct ViewersTests {
    /// `view` starts a viewer that reads what `reads` makes of numbers; `@` stands for its argument, which it was
    /// started with.
    private static let prelude =
        "folder='\(NumberedLibrary.directory())' scripts='\(Script.path("Collections"))'\n"
        + Script.text("Collections/viewers.sh") + "\n"

    @Test(.proves("The one photo that a program"))
    func `the photo that a viewer was started with is a view, its neighbours are none`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 12)
        for name in [NumberedLibrary.path(5), "file"] {
            try await TestMount.run(numbered.configuration) { mount async throws in
                let seen = try await mount.shell(
                    Self.prelude + """
                        READS=$(reads 3 4 @ 6 7 8 9)
                        photo="$M/\(NumberedLibrary.path(5))"
                        [ "\(name)" = file ] && photo="photo 5.jpg" && cd "$M/\(NumberedLibrary.directory())"
                        view "$photo"; recents; echo
                        # It counts, however long the viewer stays.
                        sleep 5; recents; exec 3>&-; wait $viewer
                        """, timeout: .seconds(90))
                #expect(seen.lines == ["01 photo 5.jpg,", "01 photo 5.jpg,"], "\(name): \(seen.text)")
            }
        }
    }

    @Test(.proves("The one photo that a program"))
    func `one or two neighbours of the photo that a viewer opens are no views, what is looked at later is one`()
        async throws
    {
        let numbered = NumberedLibrary(photosPerPlace: 12)
        for reads in ["@ 6", "4 @", "@ 6 4"] {
            try await TestMount.run(numbered.configuration) { mount async throws in
                let seen = try await mount.shell(
                    Self.prelude + """
                        READS=$(reads \(reads))
                        view "$M/\(NumberedLibrary.path(5))"; recents; echo
                        # Nothing that was read so far can become a view after this.
                        sleep 5; recents; echo; exec 3>&-; wait $viewer
                        cat "$M/\(NumberedLibrary.path(6))" > /dev/null; recents
                        """, timeout: .seconds(90))
                #expect(
                    seen.lines == ["01 photo 5.jpg,", "01 photo 5.jpg,", "01 photo 6.jpg,02 photo 5.jpg,"],
                    "\(reads): \(seen.text)")
            }
        }
    }

    @Test(.proves("The one photo that a program"))
    func `of a few photos in a row the last is a view, if the program stays`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 12)
        for (count, stays, shown) in [(6, true, "01 photo 6.jpg,"), (6, false, ""), (11, true, "")] {
            try await TestMount.run(numbered.configuration) { mount async throws in
                let seen = try await mount.shell(
                    Self.prelude + """
                        READS=$(reads $(seq \(count)))
                        view; echo "$quiet $(recents)"
                        \(stays ? "" : "exec 3>&-; wait $viewer")
                        for try in $(seq \(shown.isEmpty ? 50 : 600)); do [ "$(recents)" ] && break; sleep 0.1; done; recents
                        exec 3>&-; wait $viewer
                        """, timeout: .seconds(90))
                #expect(seen.lines.first == "quiet ", "\(count): \(seen.text)")
                #expect(seen.lines.dropFirst().joined() == shown, "\(count): \(seen.text)")
            }
        }
    }

    @Test(.proves("While a slow copy runs")) func `while a slow copy runs, nothing comes and goes`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 8)
        try await TestMount.run(numbered.configuration) { mount async throws in
            #expect(try await mount.shell("cat \"$M/\(NumberedLibrary.path(0))\" > /dev/null").status == 0)
            // Half a second a photo.
            mount.simulator.faults.add(.bandwidth(bytesPerSecond: 60_000), on: .images)
            let seen = try await mount.shell(
                Self.prelude + """
                    cp -r "$M/\(NumberedLibrary.directory())" "$T/copy" & copy=$!
                    while kill -0 $copy 2>/dev/null; do recents; echo; sleep 0.05; done | sort -u
                    wait $copy; echo "$?"; recents
                    """, timeout: .seconds(120))
            #expect(seen.lines == ["01 photo 0.jpg,", "0", "01 photo 0.jpg,"], "\(seen.text)")
        }
    }
}
