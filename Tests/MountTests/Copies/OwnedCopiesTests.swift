import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Copies take over modes, and root never notices what these forbid: all of this is an ordinary user's work.
@Suite("A copy is its owner's", .enabled(if: OrdinaryUser.canMount))
struct OwnedCopiesTests {
    /// From `$C`, a city, to `copy`; done once more it copies over the first.
    private static let ways = [
        "mkdir -p copy && cp -r \"$C/.\" copy",
        "mkdir -p copy && cp -a \"$C/.\" copy",
        "rsync -r \"$C/\" copy",
        "rsync -a \"$C/\" copy",
        "mkdir -p copy && tar -C \"$C\" -cf - . | tar -C copy --warning=no-timestamp -xf -",
        "mkdir -p copy && install -p \"$C\"/*.jpg copy",
        "mkdir -p copy && for f in \"$C\"/*.jpg; do gio copy \"$f\" copy; done",
    ]

    @Test(.proves("Directories have mode"), arguments: ways)
    func `a copy can be changed, copied over and deleted`(way: String) async throws {
        try await TestMount.run(Atlas.configuration(), asOrdinaryUser: true) { mount in
            let tried = try await mount.shell(
                """
                set -e; C="$M/\(Atlas.paris)"
                \(way)
                cmp "$C/Pont Neuf.jpg" "copy/Pont Neuf.jpg"
                echo more >> "copy/Pont Neuf.jpg"
                echo new > "copy/mine.txt"
                mv "copy/Undated.jpg" copy/dated.jpg
                \(way)
                cmp "$C/Undated.jpg" "copy/Undated.jpg"
                rm -rf copy
                test ! -e copy
                """)
            #expect(tried.status == 0 && tried.errors == "", "\(tried.errors)")
        }
    }

    @Test(.proves("Directories have mode"))
    func `a copied country goes into a repository and away again`() async throws {
        try await TestMount.run(Atlas.configuration(), asOrdinaryUser: true) { mount in
            let tried = try await mount.shell(
                """
                set -e; cp -r "$M/places/France" copy; cd copy
                git init -q . && git add -A && git -c user.name=a -c user.email=b commit -qm copied
                git ls-files -s '*.jpg' | cut -c1-6 | sort | uniq -c
                git rm -rqf Paris && git checkout -q HEAD -- Paris
                cd .. && rm -rf copy
                """)
            #expect(tried.status == 0 && tried.text.hasSuffix("7 100644"), "\(tried.text)\(tried.errors)")
        }
    }

    @Test func `what is moved out of a place is copied, and stays`() async throws {
        try await TestMount.run(Atlas.configuration(), asOrdinaryUser: true) { mount in
            let moved = try await mount.shell(
                "mv \"$M/\(Atlas.paris)/Pont Neuf.jpg\" . ; echo $?; cmp Pont*.jpg \"$M/\(Atlas.paris)\"/Pont*.jpg")
            #expect(moved.text == "1" && moved.errors.contains("Read-only file system"), "\(moved.text)\(moved.errors)")
        }
    }

    /// What a desktop greys out by.
    @Test(.proves("`access(2)`")) func `access tells where something can be changed`() async throws {
        try await TestMount.run(Atlas.configuration(), asOrdinaryUser: true) { mount in
            let made = try await mount.shell(
                "cat \"$M/\(Atlas.paris)/Undated.jpg\" > u && mkdir \"$M/pins/48.8584,2.2945\" && ls \"$M\"/pins/*")
            // The pin has the Pont Neuf, too: it is one file in both folders.
            #expect(made.status == 0, "\(made.errors)")
            let asked = try await mount.shell(
                """
                cd "$M"; for path in . places places/France \(Atlas.paris) tags tags/* recents pins pins/4* search albums .placesfs \\
                    .placesfs/cached README.txt places/map.html \(Atlas.paris)/Pont*.jpg pins/4*/New*.txt pins/4*/map.html recents/*.jpg; do
                    test -r "$path" || echo "$path cannot be read"
                    test -d "$path" && { test -x "$path" || echo "$path cannot be entered"; }
                    test -f "$path" && test -x "$path" && echo "$path can be run"
                    test -w "$path" && echo "$path"
                done
                python3 -c 'import os; os.access("places/France/Paris", os.W_OK); print(os.strerror(30))'
                find . -maxdepth 1 -writable -printf '%f '
                """)
            #expect(
                asked.lines == [
                    "places", "places/France", "tags", "recents", "pins", "pins/48.8584,2.2945", "search",
                    "albums", "\(Atlas.paris)/Pont Neuf.jpg", "pins/48.8584,2.2945/New Collection.txt",
                    "pins/48.8584,2.2945/map.html", "recents/01 Undated.jpg", "Read-only file system",
                    "places tags recents pins search albums ",
                ], "\(asked.text)\(asked.errors)")
        }
    }

    @Test(.proves("`access(2)`")) func `file managers grey out what they cannot do in a place`() async throws {
        try await TestMount.run(Atlas.configuration(), asOrdinaryUser: true) { mount in
            let rights = ["write", "delete", "trash", "rename"]
            for (path, expected) in [
                ("\(Atlas.paris)/Pont Neuf.jpg", []), ("\(Atlas.paris)/map.html", []), (".placesfs/status", []),
                ("places", ["write"]), ("pins", ["write"]), ("recents", ["write"]),
            ] {
                let told = try await mount.shell("gio info -a 'access::*' \"$M/\(path)\"")
                let granted = rights.filter { told.text.contains("access::can-\($0): TRUE") }
                #expect(granted == expected && told.text.contains("access::can-read: TRUE"), "\(path): \(told.text)")
            }
            let place = try await mount.shell("gio info -a access::can-write \"$M/\(Atlas.paris)\"")
            #expect(place.text.contains("access::can-write: FALSE"), "\(place.text)")
        }
    }

    @Test func `every other change is refused with EROFS, and changes nothing`() async throws {
        try await TestMount.run(Atlas.configuration(), asOrdinaryUser: true) { mount in
            for attempt in RefusalTests.attempts
            where !attempt.says.isEmpty && !attempt.takesRoot && !attempt.changesNothing {
                let result = try await mount.shell("cd \"$M/\(Atlas.paris)\"\n" + RefusalTests.script(attempt))
                #expect(result.status != 0, "\(attempt)")
                #expect(result.errors.contains(attempt.says), "\(attempt): \(result.errors)")
            }
            #expect(try await mount.shell("ls \"$M/\(Atlas.paris)\" | grep -c jpg$").text == "6")
        }
    }
}
