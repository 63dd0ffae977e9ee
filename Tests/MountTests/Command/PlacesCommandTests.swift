import Foundation
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

    @Test func `words find a place, with the line that makes its folder`() async throws {
        try await Home.run { home in
            let found = try await home.command(["places", "Sydney", "--limit", "1"])
            #expect(found.status == 0 && found.lines.count == 2, "\(found.text)\(found.errors)")
            #expect(found.lines.first?.hasPrefix("Sydney: ") == true && found.text.contains("Australia"))
            // In MOUNTPOINT, or in a mount that another test has.
            let line = found.lines.last ?? ""
            #expect(line.hasPrefix("    mkdir ") && !line.contains("mkdir -p"), "\(found.text)")
            #expect(line.hasSuffix("places/Australia/Sydney, New South Wales'"), "\(found.text)")
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
            #expect(places.allSatisfy { $0.command.hasPrefix("mkdir ") })
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

    @Test func `with a mount the line has its whole path, and works wherever it is typed`() async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            for word in ["Hallstatt", "Lyon, France", "46.5,9.8"] {
                let found = try await home.command(["places", word, "--limit", "1"])
                let line = try #require(found.lines.last?.trimmingCharacters(in: .whitespaces))
                #expect(line.hasPrefix("mkdir '/") && !line.contains("-p "), "\(line)")
                // Of several mounts, other tests' too, any may be named; those are theirs.
                guard line.contains("'\(home.mountpoint)/p") else { return }
                let typed = try await ChildProcess(["sh", "-c", line], directory: "/").result()
                #expect(typed.status == 0, "\(line): \(typed.errors)")
            }
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
