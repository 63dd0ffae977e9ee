import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// What `placesfs credits` says of files that it cannot credit: one line each that says what to do, and a status.
@Suite("placesfs credits in trouble", .enabled(if: Repository.canMount))
struct CreditsTroubleTests {
    /// Each as typed in the scratch folder, what makes it, the status, and words of the line about it.
    private static let troubles: [(name: String, make: String, status: Int32, words: String)] = [
        ("cropped.jpg", "head -c 9000 \"$O\" > cropped.jpg", 70, "it was changed"),
        (
            "retouched.jpg", "cp \"$O\" retouched.jpg; printf x | dd of=retouched.jpg seek=5000 bs=1 conv=notrunc", 70,
            "CREDITS.txt"
        ),
        ("mine.jpg", "head -c 30000 /dev/urandom > mine.jpg", 70, "from elsewhere"),
        ("empty.jpg", ": > empty.jpg", 70, "bears no credit"),
        ("huge.jpg", "truncate -s 1T huge.jpg", 70, "bears no credit"),
        ("none.jpg", ":", 18, "no such file"),
        ("pipe.jpg", "mkfifo pipe.jpg", 18, "neither a file nor a folder"),
        ("/dev/zero", ":", 18, "neither a file nor a folder"),
        ("loop.jpg", "ln -s loop.jpg loop.jpg", 18, "link that leads nowhere"),
        ("dangling.jpg", "ln -s nowhere dangling.jpg", 18, "link that leads nowhere"),
        ("of\nlines.jpg", "head -c 100 /dev/zero > $'of\\nlines.jpg'", 70, "of lines.jpg bears"),
        ("hall", "mkdir hall; echo x > hall/notes.txt; ln -s . hall/again", 70, "there are no photos in hall"),
        ("", ":", 18, "cannot read"),
    ]

    @Test(.proves("`placesfs credits FILE…` prints"))
    func `each has a line of its own, and the others are credited all the same`() async throws {
        try await TestMount.run(CreditedCopies.configuration()) { mount in
            let copied = try await mount.inParis(
                "cp Sunset*.jpg \"$T/good.jpg\"; cd \"$T\"; O=good.jpg\n"
                    + Self.troubles.map { "{ \($0.make); } 2> /dev/null\n" }.joined() + "ls | wc -l")
            #expect(copied.status == 0, "\(copied)")
            for trouble in Self.troubles {
                let result = try await ChildProcess(
                    [Repository.placesfs, "credits", trouble.name], environment: mount.environment,
                    directory: mount.scratch
                ).result()
                #expect(result.status == trouble.status && result.output.isEmpty, "\(trouble.name): \(result)")
                #expect(result.errors.hasPrefix("placesfs: ") && result.errors.hasSuffix("\n"), "\(result)")
                #expect(result.errors.count { $0 == "\n" } == 1, "\(result)")
                #expect(result.errors.localizedCaseInsensitiveContains(trouble.words), "\(result)")
            }
            let all = try await ChildProcess(
                [Repository.placesfs, "credits", "good.jpg"] + Self.troubles.map(\.name),
                environment: mount.environment,
                directory: mount.scratch
            ).result()
            #expect(
                all.lines.count == 1 && all.text.hasPrefix("good.jpg: \"Sunset over the Seine\" by Ada, "), "\(all)")
            #expect(all.errors.count { $0 == "\n" } == Self.troubles.count)
            #expect(all.status == Self.troubles.last?.status)
        }
    }

    @Test(.proves("`placesfs credits FILE…` prints"))
    func `what a folder holds is credited, or named`() async throws {
        try await TestMount.run(CreditedCopies.configuration()) { mount in
            let result = try await mount.inParis(
                """
                mkdir -p "$T/report/deep/er"; cp Sunset*.jpg "$T/report/deep/er/A.JPG"; cp CON_.jpg "$T/report/no extension"
                setfattr -n user.places.credit -v $'"X" by \\e[31mY\\n, CC0' "$T/report/no extension" || echo none
                echo text > "$T/report/notes.txt"; head -c 300 /dev/zero > "$T/report/deep/mine.png"
                ln -s .. "$T/report/deep/up"; cd "$T"; credits report/
                """)
            let bears = result.lines.first == "report/no extension: \"X\" by [31mY , CC0"
            #expect(bears || result.lines.first == "none", "\(result)")
            #expect(result.lines.last?.hasPrefix("report/deep/er/A.JPG: \"Sunset over the Seine\" by Ada, ") == true)
            #expect(result.status == 70 && result.errors.hasPrefix("placesfs: report/deep/mine.png bears no credit"))
            #expect(result.errors.count { $0 == "\n" } == 1)
        }
    }

    @Test func `a catalog that cannot be read is named when it could have known`() async throws {
        try await TestMount.run(CreditedCopies.configuration()) { mount in
            let copied = try await mount.inParis(
                "cp Sunset*.jpg \"$T/good.jpg\"; echo x > \"$T/other.jpg\"; credits \"$T/good.jpg\"")
            #expect(copied.status == 0, "\(copied)")
            let broken = try await mount.shell(
                """
                S="$XDG_DATA_HOME/placesfs"; mkdir -p "$S/broken" "$S/pipe" "$S/folder/catalog.sqlite"
                head -c 9000 /dev/urandom > "$S/broken/catalog.sqlite"; mkfifo "$S/pipe/catalog.sqlite"
                \(Repository.placesfs) credits good.jpg; echo $?; \(Repository.placesfs) credits good.jpg other.jpg; echo $?
                \(Repository.placesfs) credits --source broken good.jpg; echo $?
                \(Repository.placesfs) credits --source nobody good.jpg; echo $?
                """)
            let lines = broken.lines
            #expect(lines.count == 6 && lines[0].hasPrefix("\"Sunset over the Seine\" by Ada, "), "\(broken)")
            #expect(
                lines[1] == "0" && lines[2] == "good.jpg: " + lines[0] && lines[3...] == ["34", "34", "5"], "\(broken)")
            let errors = broken.errors.split(separator: "\n")
            #expect(errors.count == 5 && errors[1].contains("broken/catalog.sqlite"), "\(broken)")
            #expect(errors.last?.contains("there are broken, \(TestSource.current)-") == true, "\(broken)")
        }
    }

    @Test func `no file at all is an error of usage`() async throws {
        try await Home.run { home in
            let result = try await home.command(["credits"])
            #expect(result.status == 2 && result.errors.contains("credits --help"))
            let help = try await home.command(["credits", "--help"])
            #expect(help.text.contains("status is 70") && help.text.contains("begins with the file's name"))
            let nothing = try await home.command(["credits", "/usr/bin/env"])
            #expect(
                nothing.status == 70
                    && nothing.errors.contains("nothing is known in \(home.path)/.local/share/placesfs"))
        }
    }
}
