import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Places and countries under the names that people type: other languages, no accents, any case.
@Suite("Other names of places", .enabled(if: Repository.canMount && TestSource.current == .flickr), .serialized)
struct OtherNamesTests {
    private static func inPlaces(_ mount: TestMount, _ script: String) async throws -> CommandResult {
        try await mount.shell("cd \"$M/places\" || exit 9; ls > \"$T/first\"\n\(script)")
    }

    @Test(.proves("A place or country is found", "Every other name of a listed"))
    func `what is made is listed as it was typed, and its other names lead to it`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let made = try await Self.inPlaces(
                mount,
                """
                mkdir Deutschland && mkdir Deutschland/München && mkdir -p Germany/Köln && ls . Deutschland | grep -v -e : -e map -e README
                readlink Germany germany ALEMANIA Germany/Munich Germany/muenchen Deutschland/Monachium
                cd Germany/Munich && pwd -P | sed "s#$M##" && stat -Lc %i . && stat -c %i "$M/places/Deutschland/München"
                """)
            #expect(
                made.lines.filter { !$0.isEmpty }.dropLast(2) == [
                    "Deutschland", "France", "Japan", "United States", "Köln", "München", "Deutschland", "Deutschland",
                    "Deutschland", "München", "München", "München", "/places/Deutschland/München",
                ], "\(made.errors)")
            let numbers = made.lines.suffix(2)
            #expect(Set(numbers).count == 1, "one directory: \(made.text)")
        }
    }

    @Test(.proves("Every other name of a listed"))
    func `a link to another name leaves the working directory of a process alone`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let walked = try await Self.inPlaces(
                mount,
                """
                cd France/Paris && ls "$M/places/Frankreich/Parigi" > /dev/null && ls "$M/places/FRANCE/paris" > /dev/null
                readlink /proc/self/cwd | sed "s#$M##"; ls -d "$M"/places/Fr* | sed "s#$M##"
                """)
            #expect(walked.lines == ["/places/France/Paris", "/places/France"], "\(walked.errors)")
        }
    }

    @Test(.proves("A name that is no place"))
    func `another name of what is listed is EEXIST, a known place that is not added ENOENT`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let driver = ErrnoDriver(mount: mount)
            let calls: [(ErrnoDriver.Call, String)] = [
                (.init("mkdir", "places/Frankreich"), "EEXIST"), (.init("mkdir", "places/france"), "EEXIST"),
                (.init("mkdir", "places/FR"), "EEXIST"), (.init("mkdir", "places/USA"), "EEXIST"),
                (.init("mkdir", "places/France/Parigi"), "EEXIST"), (.init("mkdir", "places/France/nizza"), "EEXIST"),
                (.init("readlink", "places/France/Lyon"), "ENOENT"), (.init("readlink", "places/Germany"), "ENOENT"),
                (.init("mkdir", "places/Germny"), "ENOENT"), (.init("mkdir", "places/France/Qwertzuiop"), "ENOENT"),
                (.init("rmdir", "places/Frankreich"), "ENOTDIR"), (.init("unlink", "places/Frankreich"), "EROFS"),
                (.init("unlink", "places/France/Parigi"), "EROFS"),
            ]
            let answers = try await driver.answers(to: calls.map(\.0))
            for (answer, call) in zip(answers, calls) {
                #expect(answer == call.1, "\(call.0)")
            }
        }
    }

    @Test(.proves("Every other name of a listed"))
    func `a link goes when its place goes, and keeps its number over a remount`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let script = "stat -c '%i %F' Frankreich France/Parigi france"
            let before = try await Self.inPlaces(mount, script)
            #expect(
                before.lines.count == 3 && before.lines.allSatisfy { $0.hasSuffix("symbolic link") }, "\(before.errors)"
            )
            #expect(before.lines.first == before.lines.last, "one link, whatever its name")
            try await mount.unmount()
            try await mount.mount()
            #expect(try await Self.inPlaces(mount, script).text == before.text)
            let changed = try await Self.inPlaces(
                mount,
                """
                ls -d France/lyon 2> /dev/null; mkdir France/Lyon && readlink France/lyon && rmdir France/Lyon
                readlink France/lyon || mkdir France/lyon && ls -d France/l* && readlink France/Lyon
                """)
            #expect(changed.lines == ["Lyon", "France/lyon", "lyon"], "\(changed.errors)")
        }
    }

    @Test(.proves("What file managers call a new folder", "Why a name was refused"))
    func `a name that nobody knows is refused with the nearest ones, where people look next`() async throws {
        try await TestMount.run(Atlas.configuration()) { mount async throws in
            let refused = try await Self.inPlaces(
                mount,
                """
                said() { getfattr --only-values -n user.places.error "$@"; echo; }
                said . 2>&1 | grep -o 'No such attribute'
                mkdir Germny 2>&1 | grep -o 'No such.*'; said .
                mkdir France/Pariss 2>&1 | grep -o 'No such.*'; said France
                mkdir ../pins/Munchenn 2>&1 | grep -o 'No such.*'; said ../pins; ls ../pins | grep Mun
                grep -c 'Munchenn' ../.placesfs/status; mkdir ../pins/Roma && said ../pins 2>&1 | grep -o 'No such attribute'
                getfattr --only-values -n user.places.subtitle ../pins/Roma
                """)
            let lines = refused.lines
            try #require(lines.count == 10, "\(refused.text)\(refused.errors)")
            #expect(lines[0] == "No such attribute" && lines[8] == "No such attribute")
            #expect(lines[1] == "No such file or directory" && lines[3] == lines[1] && lines[5] == lines[1])
            #expect(lines[2].contains("Germany") && lines[2].contains("`placesfs places Germny`"), "\(lines[2])")
            #expect(lines[4].contains("Paris"), "\(lines[4])")
            #expect(lines[6].contains("Munich, Germany"), "\(lines[6])")
            #expect(lines[7] == "1" && lines[9] == "Rome, Latium, Italy")
        }
    }
}
