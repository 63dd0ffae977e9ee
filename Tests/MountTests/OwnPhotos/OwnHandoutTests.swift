import Foundation
import Promises
import TestSupport
import Testing

@Suite(
    "Handouts, seen again", .enabled(if: Repository.canMount && TestSource.current == .flickr))
struct OwnHandoutTests {
    /// Prints what is said of each photo below `$1`, and mounts `$F` at `$M`; as another user.
    private static let other = """
        see() { $W python3 -c "$script" "$1"; }
        mounted() {
            $W env HOME="$O" XDG_DATA_HOME= XDG_CACHE_HOME= XDG_CONFIG_HOME= XDG_STATE_HOME= "$placesfs" "$@"
        }

        """

    @Test(
        .proves("A handout, and a folder that it was unpacked into, is a source"),
        .enabled(if: OrdinaryUser.canMount, "another user is needed"), arguments: ["credit", "none"])
    func `another user sees the same photos, titles, authors and places in a handout and in its folder`(
        _ embedded: String
    ) async throws {
        try await Home.run { home in
            let mount = ["mount", "--source", "sample", "--embed", embedded, home.mountpoint]
            #expect(try await home.command(mount).status == 0)
            func shell(_ script: String) async throws -> CommandResult {
                try await ChildProcess(
                    ["bash", "-ec", Self.other + script],
                    environment: home.environment.merging([
                        "placesfs": Repository.placesfs, "M": home.mountpoint, "O": home.path + "/other",
                        "W": OrdinaryUser.words, "script": Script.text("OwnPhotos/attributes.py"),
                    ]) { $1 }, directory: home.path
                ).result()
            }
            let given = try await shell(
                """
                "$placesfs" handout --yes "$M/places/Japan/Kyoto" "$M/places/France/Paris" -o a.zip > made 2>&1; cat made
                mkdir -p "$O/zip" "$O/folder"; cp a.zip "$O/"; cd "$O"; unzip -qq a.zip -d unpacked; cd ..
                [ -z "$W" ] || chown -R 65534:65534 "$O"; chmod 711 .
                python3 -c "$script" "$M/places/Japan/Kyoto" "$M/places/France/Paris" | grep -v '| All rights reserved |' > was
                wc -l < was
                unzip -qq -d bag a.zip; find bag -path '*/data/*' -name '*.jpg' ! -path '*/.small/*' | wc -l
                """)
            let photos = given.lines.suffix(2)
            #expect(given.status == 0 && photos.first == photos.last, "\(given.text)\(given.errors)")
            for (name, source) in [("zip", "a.zip"), ("folder", "unpacked")] {
                let seen = try await shell(
                    """
                    mounted mount --from "$O/\(source)" "$O/\(name)"
                    for _ in $(seq 100); do
                        see "$O/\(name)/places" > "\(name).seen"; cmp -s was "\(name).seen" && break; sleep 0.1
                    done
                    diff was "\(name).seen" && echo same
                    $W ls "$O/\(name)/places" "$O/\(name)/places/Japan" | tr '\\n' ' '
                    mounted unmount "$O/\(name)"
                    """)
                #expect(
                    seen.lines.first == "same" && seen.text.contains("Kyoto"),
                    "\(source): \(seen.text)\(seen.errors)")
            }
            #expect(try await home.command(["unmount", home.mountpoint]).status == 0)
        }
    }

    @Test(.proves("A handout of your own photos"))
    func `one's own photos go into a handout though they name no licence`() async throws {
        try await Home.run { home in
            let pictures = try await PictureFolder(home)
            try await pictures.run(
                """
                cd "$HOME/Pictures"; cp tower.jpg "'quoted' tower.jpg"; cp tower.jpg "=1+1.jpg"
                exiftool -q -overwrite_original -XMP-dc:Title="'Quoted'" "'quoted' tower.jpg"
                exiftool -q -overwrite_original -EXIF:Copyright='© 2018 Ann Lee' "=1+1.jpg"
                exiftool -q -overwrite_original -Copyright='All rights reserved' -XMP-dc:Rights='All rights reserved' opera.png || true
                """)
            try await pictures.mount()
            #expect(try await pictures.becomes("ls \"$M/places/Australia/Sydney/opera.png\""))
            let made = try await pictures.run(
                """
                cd "$HOME"; ls "$M/places/France/Paris" > /dev/null
                "\(Repository.placesfs)" handout --yes "$M/places/France/Paris" -o a.zip 2>&1
                unzip -qq a.zip; cd a/data/France/Paris; ls | grep 'jpg$'; ls -A | grep -c '^.small$' || true
                cmp "'quoted' tower.jpg" "$HOME/Pictures/'quoted' tower.jpg" && grep -c "'Quoted'" CREDITS.txt
                cd ../../..; sha256sum -c --quiet manifest-sha256.txt && echo whole; cd "$HOME"
                "\(Repository.placesfs)" handout --yes --license cc "$M/places/France/Paris" -o b.zip 2>&1 | tail -1 || true
                """)
            #expect(
                made.lines.dropFirst().starts(with: [
                    "'quoted' tower.jpg", "=1+1.jpg", "tower.jpg", "0", "1", "whole",
                ]), "\(made.text)\(made.errors)")
            let none = "placesfs: none of these photos has a licence that --license cc asks for"
            #expect(made.lines.last == none, "\(made.text)")
            #expect(made.text.contains(": 3 photos, 0 photos left out"), "\(made.text)")
            try await pictures.unmount()
        }
    }
}
