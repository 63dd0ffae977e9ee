import Foundation
import Synchronization
import TestSupport

/// One run of all checks in Browser/, in a browser that is started for it; each test takes its check's result from it.
actor BrowserRun {
    static let shared = BrowserRun()

    static let isPossible =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/chromedriver")
        && FileManager.default.fileExists(atPath: MapWorld.leaflet + "/leaflet.css")

    private struct Line: Decodable {
        var name: String
        var failure: String?
    }

    private var run: Task<[String: String?], any Error>?

    /// Of each check what went wrong, or nil.
    func results() async throws -> [String: String?] {
        let run = self.run ?? Task { try await Self.perform() }
        self.run = run
        return try await run.value
    }

    @concurrent
    private static func perform() async throws -> [String: String?] {
        let scripts = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Browser")
        let process = try PipedProcess([
            "timeout", "--kill-after=10", "1500", "python3", "-B", scripts.appending(path: "run.py").path,
        ])
        var lines = Self.lines(of: process.output).makeAsyncIterator()
        guard let port = await lines.next().flatMap({ Int($0) }) else { throw NoPort() }
        let world = try MapWorld(port: port)
        try process.input.write(contentsOf: Data("\(world.root)\n".utf8))
        try process.input.close()
        var results: [String: String?] = [:]
        while let line = await lines.next() {
            let result = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
            results.updateValue(result.failure, forKey: result.name)
        }
        try world.remove()
        return results
    }

    /// Lines as they come, until the other side closes.
    private static func lines(of handle: FileHandle) -> AsyncStream<String> {
        AsyncStream { continuation in
            let rest = Mutex(Data())
            handle.readabilityHandler = { handle in
                let data = handle.availableData
                rest.withLock { rest in
                    rest += data
                    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                        continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                        rest = Data(rest[(end + 1)...])
                    }
                }
                guard data.isEmpty else { return }
                handle.readabilityHandler = nil
                continuation.finish()
            }
        }
    }

    private struct NoPort: Error {}
}
