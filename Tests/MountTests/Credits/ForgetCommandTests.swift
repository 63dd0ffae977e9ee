import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("placesfs cache forget lets go of photos", .enabled(if: Repository.canMount))
struct ForgetCommandTests {
    private static let prelude = #"""
        D="$M/\#(NumberedLibrary.directory())"
        C=$(echo "$XDG_CACHE_HOME"/placesfs/*/)
        forget() { "\#(Repository.placesfs)" cache forget "$@" 2>&1; echo $?; }
        sees() { for try in $(seq 1200); do eval "$1" && return; sleep 0.05; done; return 97; }
        kept() { ls "$C" | grep -c '\.photo$'; }

        """#

    /// Three photos were read.
    private func read(
        options: [String] = [], _ body: (TestMount, NumberedLibrary) async throws -> Void
    ) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 4)
        try await TestMount.run(numbered.configuration, options: options) { mount in
            let read = try await shell(
                "cat \"$D\"/photo\\ [012].jpg > /dev/null; sees '[ $(kept) = 3 ] && [ $(ls \"$M/recents\" | grep -c jpg) = 3 ]'",
                mount)
            #expect(read.status == 0, "\(read.errors)")
            mount.simulator.ledger.reset()
            try await body(mount, numbered)
        }
    }

    private func shell(_ script: String, _ mount: TestMount) async throws -> CommandResult {
        try await mount.shell(Self.prelude + script)
    }

    @Test(.proves("`placesfs cache forget PHOTO`"))
    func `a photo that is forgotten by its path in a mount is gone at once, and the source is not asked`()
        async throws
    {
        try await read { mount, _ in
            let forgot = try await shell(
                """
                forget "$D/photo 0.jpg"; ls "$D" "$M/recents" "$M/.placesfs/cached" | grep -c 'photo 0'
                cat "$D/photo 0.jpg" 2> /dev/null | wc -c
                sees '[ $(kept) = 2 ]'; echo $?; ls -a "$M/recents" | grep -c forget
                """, mount)
            #expect(
                forgot.lines == ["forgot \(mount.path)/\(NumberedLibrary.path(0))", "0", "0", "0", "0", "0"],
                "\(forgot.text)\(forgot.errors)")
            #expect(mount.simulator.ledger.count == 0)
            try await mount.unmount()
            try await mount.mount()
            let after = try await shell("ls \"$D\" \"$M/recents\" | grep -c 'photo 0'; ls \"$D\" | grep -c jpg", mount)
            #expect(after.lines == ["0", "3"], "\(after.text)")
        }
    }

    @Test(.proves("`placesfs cache forget PHOTO`"))
    func `a photo is forgotten by its id or page, of a mount or of none`() async throws {
        try await read { mount, _ in
            let pages = try await shell(
                "getfattr --only-values -n user.xdg.referrer.url \"$D/photo 1.jpg\" > page; cat page", mount)
            let forgot = try await shell("forget \(NumberedLibrary.id(0)); sees '[ $(kept) = 2 ]'; echo $?", mount)
            #expect(forgot.lines.first?.hasPrefix("forgot photo \(NumberedLibrary.id(0)) of ") == true)
            #expect(forgot.lines.dropFirst() == ["0", "0"], "\(forgot.text)\(forgot.errors)")
            try await mount.unmount()
            let more = try await shell("forget \"$(cat page)\"; kept; forget \(NumberedLibrary.id(2)); kept", mount)
            #expect(
                more.lines.filter { !$0.hasPrefix("forgot ") } == ["0", "1", "0", "0"], "\(pages.text) \(more.text)")
            try await mount.mount()
            let after = try await shell("ls \"$D\" | grep jpg; ls \"$M/recents\" | grep -c jpg", mount)
            #expect(after.lines == ["photo 3.jpg", "0"], "\(after.text)\(after.errors)")
        }
    }

    @Test(.proves("`placesfs cache forget PHOTO`")) func `a collection that had it never shows it again`() async throws
    {
        try await read { mount, _ in
            let forgot = try await shell(
                """
                P=$(getfattr --only-values -n user.geo.latitude "$D/photo 0.jpg"),$(getfattr --only-values -n user.geo.longitude "$D/photo 0.jpg")
                mkdir "$M/pins/$P" && sees '[ -e "$M/pins/$P/photo 0.jpg" ]' && forget "$M/pins/$P/photo 0.jpg"
                ls "$M/pins/$P" | grep -c 'photo 0'
                touch "$M/pins/$P/New Collection.txt"
                sees '[ "$(getfattr --only-values -n user.places.state "$M/pins/$P")" = fresh ]'; echo $?
                ls "$M/pins/$P" | grep -c 'photo 0'
                """, mount)
            #expect(forgot.lines.dropFirst() == ["0", "0", "0", "0"], "\(forgot.text)\(forgot.errors)")
        }
    }

    @Test func `what is no photo, or none that is known, is an error of one line`() async throws {
        try await read { mount, _ in
            let refused = try await shell(
                """
                echo copy > copy.jpg
                for what in "$D" "$D/map.geojson" "$D/photo 0.geojson" "$M" "$D/photo 9.jpg" copy.jpg nobody \
                    https://www.flickr.com/photos/nobody/1/ ''
                do forget "$what"; done
                forget "$D/photo 9.jpg" "$D/photo 0.jpg" nobody | tail -1
                """, mount)
            let statuses = refused.lines.enumerated().compactMap {
                $0.offset % 2 == 1 && $0.offset < 18 ? $0.element : nil
            }
            #expect(statuses == ["36", "36", "36", "36", "18", "16", "37", "37", "2"], "\(refused.text)")
            #expect(refused.lines.count { $0.hasPrefix("placesfs: ") } == 9)
            #expect(refused.lines.last == "37", "the last of several, and the others are done: \(refused.text)")
            #expect(try await shell("ls \"$D\" | grep -c jpg", mount).text == "3")
            #expect(mount.simulator.ledger.count == 0)
        }
    }

    @Test func `a mount that is read-only forgets nothing, and says so`() async throws {
        try await read(options: ["--read-only"]) { mount, _ in
            let refused = try await shell("forget \"$D/photo 0.jpg\"; forget \(NumberedLibrary.id(0)); kept", mount)
            #expect(refused.lines.count == 5 && refused.lines[1] == "22" && refused.lines[3] == "22", "\(refused.text)")
            #expect(refused.lines[0].contains("read-only") && refused.lines[2].contains("read-only"))
            #expect(refused.lines.last == "3")
        }
    }
}
