import Foundation
import HTTP
import HTTPCurl
import ScriptedHTTP
import TestSupport
import Testing

/// One test's part of a scripted server: a name in its paths, and a ledger of its own.
final class LoopbackServer: Sendable {
    struct Ledger: Decodable {
        var connections: Int
        var open: Int
        var requests: Int
        var sent: Int
        var paths: [String: Int]

        func number(_ key: String) -> Int? {
            ["connections": connections, "open": open, "requests": requests, "sent": sent][key]
        }
    }

    let name: String
    private let process: ServerProcess
    private let control: CurlTransport

    /// On the process that all tests share, or on one of its own; with certificate and key files that speaks TLS.
    init(alone: Bool = false, certificate: String? = nil, key: String? = nil) throws {
        name = alone ? "alone" : "t\(UInt32.random(in: 0 ... .max))"
        let ownProcess = alone || certificate != nil
        process = try ownProcess ? ServerProcess(certificate: certificate, key: key) : ServerProcess.shared.get()
        control = try CurlTransport(
            configuration: CurlConfiguration(
                userAgent: "control", firstByteTimeout: .seconds(60), authorityFile: certificate))
    }

    var port: Int { process.port }

    func path(_ path: String) -> String { "/\(name)\(path)" }

    func url(_ path: String) -> String { "\(process.scheme)://127.0.0.1:\(port)\(self.path(path))" }

    func request(_ path: String, limit: Int64 = 1 << 26) -> HTTPRequest {
        HTTPRequest(url: url(path), maximumBodyLength: limit)
    }

    func ledger() async throws -> Ledger { try await ask("/ledger") }

    /// Lets everything held at that gate go on.
    func release(gate: String = "") async throws { _ = try await ask("/release?gate=\(gate)") }

    /// Returns when the ledger's number is within the bounds. After 10 s, sooner than any timeout would free it, that
    /// is a failure.
    @discardableResult
    func ledger(
        when key: String, atLeast least: Int = 0, atMost most: Int = .max,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Ledger {
        let ledger = try await ask("/await?key=\(key)&least=\(least)&most=\(most)")
        let number = try #require(ledger.number(key), sourceLocation: sourceLocation)
        #expect((least...most).contains(number), "\(key) is \(number)", sourceLocation: sourceLocation)
        return ledger
    }

    private func ask(_ path: String) async throws -> Ledger {
        let body = try await control.send(request(path)).body.collect()
        return try JSONDecoder().decode(Ledger.self, from: Data(body))
    }
}

/// The server as a child process; it ends when its standard input closes, so it does not outlive the tests.
private final class ServerProcess: Sendable {
    static let shared = Result { try ServerProcess(certificate: nil, key: nil) }

    let port: Int
    let scheme: String
    private let process: PipedProcess

    init(certificate: String?, key: String?) throws {
        process = try PipedProcess(
            ["python3", "-c", Script.text("server.py", of: "HTTPCurlTests")] + [certificate, key].compactMap { $0 })
        port = try #require(try process.line().flatMap { Int($0) }, "the server did not start")
        scheme = certificate == nil ? "http" : "https"
    }
}

/// What `/bytes?n=` and its like send.
func pattern(_ length: Int) -> [UInt8] {
    (0..<length).map { UInt8($0 % 251) }
}

func makeTransport(_ change: (inout CurlConfiguration) -> Void = { _ in }) throws -> CurlTransport {
    var configuration = CurlConfiguration(userAgent: "placesfs-tests/1 (+https://example.org)")
    change(&configuration)
    return try CurlTransport(configuration: configuration)
}

/// The error of `send`, or of reading its whole body; fails the test when there is none.
func failure(
    of request: HTTPRequest, over transport: CurlTransport, sourceLocation: SourceLocation = #_sourceLocation
) async -> HTTPError? {
    do {
        _ = try await transport.send(request).body.collect()
        Issue.record("no error", sourceLocation: sourceLocation)
        return nil
    } catch {
        return error
    }
}
