import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Answers that no honest host gives. Each is an error or shows what can be made of it; the daemon lives, its memory
/// stays bounded, and the next honest answer is right.
@Suite("Hostile answers", .enabled(if: Repository.canMount))
struct HostileAnswersTests {
    struct Hostile: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: @Sendable () -> [UInt8]

        init(_ name: String, _ text: @escaping @Sendable () -> String) {
            (self.name, bytes) = (name, { Array(text().utf8) })
        }

        init(_ name: String, bytes: @escaping @Sendable () -> [UInt8]) {
            (self.name, self.bytes) = (name, bytes)
        }

        var testDescription: String { name }
    }

    private static let answers = [
        Hostile("arrays nested 100,000 deep") { String(repeating: "[", count: 100_000) },
        Hostile("arrays nested 100,000 deep and closed") {
            String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        },
        Hostile("objects nested 100,000 deep in a photo") {
            #"{"photos":{"page":1,"total":1,"photo":[{"id":"1","title":"# + String(repeating: #"{"a":"#, count: 100_000)
                + "1" + String(repeating: "}", count: 100_000) + #"}]},"stat":"ok"}"#
        },
        Hostile("huge numbers") {
            #"{"photos":{"page":1e999999,"pages":-1e999999,"perpage":1e400,"total":1e999999,"photo":"#
                + #"[{"id":1e999999,"farm":9e999,"latitude":1e999999,"longitude":-1e400,"accuracy":1e99,"#
                + #""dateupload":99999999999999999999999,"views":-1e300,"width_b":1e999,"height_b":-5,"#
                + #""title":"x","url_b":"https://live.staticflickr.com/1/1_1_b.jpg"}]},"stat":"ok"}"#
        },
        Hostile("a number of a million digits") {
            #"{"photos":{"total":"# + String(repeating: "9", count: 1_000_000) + #","photo":[]},"stat":"ok"}"#
        },
        Hostile("duplicate keys") {
            #"{"stat":"ok","stat":"fail","photos":{"photo":[],"photo":7},"photos":[],"photos":{"photo":[]},"stat":"ok"}"#
        },
        Hostile("33 MB of blanks") { String(repeating: " ", count: 33 << 20) + "{}" },
        Hostile("33 MB of photos") {
            #"{"photos":{"photo":["# + String(repeating: #"{"id":"1"},"#, count: 3_200_000) + #"{}]},"stat":"ok"}"#
        },
        Hostile(
            "invalid UTF-8",
            bytes: {
                Array(#"{"photos":{"photo":[{"id":"1","title":""#.utf8) + [0xFF, 0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF8]
                    + Array(#""}]},"stat":"ok"}"#.utf8)
            }),
        Hostile("lone surrogates and NUL") {
            #"{"photos":{"photo":[{"id":"1\u0000","title":"\ud800\u0000\udfff","owner":"\u0000"}]},"stat":"ok"}"#
        },
        Hostile("other types throughout") {
            #"{"photos":{"photo":[null,7,"x",[],{"id":{},"title":[],"tags":7,"url_b":{}}]},"places":7,"stat":["ok"]}"#
        },
        Hostile("nothing") { "" }, Hostile("null") { "null" },
        Hostile("zeros", bytes: { Array(repeating: 0, count: 4096) }),
    ]

    @Test(.proves("Hostile JSON: 100,000 deep"))
    func `hostile answers of the API leave the mount alive, small and able to go on`() async throws {
        let numbered = NumberedLibrary(places: 20, photosPerPlace: 2)
        // The list of places is asked for at the mount; each answer gets a place that nobody has listed.
        try await TestMount.run(numbered.configuration, options: ["--retries", "0"]) { mount in
            let daemon = try await mount.daemon()
            for (place, answer) in Self.answers.enumerated() {
                let body = answer.bytes()
                let fault = mount.simulator.faults.add(.body(body, contentType: "application/json"), on: .api)
                let look = try await mount.shell(
                    "ls \"$M/\(NumberedLibrary.directory(place))\"; mkdir \"$M/pins/\(place),1\" \"$M/tags/t\(place)\"; ls \"$M/tags/t\(place)\""
                )
                #expect(look.status < 3, "\(answer): \(look.status) \(look.errors)")
                #expect(!look.output.contains { $0 < 0x20 && $0 != 0x0A } && !look.errors.contains("\u{1B}"))
                mount.simulator.faults.remove(fault)
                let peak = try Self.peak(of: daemon)
                print(
                    "\(answer.name), \(body.count) bytes: ls says \(look.errors.split(separator: "\n").first ?? "nothing"); \(peak) KiB"
                )
                #expect(peak < 400 << 10, "\(answer.name)")
            }
            #expect(try await mount.daemon() == daemon, "it lives")
            try mount.write(numbered.bytes(0, of: 19), to: "want")
            let right = try await mount.shell("cmp \"$M/\(NumberedLibrary.path(0, of: 19))\" want")
            #expect(right.status == 0, "\(right.errors)")
        }
    }

    @Test(.proves("Hostile JSON: 100,000 deep"))
    func `hostile answers for the list of places leave the gazetteer's in its place`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 2)
        for answer in Self.answers where !answer.name.hasPrefix("33") {
            var configuration = numbered.configuration
            configuration.behaviour = Behaviour()
            try await Simulator.run(configuration) { simulator in
                simulator.faults.add(.body(answer.bytes(), contentType: "application/json"), on: .api)
                try await Home.run { home in
                    let mounted = try await home.command(
                        ["mount", "--api-base", simulator.apiBase, home.mountpoint], Home.key)
                    #expect(mounted.status == 0, "\(answer.name): \(mounted.errors)")
                    let listed = try await run("ls", home.mountpoint + "/places")
                    #expect(listed.status == 0 && listed.lines.contains("France"), "\(answer.name): \(listed.errors)")
                }
            }
        }
    }

    private static func heads(_ numbered: NumberedLibrary) -> [(name: String, effects: [Fault.Effect])] {
        [
            ("a header of 64 KB", [.header("X-Long", String(repeating: "x", count: 64 << 10))]),
            ("a header of 1 MB", [.header("X-Long", String(repeating: "x", count: 1 << 20))]),
            ("4,000 headers", (0..<4000).map { .header("X-\($0)", "y") }),
            ("a negative length", [.announcedLength(-5)]), ("a length of 2^63 - 1", [.announcedLength(.max)]),
            ("a length of none", [.announcedLength(0)]), ("two lengths", [.header("content-length", "7")]),
            ("no number for a length", [.framing(.untilClose), .header("Content-Length", "lots")]),
            ("a length beyond numbers", [.framing(.untilClose), .header("Content-Length", "99999999999999999999999")]),
            ("a hint beyond numbers", [.framing(.chunked), .header("x-ttdb-l", "99999999999999999999999")]),
            ("a negative hint", [.framing(.chunked), .header("x-ttdb-l", "-7")]),
            (
                "control characters",
                [.header("ETag", "\"\u{1B}[31m\u{7}\""), .header("Content-Type", "image/jpeg\u{0}x")]
            ),
            ("a type of 8 KB", [.contentType("image/" + String(repeating: "j", count: 8192))]),
            ("two answers in one", [.header("X-A", "b\r\n\r\nHTTP/1.1 200 OK")]),
            ("an unknown coding", [.header("Content-Encoding", "zip-bomb")]),
            ("Retry-After for ever", [.status(429, retryAfter: "99999999999999999999")]),
            ("Retry-After in the past", [.status(503, retryAfter: "-1")]),
        ]
    }

    @Test(.proves("Hostile heads: a megabyte"))
    func `hostile answers of the image host never become a photo, and the next honest one does`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 20)
        let options = [
            "--retries", "0", "--first-byte-timeout", "2s", "--low-speed-time", "2s", "--log-level", "trace",
        ]
        for (number, hostile) in Self.heads(numbered).enumerated() {
            try await TestMount.run(numbered.configuration, options: options) { mount in
                let path = "\"$M/\(NumberedLibrary.path(number))\""
                try mount.write(numbered.bytes(number), to: "want")
                for effect in hostile.effects {
                    mount.simulator.faults.add(effect, on: .photo(NumberedLibrary.id(number)))
                }
                let daemon = try await mount.daemon()
                let read = try await mount.shell(
                    "timeout 20 cat \(path) > got; echo $?; cmp got want > /dev/null; echo $?")
                print("\(hostile.name): \(read.lines) \(read.errors.split(separator: "\n").first ?? "")")
                // The right bytes or an error; neither others nor a wait without end.
                #expect(read.lines == ["0", "0"] || read.lines.first == "1", "\(hostile.name): \(read.text)")
                #expect(!mount.log.unicodeScalars.contains { $0.value < 0x20 && $0.value != 0x0A }, "\(hostile.name)")
                mount.simulator.faults.removeAll()
                #expect(try await mount.daemon() == daemon)
                #expect(try Self.peak(of: daemon) < 200 << 10)
                let right = try await mount.shell(
                    FreshnessTests.await("cmp \(path) want 2> /dev/null"), timeout: .seconds(100))
                #expect(
                    right.status == 0 || hostile.name.hasPrefix("Retry-After for"), "\(hostile.name): \(right.errors)")
                let other = try await mount.shell("grep -a -c error \"$M/.placesfs/status\"")
                #expect(other.status < 2)
            }
        }
    }

    /// In KiB (VmHWM, proc(5)).
    private static func peak(of daemon: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(daemon)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber)))
    }
}
