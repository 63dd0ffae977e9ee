import Foundation
import Glibc
import Promises
import TestSupport
import Testing

/// On the sample, which answers every kind of query from files.
@Suite("A search is a folder whose name is a query", .enabled(if: Repository.canMount))
struct SampleSearchTests {
    /// Functions of the shell: `settled FOLDER` waits until its photos are there, `photos FOLDER` lists them.
    private static let functions = """
        settled() { for _ in $(seq 900); do
            case $(getfattr --absolute-names --only-values -n user.places.state "$1" 2>/dev/null) in
                fresh|stale) return 0 ;; esac; sleep 0.05; done; echo "$1: no photos" >&2; return 1; }
        photos() { ls "$1" | grep '\\.jpg$'; }
        query() { getfattr --absolute-names --only-values -n user.places.query "$1"; echo; }
        why() { getfattr --absolute-names --only-values -n user.places.error .; echo; }

        """

    private static func inSearch(
        _ options: [String] = [], _ body: (Home, (String) async throws -> CommandResult) async throws -> Void
    )
        async throws
    {
        try await Home.run { home in
            let mounted = try await home.command(["mount", "--source", "sample"] + options + [home.mountpoint])
            #expect(mounted.status == 0, "\(mounted.errors)")
            try await body(home) { script in
                try await ChildProcess(
                    ["bash", "-c", functions + "cd \(home.mountpoint)/search || exit 1\n" + script],
                    environment: home.environment.merging(["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"]) { $1 },
                    directory: home.path, timeout: .seconds(60)
                ).result()
            }
        }
    }

