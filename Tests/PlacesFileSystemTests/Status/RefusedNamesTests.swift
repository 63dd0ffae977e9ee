import FUSE
import PhotoTree
import Promises
import Testing

@testable import PlacesFileSystem

/// The reason why a name was not made is where people look next, and is the reason of that name.
@Suite(.timeLimit(.minutes(2))) struct RefusedNamesTests {
    private let world: World

    init() async throws {
        world = try await World()
        _ = try await world.list("places")
    }

    private func refuse(_ name: String, in folder: String) async throws -> Errno? {
        do throws(Errno) {
            _ = try await world.files.mkdir(name, in: try await world.inode(folder), by: World.caller)
            return nil
        } catch {
            return error
        }
    }

    private func reason(in folder: String) async throws -> String? {
        let inode = try await world.inode(folder)
        return (try? await world.files.getxattr("user.places.error", of: inode)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test(arguments: [
        ("48,8584,2,29,45", "write decimal points"), ("151.21,-33.87", "is -33.87,151.21 meant"),
        ("48.8584,2.2945 r5m", "from r10m to r32km"), ("!?", "neither a point nor a name"),
        ("README.txt", "the name of a file of placesfs"),
    ])
    func `a point that is none says what is wrong with it`(name: String, reason words: String) async throws {
        #expect(try await refuse("Munchenn", in: "pins") == .noEntry)
        #expect(try await refuse(name, in: "pins") == .invalid)
        let reason = try await reason(in: "pins")
        #expect(reason?.contains(words) == true && reason?.contains("Munchenn") == false, "\(reason ?? "none")")
    }

    @Test func `another spelling of a pin is told with the pin's own`() async throws {
        #expect(try await refuse("48.8584,2.2945 Tower", in: "pins") == nil)
        #expect(try await refuse("48.85840, 2.29450", in: "pins") == .exists)
        #expect(try await reason(in: "pins")?.contains("as \"48.8584,2.2945 Tower\"") == true)
    }

    @Test func `a tag without letters, and a name that no folder can have, are told too`() async throws {
        #expect(try await refuse("!!!", in: "tags") == .invalid)
        #expect(try await reason(in: "tags")?.contains("a tag has letters or digits") == true)
        #expect(try await refuse("sunset", in: "tags") == nil)
        #expect(try await reason(in: "tags") == nil, "a name that is taken clears it")
        #expect(try await refuse("Sunset", in: "tags") == .exists)
        #expect(try await reason(in: "tags")?.hasSuffix("\"Sunset\" is here already, as \"sunset\"") == true)
    }

    @Test(
        .proves("Why a name was refused"),
        arguments: [
            ("Lyon ", "it ends with a blank"), ("-Lyon", "it begins with a dash"), (" Lyon", "it begins with a blank"),
            ("Lyon?", "it has a ?"),
        ])
    func `a name of a place that cannot be listed is told with what is wrong with it`(
        name: String, fault: String
    ) async throws {
        #expect(try await refuse(name, in: "places/France") == .invalid)
        let reason = try await reason(in: "places/France")
        #expect(reason?.contains("cannot be the name of a folder here: \(fault)") == true, "\(reason ?? "none")")
    }

    @Test(.proves("Why a name was refused"))
    func `refused names are no errors of the mount, and have a list of their own`() async throws {
        for number in 0..<25 { #expect(try await refuse("Atlantis \(number)", in: "places") == .noEntry) }
        let report = await world.files.folders.status()
        #expect(report.errorsTotal == 0 && report.recentErrors.isEmpty)
        #expect(report.refusedTotal == 25 && report.refused.count == 20)
        #expect(
            report.refused.last?.path == "places/Atlantis 24"
                && report.refused.last?.errno == "No such file or directory")
        #expect(report.metrics.contains("\nplacesfs_refused_names_total 25\n"))
        #expect(report.metrics.contains("\nplacesfs_errors_total 0\n"))
        let lines = report.text.split(separator: "\n")
        #expect(lines.contains("errors    none") && lines.contains("refused   25 names, the latest:"))
        #expect(lines.contains { $0.contains("Z places/Atlantis 24: ") })
    }

    @Test func `what desktops try, hidden names, is not told`() async throws {
        #expect(try await refuse(".Trash-1000", in: "places") == .noEntry)
        #expect(try await reason(in: "places") == nil)
    }

    @Test(.proves("Why a name was refused"), arguments: ["pins", "tags", "search", "places", "places/France"])
    func `a hidden name that a person types is told, and a look for one is not`(folder: String) async throws {
        #expect(try await refuse("!", in: folder) != nil)
        let before = try await reason(in: folder)
        for name in [".git", ".directory", ".hidden"] {
            _ = try? await world.files.lookup(name, in: try await world.inode(folder), by: World.caller)
        }
        #expect(try await reason(in: folder) == before)
        #expect(try await refuse(".Berlin", in: folder) != nil)
        let reason = try await reason(in: folder)
        #expect(
            reason?.contains("\".Berlin\"") == true && reason?.contains("begins with a dot") == true,
            "\(reason ?? "none")")
    }

    @Test(
        .proves("A search is its query"),
        arguments: [
            ["red, door", "door red"], ["wall, CC0", "wall, gemeinfrei"], ["in Paris", "bei Paris"],
            ["Sünset", "sunset"],
        ])
    func `another spelling of a search is told with the search's own`(names: [String]) async throws {
        #expect(try await refuse(names[0], in: "search") == nil)
        #expect(try await refuse(names[1], in: "search") == .exists)
        let reason = try await reason(in: "search")
        #expect(reason?.hasSuffix("\"\(names[1])\" is here already, as \"\(names[0])\"") == true, "\(reason ?? "none")")
    }

    @Test func `what was refused in a folder is forgotten with the folder`() async throws {
        #expect(try await refuse("sunset", in: "tags") == nil)
        let topic = try await world.inode("tags/sunset")
        let (errors, key) = (world.files.folders.listings.errors, DirectoryKey.topic(NodeNumber(topic)))
        await #expect(throws: Errno.invalid) { try await world.keep("tags/sunset") }
        #expect(errors.lastRefusal(in: key) != nil)
        try await world.files.rmdir("sunset", in: try await world.inode("tags"), by: World.caller)
        #expect(errors.lastRefusal(in: key) == nil)
    }
}
