import Foundation
import Glibc
import TestSupport
import Testing

/// It needs no mount.
@Suite("placesfs places", .enabled(if: Repository.canMount)) struct PlacesCommandTests {
    private struct Found: Decodable {
        var name: String
        var country: String?
        var latitude: Double
        var longitude: Double
        var metres: Int?
        var command: String
    }

    /// Runs the command where nothing of ours is mounted.
    private static func alone(_ home: Home, _ arguments: [String]) async throws -> CommandResult {
        let script = """
            grep ' fuse.placesfs ' /proc/mounts | cut -d ' ' -f 2 | xargs -r -n 1 umount -l
            exec "$0" "$@"
            """
        return try await ChildProcess(
            ["unshare", "-m", "--propagation", "private", "sh", "-c", script, Repository.placesfs] + arguments,
            environment: home.environment, directory: home.path
        ).result()
    }

    @Test(.enabled(if: geteuid() == 0, "a mount namespace takes root"))
    func `words find a place, with the line that makes its folder`() async throws {
        try await Home.run { home in
            let found = try await Self.alone(home, ["places", "Sydney", "--limit", "1"])
            #expect(found.status == 0 && found.lines.count == 2, "\(found.text)\(found.errors)")
            #expect(found.lines.first?.hasPrefix("Sydney: ") == true && found.text.contains("Australia"))
            #expect(
                found.lines.last == "    mkdir MOUNTPOINT/'places/Australia/Sydney'", "\(found.text)")
        }
    }

    @Test func `near a point, south of the equator too, the nearest come first`() async throws {
        try await Home.run { home in
            let near = try await home.command(["places", "--near", "-33.87,151.21", "--json", "--limit", "3"])
            let places = try JSONDecoder().decode([Found].self, from: Data(near.output))
            #expect(near.status == 0 && places.count == 3, "\(near.text)\(near.errors)")
            let distances = places.compactMap(\.metres)
            #expect(distances.count == 3 && distances == distances.sorted())
            #expect(places.allSatisfy { $0.country == "Australia" && $0.latitude < -33 && $0.longitude > 150 })
            #expect(places.allSatisfy { $0.command.contains("places/Australia/") })
        }
    }

    @Test(arguments: [["-33.87,151.21"], ["--", "-33.87,151.21"], ["https://map.example/#map=12/-33.87/151.21"]])
    func `a point is answered with the line that drops a pin there`(_ words: [String]) async throws {
        try await Home.run { home in
            let found = try await home.command(["places"] + words)
            #expect(found.status == 0, "\(found.errors)")
            #expect(found.lines.last?.hasPrefix("    mkdir ") == true, "\(found.text)")
            #expect(found.lines.last?.contains("pins/-33.87,151.21") == true, "\(found.text)")
        }
    }

    @Test func `the line of the places command with a mount has its whole path, and works wherever it is typed`()
        async throws
    {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            for word in ["Hallstatt", "Lyon, France", "46.5,9.8"] {
                // From a folder of the mount, for that is the one that is meant then, whatever else is mounted.
                let found = try await ChildProcess(
                    [Repository.placesfs, "places", word, "--limit", "1"], environment: home.environment,
                    directory: home.mountpoint + "/places"
                ).result()
                let line = try #require(found.lines.last?.trimmingCharacters(in: .whitespaces))
                #expect(line.hasPrefix("mkdir '\(home.mountpoint)/p") && !line.contains("-p "), "\(line)")
                let typed = try await ChildProcess(["sh", "-c", line], directory: "/").result()
                #expect(typed.status == 0, "\(line): \(typed.errors)")
            }
            let there = try await ChildProcess(
                [Repository.placesfs, "places", "annecy", "--limit", "1"], environment: home.environment,
                directory: home.mountpoint
            ).result()
            #expect(there.lines.last == "    ls '\(home.mountpoint)/places/France/Annecy'", "it is there: \(there)")
            let made = try await ChildProcess(["ls", home.mountpoint + "/places/Austria"]).result()
            #expect(made.lines.contains { $0.hasPrefix("Hallstatt") }, "\(made)")
        }
    }

    @Test func `what is called nothing and what is no point are one line each`() async throws {
        try await Home.run { home in
            let unknown = try await home.command(["places", "Qqzzxxyyqqzz"])
            #expect(unknown.status == 1 && unknown.text.isEmpty)
            #expect(unknown.errors.contains("found nothing like 'Qqzzxxyyqqzz'"), "\(unknown.errors)")
            for point in ["91,0", "-33.87", "north", ""] {
                let refused = try await home.command(["places", "--near", point])
                #expect(refused.status == 2 && refused.text.isEmpty, "\(point)")
                #expect(refused.errors.contains("'\(point)' is no point; write it as "), "\(refused.errors)")
            }
            let slip = try await home.command(["places", "Paris", "--jsno"])
            #expect(slip.status == 2 && slip.errors.contains("'--jsno' is neither an option nor a point"))
            for result in [unknown, slip] { #expect(result.errors.count { $0 == "\n" } == 1) }
        }
    }
}
