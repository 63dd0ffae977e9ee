import Foundation
import Glibc
import PhotoSimulator
import TestSupport

/// A program between the mount and the image host, which a test can stop, start again, or make forget its connections.
actor Relay {
    private let folder: TemporaryDirectory
    /// Where the mount asks.
    private let port: Int
    /// Where the images are.
    private let target: Int
    private var child: ChildProcess?

    init() async throws {
        folder = try TemporaryDirectory()
        let free = try await TestSupport.run("python3", "-c", Self.freePorts)
        let ports = free.text.split(separator: " ").compactMap { Int($0) }
        guard ports.count == 2 else { throw Failure(text: free.errors) }
        (port, target) = (ports[0], ports[1])
        try Data(Self.program.utf8).write(to: URL(fileURLWithPath: folder.path + "/relay.py"))
    }

    /// A mount whose images come through the relay.
    func run(
        _ configuration: Simulator.Configuration, _ options: [String], _ body: (TestMount) async throws -> Void
    ) async throws {
        var configuration = configuration
        configuration.imagePort = target
        try await start()
        do {
            let base = "http://127.0.0.1:\(port)"
            try await TestMount.run(configuration, options: options + ["--image-base", base], body)
        } catch {
            try await stop()
            throw error
        }
        try await stop()
    }

    /// Returns when it takes connections.
    func start() async throws {
        // Longer than a mount waits for its turn where many tests run.
        child = try ChildProcess(
            ["python3", folder.path + "/relay.py", "\(port)", "\(target)", folder.path], timeout: .seconds(1800))
        try await appears("listening")
    }

    /// Ends it and all its connections: new ones are refused.
    func stop() async throws {
        child?.signal(SIGTERM)
        _ = await child?.result()
        child = nil
    }

    /// Whatever was connected lies dead from now on: nothing comes, nothing is acknowledged, and no end of it is told,
    /// as after a sleep or a change of networks.
    func forgetConnections() async throws {
        try Data().write(to: URL(fileURLWithPath: folder.path + "/freeze"))
        try await appears("frozen")
    }

    private func appears(_ name: String) async throws {
        let wait = "until [ -e \(folder.path)/\(name) ]; do sleep 0.02; done; rm \(folder.path)/\(name)"
        guard try await TestSupport.run("bash", "-c", wait, timeout: .seconds(20)).status == 0 else {
            throw Failure(text: "the relay is not \(name)")
        }
    }

    struct Failure: Error {
        var text: String
    }

    /// Below those that the kernel gives to whoever asks for any, which another test might be given meanwhile.
    private static let freePorts = """
        import random, socket
        found = set()
        while len(found) < 2:
            port, each = random.randrange(12000, 32000), socket.socket()
            try: each.bind(('127.0.0.1', port))
            except OSError: continue
            found.add(port)
        print(*found)
        """

    private static let program = Script.text("Support/relay.py")
}
