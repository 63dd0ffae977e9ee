import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite(
    "What others see of a mount that lets them in",
    .enabled(if: Repository.canMount && geteuid() == 0, "being two users takes root"))
struct SharedMountTests {
    private static let stranger = "setpriv --reuid 65534 --regid 65534 --clear-groups"

    private static func run(_ body: (TestMount) async throws -> Void) async throws {
        try await TestMount.run(Atlas.configuration(), options: ["--allow-other"]) { mount in
            #expect(try await mount.shell("chmod 755 \"$M/..\" \"$T\"").status == 0)
            // The owner has looked at everything, so that the kernel knows it.
            let looked = try await mount.shell(
                """
                set -e; cd "$M"; cat "\(Atlas.paris)/Pont Neuf.jpg" > /dev/null
                mkdir "pins/48.8571,2.3414 Home"; ls "pins/48.8571,2.3414 Home"; ls recents
                find recents pins .placesfs .placesfs/cached > "$T/private"
                find recents pins .placesfs -type d > "$T/folders"; chmod 644 "$T/private" "$T/folders"
                while read path; do stat "$path"; getfattr -d "$path"; done < "$T/private" > /dev/null
                find recents pins .placesfs/cached -type f -exec md5sum {} +
                """)
            #expect(looked.status == 0 && looked.lines.count > 20, "\(looked.text)\(looked.errors)")
            try await body(mount)
        }
    }

    @Test(.proves("`recents/`, `pins/` and `.placesfs`", "other users who were"))
    func `recents, pins and status are the owner's, though the owner has just looked at all of it`()
        async throws
    {
        try await Self.run { mount in
            let tried = try await mount.shell(
                """
                cat > "$T/try" <<'END'
                cd "$M"
                while read path; do
                    for program in "ls -d" stat cat "getfattr -d" "readlink -e" "head -c 1" "test -e" "test -r"; do
                        # What readlink tells of a folder the kernel knows: that it is no link.
                        [ "$program" = "readlink -e" ] && grep -qxF "$path" "$T/folders" && continue
                        LC_ALL=C $program "$path" > /dev/null 2> "$T/said" && echo "$program $path"
                        case $program in test*|readlink*) ;; *)
                            grep -q "Permission denied" "$T/said" || echo "$program $path: $(cat "$T/said")";;
                        esac
                    done
                done < "$T/private"
                for folder in recents pins .placesfs; do cd "$M/$folder" 2> /dev/null && echo "in $folder"; done
                cat "\(Atlas.paris)/Pont Neuf.jpg" | md5sum
                END
                touch "$T/said"; chmod 666 "$T/said"; chmod 644 "$T/try"
                wc -l < "$T/private"; \(Self.stranger) bash "$T/try"; md5sum < "$M/\(Atlas.paris)/Pont Neuf.jpg"
                """)
            #expect(Int(tried.lines.first ?? "") ?? 0 > 25)
            #expect(tried.lines.count == 3 && tried.lines[1] == tried.lines[2], "\(tried.text)\(tried.errors)")
            let modes = try await mount.shell("cd \"$M\"; stat -c '%a %n' places tags recents pins .placesfs")
            #expect(
                modes.lines == ["755 places", "755 tags", "700 recents", "700 pins", "700 .placesfs"])
        }
    }

    @Test(.proves("other users who were")) func `the owner's shell stays where it is while others try`() async throws {
        try await Self.run { mount in
            let tried = try await mount.shell(
                """
                for folder in "$M/pins" "$M/recents" "$M/.placesfs" "$M/pins/48.8571,2.3414 Home"; do
                    cd "$folder"
                    for try in 1 2 3; do
                        \(Self.stranger) ls "$folder" 2> /dev/null
                        \(Self.stranger) stat "$folder" 2> /dev/null
                        python3 -c 'import os; os.getcwd()' 2>&1 | tail -1
                        [ "$(ls)" = "$(ls "$folder")" ] || echo "another folder"
                    done
                done
                """)
            #expect(tried.text == "" && tried.status == 0, "\(tried.text)\(tried.errors)")
        }
    }

    @Test(.proves("`recents/`, `pins/` and `.placesfs`", "other users who were"))
    func `what others read is none of the owner's views`() async throws {
        try await Self.run { mount in
            let before = try await mount.shell("ls \"$M/recents\"").text
            let read = try await mount.shell(
                """
                for try in 1 2; do \(Self.stranger) cat "$M/\(Atlas.paris)/Undated.jpg" | wc -c; done
                getfattr --only-values -n user.places.viewed "$M/\(Atlas.paris)/Undated.jpg" 2>&1
                """)
            #expect(read.lines.first != "0" && read.text.contains("No such attribute"), "\(read.text)")
            #expect(try await mount.shell("ls \"$M/recents\"").text == before)
            let own = try await mount.shell("cat \"$M/\(Atlas.paris)/Undated.jpg\" > /dev/null; ls \"$M/recents\"")
            #expect(own.text.contains("01 Undated.jpg"), "the owner's own look counts")
        }
    }
}
