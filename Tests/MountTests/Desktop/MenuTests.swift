import Promises
import TestSupport
import Testing

@Suite("The entries that file managers' menus have for files in a mount", .enabled(if: Repository.canMount))
struct MenuTests {
    /// What a desktop would show or be asked is in `$T/shown`; `$T/answer` is what its user presses, `$T/album` what
    /// they pick, `$T/name` what they type, and `$T/clip` the clipboard.
    private static let prelude =
        "export PLACESFS='\(Repository.placesfs)'\n" + Script.text("Desktop/menu.sh") + "\n"

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
                "timeout 60 python3 '\(Script.path("Desktop/menu-table.py"))' '\(Repository.root)/share/menus' && echo same"
            )
            #expect(told.text == "same", "\(told)")
        }
    }

    /// The module of a file manager and the one that all share lie in different folders, and neither among a user's
    /// states.
    @Test func `installed, each file manager's module finds what all share`() async throws {
        let folder = try TemporaryDirectory()
        let loaded = try await TestSupport.run(
            "bash", "-ec",
            #"""
            cd '\#(Repository.root)'; source scripts/package.d/menus.sh
            install_menus . '\#(folder.path)/share' placesfs placesfs-menu-shown
            python3 -B '\#(Script.path("Desktop/menu-modules.py"))' '\#(folder.path)/share'
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
                python3 '\#(Script.path("Desktop/menu-entries.py"))' "$file" || echo "$file"
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
