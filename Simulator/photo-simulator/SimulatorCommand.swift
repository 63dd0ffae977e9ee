import ArgumentParser
import Foundation
import PhotoSimulator
import Synchronization

/// The server on its own, for tests, benchmarks and scripts in other processes.
@main
struct SimulatorCommand: AsyncParsableCommand {
    enum LibraryName: String, ExpressibleByArgument, CaseIterable {
        case sample, synthetic, recordings
    }

    static let configuration = CommandConfiguration(
        commandName: "photo-simulator",
        abstract:
            "Flickr and Wikimedia Commons on loopback: APIs, image hosts, faults on demand and a ledger of requests.",
        discussion: SimulatorHelp.text)

    @Option(help: "Port of the APIs; 0 takes any.")
    var port = 0

    @Option(help: "Port of the image hosts; 0 takes any.")
    var imagePort = 0

    @Option(help: "What it serves: \(LibraryName.allCases.map(\.rawValue).joined(separator: ", ")).")
    var library = LibraryName.sample

    @Option(help: "Places of the synthetic library.")
    var places = 20

    @Option(help: "Photos of each place of the synthetic library.")
    var photosPerPlace = 50

    @Option(help: "Bytes of a synthetic photo's largest image, as a number or a range \"150000-500000\".")
    var imageBytes = "150000-500000"

    @Option(help: "Seed of the synthetic library.")
    var seed: UInt64 = 7

    @Option(help: "Folder of the recorded answers.")
    var folder: String?

    @Option(
        help: "Answer a method with a recorded file, \"flickr.photos.search=FILE\"; before the standard choice.")
    var answer: [String] = []

    @Option(help: "The API key that is accepted (default: any but an empty one).")
    var apiKey: String?

    @Option(help: "Milliseconds before each answer.")
    var latency = 0

    @Option(help: "Bytes a second for each connection (default: as fast as it goes).")
    var bandwidth: Int?

    @Flag(help: "Send images chunked, without Content-Length.")
    var noContentLength = false

    @Flag(help: "Answer top places with an empty list, as Flickr does today.")
    var noTopPlaces = false

    @Option(help: "How numbers are written: \(Year.allCases.map(\.rawValue).joined(separator: ", ")).")
    var year = Year.totalNumber2023

    @Flag(help: "Serve Commons to callers whose User-Agent names nobody to write to, too.")
    var anyUserAgent = false

    @Option(help: "Threads that serve connections.")
    var threads = 1

    @Flag(help: "Answer on its own addresses (see CONTROL), to programs on this machine.")
    var control = false

    @Flag(help: "End when standard input does, as it does with the process that started this one.")
    var exitWithParent = false

    func validate() throws {
        guard (0...65_535).contains(port), (0...65_535).contains(imagePort) else {
            throw ValidationError("a port is a number from 0 to 65535")
        }
        guard (0...1_000_000).contains(places), (0...100_000).contains(photosPerPlace) else {
            throw ValidationError("--places wants 0 to 1000000, --photos-per-place 0 to 100000")
        }
        guard byteCounts != nil else {
            throw ValidationError("--image-bytes wants a number or a range of them, such as 150000-500000")
        }
        guard latency >= 0, bandwidth ?? 1 > 0, threads > 0 else {
            throw ValidationError("--latency wants 0 or more, --bandwidth and --threads 1 or more")
        }
        guard library != .recordings || folder != nil else {
            throw ValidationError("--library recordings wants --folder")
        }
        guard answer.allSatisfy({ $0.contains("=") }) else {
            throw ValidationError("--answer wants METHOD=FILE")
        }
    }

    func run() async throws {
        var behaviour = Behaviour()
        behaviour.latencyInMilliseconds = latency
        behaviour.bytesPerSecond = bandwidth
        behaviour.framing = noContentLength ? .chunked : .contentLength
        behaviour.hasTopPlaces = !noTopPlaces
        behaviour.year = year
        behaviour.demandsContact = !anyUserAgent
        let simulator = try await Simulator.start(
            Simulator.Configuration(
                library: try source(), port: port, imagePort: imagePort, apiKey: apiKey, behaviour: behaviour,
                threads: threads, hasControl: control))
        try FileHandle.standardOutput.write(
            contentsOf: Data(
                "api=\(simulator.apiBase) images=\(simulator.imageBase) commons=\(simulator.commonsBase)\n".utf8))
        await Ending.wait(forInput: exitWithParent)
        await simulator.stop()
    }

    private func source() throws -> Simulator.Configuration.Source {
        switch library {
        case .sample:
            return .sample
        case .synthetic:
            return .synthetic(
                places: places, photosPerPlace: photosPerPlace, imageBytes: byteCounts ?? 150_000...500_000, seed: seed)
        case .recordings:
            let own = answer.map { text in
                let parts = text.split(separator: "=", maxSplits: 1)
                return RecordedAnswers.Choice(String(parts[0]), file: String(parts.last ?? ""))
            }
            return .recordings(
                try RecordedAnswers(folder: folder ?? "", choices: own + RecordedAnswers.standardChoices))
        }
    }

    private var byteCounts: ClosedRange<Int>? {
        let ends = imageBytes.split(separator: "-").compactMap { Int($0) }
        guard let first = ends.first, let last = ends.last, ends.count <= 2, first > 0, first <= last else {
            return nil
        }
        return first...last
    }
}
