import Promises
import TestSupport
import Testing

@Suite("A link of a map's page does what it says, in the user's own mounts", .enabled(if: Repository.canMount))
struct LinkTests {
    /// `link VERB PATH [POINT]` follows one, by the program that the desktop entry runs. What a desktop would show or
    /// be asked is in `$T/shown`; `answer` is what its user presses.
    private static let prelude =
        "export PLACESFS='\(Repository.placesfs)'\n" + Script.text("Desktop/link.sh") + "\n"

    @Test(.proves("A map's links drop a pin"))
    func `a link drops a pin, five in a minute, and says so`() async throws {
        try await TestMount.run(PinnedWorld.configuration()) { mount in
            let dropped = try await mount.inPins(
                Self.prelude + #"""
                    for n in 1 2 3 4 5 6; do link pin "$M/places/map.html" "$n,-1.5" 2>> "$T/errors"; echo $?; done
                    ls -d ?,-1.5 | wc -l; grep -c 'Pin dropped' "$T/shown"; grep -o '5 pins were dropped within a minute' "$T/errors"
                    link pin "$M/pins/map.html" '91,0'; echo $?
                    """#)
            #expect(
                dropped.lines == [
                    "0", "0", "0", "0", "0", "22", "5", "5", "5 pins were dropped within a minute", "2",
                ], "\(dropped)")
        }
    }

    @Test(.proves("A map's links drop a pin"))
    func `a link opens a folder and never a file, and nothing elsewhere`() async throws {
        try await TestMount.run(PinnedWorld.configuration()) { mount in
            let opened = try await mount.inPins(
                Self.prelude + #"""
                    mkdir 1,1; link open "$M/pins/1,1/"; echo $?; cat "$T/shown"; : > "$T/shown"
                    ln -s "$M/pins" "$T/link"
                    for path in "$M/README.txt" "$M/pins/none" "$T" "$T/link" /etc /; do
                        link open "$path" 2>/dev/null; echo $?
                    done
                    grep -c '^open' "$T/shown"
                    """#)
            #expect(
                opened.lines == ["0", "open \(mount.path)/pins/1,1", "18", "18", "16", "16", "16", "2", "0"],
                "\(opened)")
        }
    }

    @Test(.proves("A map's links drop a pin"))
    func `another collection is asked for only when the user says so`() async throws {
        try await TestMount.run(PinnedWorld.configuration(.init(1, 1, photos: 120))) { mount in
            let asked = try await mount.inPins(
                Self.prelude + #"""
                    mkdir 1,1 && settled 1,1 && photos 1,1 > "$T/before"
                    link new-collection "$M/pins/1,1"; echo $?; settled 1,1; photos 1,1 | cmp -s - "$T/before" && echo same
                    DBUS_SESSION_BUS_ADDRESS= link new-collection "$M/pins/1,1"; echo $?
                    settled 1,1; photos 1,1 | cmp -s - "$T/before" && echo same
                    echo yes > "$T/answer"; link new-collection "$M/pins/1,1"; echo $?
                    differs() { settled 1,1 && ! photos 1,1 | cmp -s - "$T/before"; }; wait_for differs && echo others
                    """#)
            #expect(asked.lines == ["0", "same", "0", "same", "0", "others"], "\(asked)")
        }
    }

    @Test(.proves("A map's links drop a pin"))
    func `links that are followed all at once drop five pins, and those of a minute ago count no more`() async throws {
        try await TestMount.run(PinnedWorld.configuration()) { mount in
            let dropped = try await mount.inPins(
                Self.prelude + #"""
                    python3 - <<'END'
                    import os, subprocess, urllib.parse
                    page = urllib.parse.quote("file://" + os.environ["M"] + "/places/map.html", safe="")
                    links = [f"placesfs:pin?in={page}&at={n},-1.5" for n in range(1, 51)]
                    with open(os.environ["T"] + "/errors", "w") as errors:
                        begun = [subprocess.Popen([os.environ["PLACESFS"], "link", link], stderr=errors) for link in links]
                        print(sum(one.wait() == 0 for one in begun))
                    END
                    ls -d *,-1.5 | wc -l; grep -c '5 pins were dropped within a minute' "$T/errors"
                    link pin "$M/places/map.html" "$(ls -d *,-1.5 | head -n 1)" 2>&1 | grep -o 'it is a pin already'
                    python3 - <<'END'
                    import os
                    path = os.environ["XDG_STATE_HOME"] + "/placesfs/linked-pins"
                    times = [int(line) - 60 for line in open(path)]
                    open(path, "w").write("".join(f"{time}\n" for time in times))
                    END
                    link pin "$M/places/map.html" 60,-1.5; echo $?
                    """#)
            #expect(dropped.lines == ["5", "5", "45", "it is a pin already", "0"], "\(dropped)")
        }
    }

    @Test(.proves("A map's links drop a pin"))
    func `pins that people make and fill do not count as a link's`() async throws {
        try await TestMount.run(PinnedWorld.configuration()) { mount in
            let dropped = try await mount.inPins(
                Self.prelude + #"""
                    mkdir 1,1 2,2 3,3 4,4 5,5 6,6; link pin "$M/places/map.html" "7,7"; echo $?
                    """#)
            #expect(dropped.lines == ["0"], "\(dropped)")
        }
    }
}