    @Test(.proves("`mkdir search/"))
    func `mkdir of a query makes a folder of the photos that it means, and says what was understood`() async throws {
        try await Self.inSearch { _, shell in
            let made = try await shell(
                """
                ls; q='sunset, in Paris, 2023'
                mkdir "$q" && settled "$q" && photos "$q" && query "$q"; ls
                """)
            #expect(
                made.lines == [
                    "README.txt", "Sunset over the Seine.jpg",
                    "photos with \"sunset\", within 10 km of Paris, Île-de-France, France, taken in 2023",
                    "sunset, in Paris, 2023",
                ], "\(made.text)\(made.errors)")
        }
    }

    @Test(.proves("`mkdir search/"))
    func `of two places with one name the sentence says which is meant`() async throws {
        try await Self.inSearch { _, shell in
            let made = try await shell(
                "mkdir 'in Georgia' 'in Georgia, USA' && query 'in Georgia' && query 'in Georgia, USA'")
            #expect(
                made.lines == ["photos in Georgia", "photos in Georgia, United States"], "\(made.text)\(made.errors)")
        }
    }

    @Test(.proves("`placesfs refresh PATH`"))
    func `a refresh passes over a search by lot, and of it alone says how to draw again`() async throws {
        try await Self.inSearch { home, shell in
            let made = try await shell("mkdir seine 'random, seine' && settled seine && settled 'random, seine'")
            #expect(made.status == 0, "\(made.text)\(made.errors)")
            let search = home.mountpoint + "/search"
            for path in [home.mountpoint, search] {
                let all = try await home.command(["refresh", path])
                #expect(all.status == 0 && all.errors.isEmpty, "\(all.errors)")
            }
            let drawn = try await home.command(["refresh", search + "/random, seine"])
            #expect(drawn.status != 0)
            #expect(
                drawn.errors.contains("keeps its photos; to draw others: placesfs new-collection '"), "\(drawn.errors)")
        }
    }

    @Test(.proves("A search is its query"))
    func `another spelling of a query exists already, another query does not, and mv asks something else`() async throws
    {
        try await Self.inSearch { _, shell in
            let made = try await shell(
                """
                mkdir 'seine' && settled seine
                mkdir 'SEINE' 2>&1 | grep -o 'File exists'
                mkdir '"Seine"' 2>&1 | grep -o 'File exists'
                mkdir 'seine, 20 photos' && echo other; mkdir 'Bilder von Seine, 20 Fotos' 2>&1 | grep -o 'File exists'
                n=$(stat -c %i seine); mv seine montmartre && settled montmartre
                [ "$(stat -c %i montmartre)" = "$n" ] && echo same; photos montmartre
                rmdir montmartre 'seine, 20 photos' && ls
                """)
            #expect(
                made.lines == [
                    "File exists", "File exists", "other", "File exists", "same", "Roofs - Montmartre - morning.jpg",
                    "README.txt",
                ], "\(made.text)\(made.errors)")
        }
    }

    @Test(
        .proves("A name that is no query"),
        arguments: [
            ("paris,, seine", "Invalid argument", "there is nothing between two commas"),
            ("2019", "Invalid argument", "there is nothing to look for"),
            ("seine, 2020-2010", "Invalid argument", "ends before it begins"),
            ("seine, -seine", "Invalid argument", "must be there and must not"),
            ("seine, cc, commercial", "Invalid argument", "there are two licences"),
            ("seine, in Paris, in London", "Invalid argument", "there are two places"),
            ("seine, 2099", "Invalid argument", "is in the future"),
            ("\\\"seine", "Invalid argument", "a quotation mark is not closed"),
            ("seine, in Bavaria r5km", "Invalid argument", "leave the radius out"),
            ("seine, in Xyzzyqwk", "No such file or directory", "nothing is known that is called"),
        ])
    func `a name that is no query is refused with the reason`(name: String, errno: String, reason: String) async throws
    {
        try await Self.inSearch { _, shell in
            let refused = try await shell("mkdir \"\(name)\" 2>&1; why; ls")
            #expect(refused.text.contains(errno) && refused.text.contains(reason), "\(refused.text)")
            #expect(refused.lines.last == "README.txt", "\(refused.text)")
        }
    }

    @Test(.proves("`rm` takes a photo out of a search for good"))
    func `rm of a photo holds over a refresh, a remount and a kill, and rm -r ends the search`() async throws {
        try await Self.inSearch { home, shell in
            let removed = try await shell(
                """
                mkdir paris && settled paris && photos paris | wc -l
                rm 'paris/Sunset over the Seine.jpg'
                placesfs=\(Repository.placesfs); "$placesfs" refresh paris >/dev/null || echo "refresh $?"; settled paris
                photos paris | grep -cx 'Sunset over the Seine.jpg'
                """)
            let before = Int(removed.lines.first ?? "") ?? 0
            #expect(before > 2 && removed.lines.dropFirst() == ["0"], "\(removed.text)\(removed.errors)")
            let daemon = try home.daemon()
            #expect(try await TestSupport.run("kill", "-9", "\(daemon)").status == 0)
            #expect(try await home.ends(daemon))
            let again = try await home.command(["mount", "--source", "sample", home.mountpoint])
            #expect(again.status == 0, "\(again.errors)")
            let kept = try await shell(
                "ls; photos paris | wc -l; photos paris | grep -cx 'Sunset over the Seine.jpg'; rm -r paris && ls")
            #expect(kept.lines == ["paris", "\(before - 1)", "0", "README.txt"], "\(kept.text)\(kept.errors)")
        }
    }

    @Test(.proves("The options of the mount narrow a search"))
    func `a licence in the name is one more than the mount's, and a number bounds the list`() async throws {
        try await Self.inSearch(["--license", "cc"]) { _, shell in
            let found = try await shell(
                """
                mkdir 'in Paris' 'in Paris, public-domain' 'in Paris, 1 photo'
                for q in 'in Paris' 'in Paris, public-domain' 'in Paris, 1 photo'; do settled "$q"; done
                rights() { for p in "$1"/*.jpg; do
                    getfattr --absolute-names --only-values -n user.dublincore.rights "$p" || echo "unreadable $p"; echo; done; }
                rights 'in Paris' | grep -v -e '^CC' -e '^Public'; rights 'in Paris, public-domain' | grep -v -e '^CC0' -e '^Public'
                for q in 'in Paris' 'in Paris, public-domain'; do [ "$(photos "$q" | wc -l)" -gt 0 ] && echo some; done
                photos 'in Paris, 1 photo' | wc -l
                """)
            #expect(found.lines == ["some", "some", "1"], "\(found.text)\(found.errors)")
        }
    }

    @Test(.proves("`known` asks nobody"))
    func `known finds what was listed here by its words, and nothing that was not`() async throws {
        try await Self.inSearch { home, shell in
            let found = try await shell(
                """
                mkdir 'known, kyoto'; settled 'known, kyoto'; photos 'known, kyoto' | wc -l
                ls ../places/Japan/Kyoto > /dev/null
                mkdir 'known, Kyōto'  2>&1 | grep -o 'File exists'
                diff <(photos 'known, kyoto' | sort) <(ls ../places/Japan/Kyoto | grep 'jpg$' | sort) && echo same
                """)
            #expect(found.lines == ["0", "File exists", "same"], "\(found.text)\(found.errors)")
        }
    }

    @Test(.proves("A search by lot"))
    func `a search by lot keeps its draw, and touch brings another one`() async throws {
        try await Self.inSearch { _, shell in
            let drawn = try await shell(
                """
                q='in France, random, 3 photos'; mkdir "$q" && settled "$q"
                head -1 "$q/New Collection.txt" | grep -o 'photos that this search finds'
                one=$(photos "$q"); "\(Repository.placesfs)" refresh "$q" > /dev/null 2>&1
                [ "$(photos "$q")" = "$one" ] && echo kept
                touch "$q/New Collection.txt"; settled "$q"; [ "$(photos "$q")" != "$one" ] && echo other
                mkdir plain-seine; settled plain-seine; touch plain-seine/.new-collection 2>&1 | grep -o 'Read-only file system'
                """)
            #expect(
                drawn.lines == ["photos that this search finds", "kept", "other", "Read-only file system"],
                "\(drawn.text)\(drawn.errors)")
        }
    }

    @Test(.proves("What file managers call a new folder"))
    func `a new folder of a file manager becomes a search when it is renamed`() async throws {
        try await Self.inSearch { _, shell in
            let named = try await shell(
                """
                mkdir 'Untitled Folder' && cat 'Untitled Folder/README.txt' | head -1
                n=$(stat -c %i 'Untitled Folder'); mv 'Untitled Folder' seine; settled seine
                [ "$(stat -c %i seine)" = "$n" ] && photos seine
                """)
            #expect(
                named.lines.first?.hasPrefix("This folder becomes a search") == true
                    && named.lines.last == "Sunset over the Seine.jpg", "\(named.text)\(named.errors)")
        }
    }

    @Test(.proves("`placesfs search QUERY`"))
    func `the command prints the photos that a folder of the query lists, and makes no folder`() async throws {
        try await Self.inSearch { home, shell in
            let listed = try await shell(
                """
                mkdir 'in Paris'; settled 'in Paris'
                for p in 'in Paris'/*.jpg; do getfattr --absolute-names --only-values -n user.places.credit "$p"; echo; done
                """)
            let printed = try await home.command(["search", "--source", "sample", "in Paris"])
            #expect(printed.status == 0 && listed.lines.count > 3)
            #expect(printed.lines.sorted() == listed.lines.sorted(), "\(printed.errors)")
            #expect(printed.errors.hasPrefix("photos within 10 km of Paris"), "\(printed.errors)")
            let known = try await home.command(["search", "--source", "sample", "--json", "known, seine"])
            #expect(known.text.contains("\"title\" : \"Sunset over the Seine\""), "\(known.text)\(known.errors)")
            let refused = try await home.command(["search", "--source", "sample", "seine, 2020-2010"])
            #expect(refused.status != 0 && refused.errors.contains("ends before it begins"), "\(refused.errors)")
            #expect(try await shell("ls").lines == ["in Paris"])
        }
    }

    @Test(.proves("In a mount `placesfs search` is"))
    func `run in a mount, the command searches that mount's source under its options`() async throws {
        try await Home.run { home in
            func inMount(_ folder: String, _ words: [String]) async throws -> CommandResult {
                try await ChildProcess(
                    [Repository.placesfs] + words, environment: home.environment, directory: home.mountpoint + folder
                ).result()
            }
            // The user's own default is another source, and no network.
            let settings = home.path + "/.config/placesfs"
            try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
            try Data("source = commons\nproxy = http://127.0.0.1:1\n".utf8).write(
                to: URL(fileURLWithPath: settings + "/config"))
            let mounted = try await ChildProcess(
                [
                    Repository.placesfs, "mount", "--source", "sample", "--state-dir", "there", "-o",
                    "license=cc,photos_per_pin=2", "--log-file", "log", home.mountpoint,
                ], environment: home.environment, directory: home.path
            ).result()
            #expect(mounted.failure == "")
            // The log is the daemon's: nobody else writes it.
            try FileManager.default.removeItem(atPath: home.path + "/log")
            try FileManager.default.createDirectory(atPath: home.path + "/log", withIntermediateDirectories: false)

            let all = try await home.command(["search", "--source", "sample", "in Paris"])
            #expect(all.status == 0 && all.lines.count > 3, "\(all.text)\(all.errors)")
            let here = try await inMount("/places/France", ["search", "in Paris"])
            #expect(here.status == 0 && here.lines.count == 2, "\(here.text)\(here.errors)")
            #expect(here.lines.allSatisfy { $0.contains("CC ") || $0.contains("CC0") }, "\(here.text)")
            let three = try await inMount("", ["search", "--license", "any", "in Paris, 3 photos"])
            #expect(three.lines.count == 3, "what is typed goes before: \(three.text)\(three.errors)")
            // Of what this mount knows, which lies in its own folder.
            let unknown = try await inMount("", ["search", "known, seine"])
            #expect(unknown.status == 0 && unknown.lines.isEmpty, "\(unknown.text)\(unknown.errors)")
            #expect(try await TestSupport.run("ls", home.mountpoint + "/places/France/Paris").status == 0)
            #expect(try await inMount("", ["search", "known, seine"]).lines.count == 2)
            // A source that is named is meant.
            let named = try await inMount("", ["search", "--source", "flickr", "seine"])
            #expect(named.status == 4, "\(named.errors)")
            // So is the default where nobody stands in a mount.
            let outside = try await home.command(["search", "seine"])
            #expect(outside.status != 0 && outside.errors.contains("Commons"), "\(outside.errors)")
            let popular = try await inMount("/pins", ["places", "--popular"])
            #expect(popular.status != 0 && popular.errors.contains("not known"), "\(popular.errors)")
        }
    }

    @Test(.proves("In a mount `placesfs search` is"))
    func `run in a mount whose daemon does not answer, the command says so`() async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).failure == "")
            let daemon = try home.daemon()
            #expect(Foundation.kill(daemon, SIGKILL) == 0)
            #expect(try await home.ends(daemon))
            let dead = try await ChildProcess(
                [
                    "bash", "-c", "cd \"$1\" 2> /dev/null || exit 99; exec \"$0\" search seine", Repository.placesfs,
                    home.mountpoint,
                ],
                environment: home.environment
            ).result()
            // The kernel lets nobody in any more, or the command says why.
            #expect(dead.status == 99 || dead.errors.contains("has died"), "\(dead.status): \(dead.errors)")
        }
    }
}
