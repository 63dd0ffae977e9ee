import Foundation
import HTTP
import HTTPCurl
import Promises
import ScriptedHTTP
import TestSupport
import Testing

@Suite struct SecurityTests {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "placesfs-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    @Test func `an unknown authority is refused, and a given one is trusted`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await makeServer(names: "IP:127.0.0.1")
        let request = server.request("/bytes?n=10")
        #expect(await failure(of: request, over: try makeTransport())?.isUnreachable == true)
        #expect(try await server.ledger().requests == 0)
        let trusting = try makeTransport { $0.authorityFile = certificate }
        #expect(try await trusting.send(request).body.collect() == pattern(10))
    }

    @Test func `a trusted certificate for another name is refused`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await makeServer(names: "IP:127.0.0.1")
        let trusting = try makeTransport { $0.authorityFile = certificate }
        let request = HTTPRequest(url: "https://localhost:\(server.port)/bytes", maximumBodyLength: 1000)
        #expect(await failure(of: request, over: trusting)?.isUnreachable == true)
    }

    @Test func `https is not redirected down to http, even on loopback`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let plain = try LoopbackServer()
        let server = try await makeServer(names: "IP:127.0.0.1")
        let trusting = try makeTransport { $0.authorityFile = certificate }
        var request = server.request("/redirect?to=\(plain.url("/bytes"))")
        request.redirectHosts = ["127.0.0.1:\(plain.port)"]
        #expect(await failure(of: request, over: trusting) == .redirectRefused(to: RedirectTarget(plain.url("/bytes"))))
    }

    @Test(.proves("A host sends more than"))
    func `bytes behind an answer that TLS has decrypted already do not reach the next answer`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await makeServer(names: "IP:127.0.0.1")
        let trusting = try makeTransport { $0.authorityFile = certificate }
        for _ in 1...3 {
            let long = server.request("/longer?n=100000&stray=1")
            #expect(try await trusting.send(long).body.collect() == pattern(100_000))
            #expect(try await trusting.send(server.request("/bytes?n=60")).body.collect() == pattern(60))
            #expect(try await trusting.send(server.request("/bytes?n=70")).body.collect() == pattern(70))
        }
        // One is given up for each long answer, and the others are kept.
        #expect(try await server.ledger().connections == 4)
    }

    @Test func `a missing authority file is an error, not a lack of care`() async throws {
        let server = try LoopbackServer()
        let transport = try makeTransport { $0.authorityFile = "/nonexistent.pem" }
        let request = HTTPRequest(url: "https://127.0.0.1:\(server.port)/", maximumBodyLength: 1)
        #expect(await failure(of: request, over: transport)?.isUnreachable == true)
    }

    private var certificate: String { folder.appending(path: "certificate.pem").path }

    private func makeServer(names: String) async throws -> LoopbackServer {
        let key = folder.appending(path: "key.pem").path
        let openssl = try await run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", "2", "-subj", "/CN=placesfs test", "-addext", "subjectAltName=\(names)",
            "-keyout", key, "-out", certificate)
        try #require(openssl.status == 0, "\(openssl.errors)")
        return try LoopbackServer(certificate: certificate, key: key)
    }
}
