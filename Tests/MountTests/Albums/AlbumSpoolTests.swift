import Foundation
import Promises
import TestSupport
import Testing

@Suite("What is written into albums", .enabled(if: Repository.canMount))
struct AlbumSpoolTests {
    @Test(.proves("A copy by copy_file_range(2)"))
    func `any range at its own place is the whole photo, and READ of the provisional name gives its bytes`()
        async throws
    {
        try await AlbumWorld.run { world in
            let copied = try await world.shell(
                """
                mkdir albums/A; python3 "\(Script.path("Albums/copy-range.py"))" "$(photo 1)" "$(photo 2)"
                """)
            #expect(
                copied.lines == [
                    "1000 6000 False", "True True", "True", "True", "True", "Read-only file system", "['x.jpg']",
                ], "\(copied.text)\(copied.errors)")
        }
    }

    @Test(.proves("`ln` of a photo", "`mv` of a photo into an album"))
    func `no drop of a photo that was never read fetches anything`() async throws {
        try await AlbumWorld.run { world in
            // What albums hold is kept behind the answer; in this mount nothing can be.
            try await world.unmount()
            _ = try await world.shell("K=~/.cache/placesfs/sample/kept; rm -rf $K; : > $K")
            try await world.mount()
            let dropped = try await world.shell(
                """
                mkdir albums/A; ls -l $P > /dev/null; images() { grep '^images' .placesfs/status; }; before=$(images)
                ln "$(photo 1)" albums/A/; ln -s "$M/$(photo 2)" albums/A/; mv "$(photo 3)" albums/A/
                [ "$(images)" = "$before" ] && photos albums/A | wc -l
                """)
            #expect(dropped.lines == ["3"], "\(dropped.text)\(dropped.errors)")
        }
    }

    @Test(.proves("Killed while programs fill albums"))
    func `the seventeenth copy has no room, one that is too long neither, and a killed daemon leaves nothing`()
        async throws
    {
        try await AlbumWorld.run(["--photo-size-limit", "1M"]) { world in
            let held = try await world.shell(
                """
                mkdir albums/A; hold="\(Script.path("Albums/hold.py"))"
                ls -A ~/.local/share/placesfs/sample/spool | wc -l; python3 "$hold"
                for f in $(ls $P/*.jpg | head -3); do :; done; cp "$(photo 1)" albums/A/ && photos albums/A | wc -l
                rm albums/A/*.jpg; (python3 "$hold" stay > "$T/held" & echo $! > "$T/pid"); until grep -q Images "$T/held"; do sleep 0.05; done
                ls -A ~/.local/share/placesfs/sample/spool | wc -l
                touch ~/.local/share/placesfs/sample/spool/left
                """)
            #expect(
                held.lines == [
                    "0", "No space left on device", "No space left on device", "['No Images']", "1", "0",
                ], "\(held.text)\(held.errors)")
            try await world.crash()
            let after = try await world.shell(
                """
                kill $(cat "$T/pid"); for _ in $(seq 1000); do [ -e ~/.local/share/placesfs/sample/spool/left ] || break; sleep 0.05; done
                ls -A ~/.local/share/placesfs/sample/spool; ls -A albums/A | grep -v 'map\\|CREDITS\\|hidden'; cp "$(photo 2)" albums/A/ && photos albums/A | wc -l
                """)
            #expect(after.lines == ["No Images", "1"], "\(after.text)\(after.errors)")
        }
    }

    /// Whatever was answered before the kill is there after it, and nothing half.
    @Test(.proves("Albums and their photos are kept over", "Killed while programs fill albums"))
    func `a daemon killed while programs fill albums keeps what was answered, and nothing else`() async throws {
        try await AlbumWorld.run { world in
            _ = try await world.shell("copies")
            let fill = Script.path("Albums/fill.sh")
            for round in 0..<8 {
                let started = try await world.shell(
                    """
                    : > "$T/done"; : > "$T/running"
                    P=$P T=$T setsid bash "\(fill)" \(round * 10_000) > /dev/null 2>&1 &
                    until [ "$(wc -l < "$T/done")" -gt $((RANDOM % 20)) ]; do sleep 0.01; done
                    """)
                #expect(started.status == 0, "\(started.errors)")
                let daemon = try world.home.daemon()
                #expect(try await TestSupport.run("kill", "-9", "\(daemon)").status == 0)
                _ = try await world.shell("rm -f \"$T/running\"; kill -9 -- -$(cat \"$T/pid\"); true")
                #expect(try await world.home.ends(daemon))
                try await world.mount()
                let checked = try await world.shell(
                    """
                    sed '$d' "$T/done" | tac | sort -u -s -k1,1 | while read n state; do
                        [ $state = gone ] || [ "$(stat -c %i $n 2> /dev/null)" = $state ] || grep -qx "$n gone" "$T/done" || echo "lost $n"; done
                    for f in albums/*/*.jpg; do [ -e "$f" ] || continue
                        ls -i $P | grep -q "^ *$(number "$f") " || echo "stray $f"; done
                    for f in $P/*.jpg; do ls -i $P | grep -q " ${f##*/}$" || echo "left $f"; done
                    ls albums/*/ | grep -v 'jpg$\\|geojson$\\|^albums\\|map.html\\|CREDITS\\|No Images\\|^$'
                    ls -A ~/.local/share/placesfs/sample/spool
                    """)
                #expect(checked.text == "" && checked.status == 0, "round \(round): \(checked.text)\(checked.errors)")
            }
        }
    }

    @Test(.proves("`mv` of a photo into an album"))
    func `a window that saw a photo leave its place is told that it is there again`() async throws {
        try await AlbumWorld.run { world in
            try FileManager.default.createDirectory(
                atPath: world.home.path + "/scratch", withIntermediateDirectories: true)
            try Script.text("Tree/watched.py").write(
                toFile: world.home.path + "/scratch/watched.py", atomically: true, encoding: .utf8)
            let told = try await world.shell(
                """
                mkdir albums/A; f=$(photo 1)
                # Somebody who looks at the name meanwhile finds the photo, and takes nothing from the window.
                timeout 30 python3 "$T/watched.py" $P sh -c 'mv "$1" albums/A/other.jpg; stat -c %i "$1"' sh "$f" | grep -v '^[0-9]'
                ls $P | grep -cx "${f##*/}"
                """)
            let lines = told.lines
            #expect(
                lines.count == 4 && lines[0].hasPrefix("moved from ") && lines[1].hasPrefix("created "), "\(told.text)")
            #expect(lines.first?.dropFirst(11) == lines.dropFirst().first?.dropFirst(8))
            // A program that moved it takes it out of its window then, and must not do so afterwards.
            #expect(lines.suffix(2) == ["later", "1"], "\(told.text)")
        }
    }
}
