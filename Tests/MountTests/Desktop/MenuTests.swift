import Promises
import TestSupport
import Testing

@Suite("The entries that file managers' menus have for files in a mount", .enabled(if: Repository.canMount))
struct MenuTests {
    /// What a desktop would show or be asked is in `$T/shown`; `$T/answer` is what its user presses, `$T/album` what they
    /// pick, `$T/name` what they type, and `$T/clip` the clipboard.
    private static let prelude = #"""
        export PLACESFS='\#(Repository.placesfs)'
        mkdir -p "$T/bin" && cat > "$T/bin/notify-send" <<'END'
        #!/bin/sh
        printf '%s\n' "$*" >> "$T/shown"
        case "$*" in *--action=*) cat "$T/answer" 2>/dev/null ;; esac
        exit 0
        END
        cat > "$T/bin/zenity" <<'END'
        #!/bin/sh
        printf '%s\n' "$*" >> "$T/asked"
        case "$1" in --list) cat "$T/album" ;; --entry) cat "$T/name" ;; esac
        END
        printf '#!/bin/sh\ncat > "$T/clip"\n' > "$T/bin/xclip"
        chmod +x "$T"/bin/*; export T PATH="$T/bin:$PATH" DBUS_SESSION_BUS_ADDRESS=unix:path=/none DISPLAY=:none
        unset WAYLAND_DISPLAY
        menu() { "$PLACESFS" menu "$@"; }
        cd "$M"

        """#

    @Test(.proves("The menus of file managers"))
    func `keep says how many photos and how large, and ends where its user says stop`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount in
            let kept = try await mount.shell(
                Self.prelude + #"""
                    menu keep "file://$M/\#(Atlas.paris)" && getfattr --only-values -n user.places.keep \#(Atlas.paris); echo
                    cat "$T/shown"; : > "$T/shown"
                    menu keep \#(Atlas.paris) && cat "$T/shown"; : > "$T/shown"
                    echo yes > "$T/answer"; menu keep \#(Atlas.paris)
                    getfattr --only-values -n user.places.keep \#(Atlas.paris); echo; tail -n 1 "$T/shown"
                    menu keep "\#(Atlas.paris)/Pont Neuf.jpg" 2> /dev/null; echo $?; tail -n 1 "$T/shown"
                    """#)
            let lines = kept.lines
            try #require(lines.count == 7, "\(kept)")
            #expect(lines[0] == "yes" && lines[1].contains("Paris stays offline 6 photos, about "), "\(kept)")
            #expect(lines[1].contains(" left") && lines[1].contains("--action=yes=Stop keeping"), "\(kept)")
            #expect(lines[2].contains("of 6 photos are here."), "\(kept)")
            #expect(lines[3] == "no" && lines[4].contains("Paris is kept no longer"), "\(kept)")
            #expect(lines[5] == "65" && lines[6].contains("keep the folder that it is in"), "\(kept)")
        }
    }

    @Test(.proves("The menus of file managers"))
    func `photos and folders go into an album that is picked or named`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount in
            let filled = try await mount.shell(
                Self.prelude + #"""
                    echo 'My album' > "$T/name"; menu album "\#(Atlas.paris)/Pont Neuf.jpg" "\#(Atlas.paris)/Undated.jpg"
                    ls 'albums/My album' | grep jpg; tail -n 1 "$T/shown"
                    echo 'My album' > "$T/album"; menu album \#(Atlas.paris)
                    ls 'albums/My album' | grep -c jpg; tail -n 1 "$T/shown"; grep -c -- --list "$T/asked"
                    : > "$T/album"; menu album "\#(Atlas.paris)/Undated.jpg"; echo $?
                    echo 'a/b' > "$T/album"; menu album "\#(Atlas.paris)/Undated.jpg" 2> /dev/null; echo $?
                    menu album \#(Atlas.paris)/map.html 2> /dev/null; echo $?
                    """#)
            #expect(
                filled.lines == [
                    "Pont Neuf.jpg", "Undated.jpg",
                    "--app-name=Places --icon=placesfs -- Album My album 2 photos added.", "6",
                    "--app-name=Places --icon=placesfs -- Album My album 4 photos added. 2 photos had been in it already.",
                    "1", "0", "2", "2",
                ], "\(filled)")
        }
    }

    @Test(.proves("The menus of file managers"))
    func `credits go to the clipboard, and outside a mount a notification says why nothing is done`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount in
            let copied = try await mount.shell(
                Self.prelude + #"""
                    menu credit "\#(Atlas.paris)/Pont Neuf.jpg" "\#(Atlas.paris)/Undated.jpg" > /dev/null
                    { "$PLACESFS" credits "\#(Atlas.paris)/Pont Neuf.jpg"; "$PLACESFS" credits "\#(Atlas.paris)/Undated.jpg"; } > "$T/want"
                    printf '\n' >> "$T/clip"; cmp "$T/clip" "$T/want" && tail -n 2 "$T/shown" | grep -c 'Pont Neuf\|Undated'
                    for deed in keep album new-collection; do menu $deed "$T" 2> /dev/null; echo $?; done
                    tail -n 3 "$T/shown" | grep -c 'is not in a mount of placesfs'
                    """#)
            #expect(copied.lines == ["2", "16", "16", "16", "3"], "\(copied)")
        }
    }

    /// The two that decide it, a module of Python and a script of sh, say the same.
    @Test(.proves("The menus of file managers"))
    func `each entry is shown where it can be done, inside mounts only`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount in
            let told = try await mount.shell(
                #"""
                cat > "$T/table.py" <<'END'
                import os, subprocess, sys
                sys.path.insert(0, sys.argv[1])
                sys.dont_write_bytecode = True
                import placesfs_menu as menu
                from pathlib import Path
                mount = os.environ["M"]
                assert mount in menu.mountpoints(), menu.mountpoints()
                table = {
                    "places/": "", "places/France/": "keep", "places/France/Paris/": "keep album",
                    "places/France/Paris/Pont Neuf.jpg": "album credit", "places/France/Paris/map.html": "",
                    "tags/": "", "tags/sunset/": "keep", "tags/sunset/Beach/": "keep album", "pins/": "",
                    "pins/1,1/": "keep album new-collection", "pins/1,1/x.jpg": "album credit", "search/": "",
                    "search/lighthouse/": "keep album", "albums/": "", "albums/A/": "", "albums/A/x.jpg": "credit",
                    "recents/": "album", "recents/01 x.jpg": "album credit", "README.txt": "",
                }
                for name, want in table.items():
                    path, is_folder = os.path.join(mount, name).rstrip("/"), name.endswith("/")
                    got = menu.deeds([(Path(path).as_uri(), is_folder)], menu.mountpoints())
                    assert got == want.split(), (name, got)
                    # Each file manager tells the script folders and files apart itself.
                    kinds = {"keep": is_folder, "new-collection": is_folder, "credit": not is_folder, "album": True}
                    shown = [deed for deed in menu.LABELS if kinds[deed] and subprocess.run(
                        [sys.argv[1] + "/placesfs-menu-shown", deed, path], stdout=subprocess.DEVNULL).returncode == 0]
                    assert shown == got, (name, shown, got)
                both = [(Path(mount + "/pins/1,1").as_uri(), True), ("file:///etc", True)]
                assert menu.deeds(both, menu.mountpoints()) == [] and menu.deeds([], menu.mountpoints()) == []
                assert menu.deeds([("sftp://host/places/France", True)], ["/"]) == []
                assert menu.inside("/a b%/places", ["/a b%"]) == ["places"] and menu.inside("/ab", ["/a"]) is None
                Path(os.environ["T"] + "/mounts").write_bytes(b"x /a\\040b\\134 fuse.placesfs rw 0 0\nx /c tmpfs rw 0 0\n")
                assert menu.mountpoints(os.environ["T"] + "/mounts") == ["/a b\\"]
                assert subprocess.run([sys.argv[1] + "/placesfs-menu-shown", "keep", "/etc"]).returncode == 1
                assert subprocess.run([sys.argv[1] + "/placesfs-menu-shown", "keep"]).returncode == 1
                END
                timeout 60 python3 "$T/table.py" '\#(Repository.root)/share/menus' && echo same
                """#)
            #expect(told.text == "same", "\(told)")
        }
    }

    /// The module of a file manager and the one that all share lie in different folders, and neither among a user's states.
    @Test func `installed, each file manager's module finds what all share`() async throws {
        let folder = try TemporaryDirectory()
        let loaded = try await TestSupport.run(
            "bash", "-ec",
            #"""
            cd '\#(Repository.root)'; source scripts/package.d/menus.sh
            install_menus . '\#(folder.path)/share' placesfs placesfs-menu-shown
            python3 -B - <<'END'
            import glob, importlib.util, sys, types
            toolkit = types.ModuleType("gi.repository")
            for name in ("GObject", "Nautilus", "Caja", "Thunarx"):
                setattr(toolkit, name, types.SimpleNamespace(GObject=type("GObject", (), {}), MenuProvider=type("MenuProvider", (), {})))
            sys.modules["gi"], sys.modules["gi.repository"] = types.ModuleType("gi"), toolkit
            for path in sorted(glob.glob("\#(folder.path)/share/*-python/extensions/*.py")):
                spec = importlib.util.spec_from_file_location("shim", path)
                module = importlib.util.module_from_spec(spec)
                spec.loader.exec_module(module)
                print(path.rsplit("/", 1)[1], module.placesfs_menu.LABELS["keep"])
                sys.modules.pop("placesfs_menu")
            END
            ls '\#(folder.path)/share/placesfs' 2>&1 | grep -c 'No such'
            """#)
        #expect(
            loaded.lines == [
                "placesfs_caja.py Keep offline", "placesfs_nautilus.py Keep offline", "placesfs_thunar.py Keep offline",
                "1",
            ], "\(loaded)")
    }

    @Test func `the entries' files are well-formed, and run what there is`() async throws {
        let read = try await TestSupport.run(
            "bash", "-c",
            #"""
            cd '\#(Repository.root)/share/menus'
            for file in dolphin/*.desktop pcmanfm/*.desktop nemo/*; do
                python3 -c '
            import configparser, sys
            file = configparser.ConfigParser(interpolation=None); file.optionxform = str
            file.read(sys.argv[1])
            words = [section["Exec"].split() for section in file.values() if "Exec" in section]
            assert words and all(w[:2] == ["placesfs", "menu"] and w[3:] == ["--", "%U"] for w in words), words
            print("\n".join(w[2] for w in words))' "$file" || echo "$file"
            done | sort | uniq -c
            python3 - <<'END'
            import ast, glob
            for path in glob.glob("**/*.py", recursive=True): ast.parse(open(path).read(), path)
            END
            """#)
        let words = read.text.split(whereSeparator: \.isNewline).map { $0.split(separator: " ").joined(separator: " ") }
        #expect(words == ["4 album", "3 credit", "3 keep", "3 new-collection"], "\(read)")
    }
}
