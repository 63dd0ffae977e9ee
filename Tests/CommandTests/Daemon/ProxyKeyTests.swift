import Foundation
import Testing

@testable import placesfs

@Suite struct ProxyKeyTests {
    private func proxy(_ value: String, from origin: Assignment.Origin) throws -> String? {
        try Configuration([Assignment(key: .proxy, value: value, origin: origin)]).sources.proxy
    }

    @Test func `a proxy is handed on, and none is none`() throws {
        let file = Assignment.Origin.file(path: "/c", line: 1)
        #expect(try proxy("http://proxy.example:3128", from: file) == "http://proxy.example:3128")
        #expect(try proxy("socks5h://[::1]:1080/", from: .option("proxy")) == "socks5h://[::1]:1080/")
        #expect(try proxy("None", from: file) == "")
        #expect(try Configuration([]).sources.proxy == nil, "what the environment says")
    }

    @Test(arguments: [
        "me:sesame", "me:sesame@proxy.example:3128", "ftp://p", "http://", "http://p/path", "http://p?x", "yes",
    ])
    func `what is no proxy is refused without being repeated`(_ value: String) {
        let failure = #expect(throws: CommandFailure.self) { try proxy(value, from: .file(path: "/c", line: 1)) }
        #expect(
            failure?.description == "/c:1: proxy: is not an address; write http://HOST:PORT, https://…, "
                + "socks5h://HOST:PORT, or none")
    }

    @Test func `a host and a port alone are told what is missing`() {
        let failure = #expect(throws: CommandFailure.self) {
            try proxy("proxy.example:3128", from: .file(path: "/c", line: 1))
        }
        #expect(
            failure?.description
                == "/c:1: proxy: 'proxy.example:3128' is not an address; write http://proxy.example:3128")
    }

    @Test func `a password is for a file that only its owner reads`() throws {
        let value = "http://me:sesame@proxy.example:3128"
        for origin in [Assignment.Origin.option("proxy"), .mountOption("proxy")] {
            let failure = #expect(throws: CommandFailure.self) { try proxy(value, from: origin) }
            #expect(failure?.status == .usage && failure?.line.contains("sesame") == false)
        }
        try withTemporaryFolder { folder in
            let path = folder + "/config"
            try Data("proxy = \(value)\n".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            let failure = #expect(throws: CommandFailure.self) { try ConfigurationFile.read(path, .required) }
            #expect(failure?.description.contains("holds a password and others may read it") == true)
            #expect(failure?.description.contains("sesame") == false)
        }
    }
}
