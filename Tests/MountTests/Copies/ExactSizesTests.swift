import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("With exact sizes for everybody", .enabled(if: Repository.canMount))
struct ExactSizesTests {
    private static let photos = 10
    private static let options = ["--sizes", "exact"]

    private static func library(places: Int = 1) -> NumberedLibrary {
        NumberedLibrary(places: places, photosPerPlace: photos, imageBytes: 30_000...60_000)
    }

    @Test(.proves("With `--sizes exact` everybody"))
    func `every size is true before anybody reads, at one request a photo`() async throws {
        try await TestMount.run(Self.library(places: 2).configuration, options: Self.options) { mount in
            let looked = try await mount.shell(
                """
                cd "$M/\(NumberedLibrary.country)"
                stat -c '%s %n' "\(NumberedLibrary.name(1))/photo 3.jpg" > "$T/named"
                ls -l "\(NumberedLibrary.name(0))" > /dev/null
                find . -name '*.jpg' -printf '%s %P\\n' | sort > "$T/told"
                getfattr --only-values -n user.places.size "\(NumberedLibrary.name(0))/photo 0.jpg"
                """)
            #expect(looked.text == "exact", "\(looked.errors)")
            #expect(mount.simulator.ledger.imageRequests == 2 * Self.photos)
            let read = try await mount.shell(
                """
                cd "$M/\(NumberedLibrary.country)"
                find . -name '*.jpg' -printf '%P\\n' | while read -r photo; do
                    echo "$(cat "$photo" | wc -c) $photo"
                done | sort > "$T/true"
                diff "$T/told" "$T/true" && sort "$T/named" | comm -23 - "$T/true" && wc -l < "$T/true"
                """)
            #expect(read.text == "\(2 * Self.photos)", "\(read.errors)")
            // Each was then read whole.
            #expect(mount.simulator.ledger.imageRequests == 4 * Self.photos)
        }
    }

    @Test(.enabled(if: TestSource.current.hasPlaces))
    func `a crawler uses up no images for sizes, and who works in one folder behind it gets them`() async throws {
        let (places, most) = (60, 25)
        let world = Simulator.Configuration(library: .synthetic(places: places, photosPerPlace: Self.photos))
        try await TestMount.run(world, options: Self.options) { mount in
            let walked = try await mount.shell(
                "find \"$M/places\" -name '*.jpg' -printf '%s\\n' | wc -l", timeout: .seconds(90))
            #expect(walked.text == "\(places * Self.photos)", "\(walked.errors)")
            #expect(mount.simulator.ledger.imageRequests <= most * Self.photos)
            let last = try await mount.shell(
                """
                cd "$(find "$M/places" -mindepth 2 -type d | tail -n 1)" && set -- *.jpg
                stat -c %s "$1"; wc -c < "$1"
                """)
            #expect(last.lines.count == 2 && Set(last.lines).count == 1, "\(last.text) \(last.errors)")
        }
    }

    @Test(arguments: Archiver.byName.filter(\.isInstalled))
    func `archives of photos that are named have the exact bytes`(archiver: Archiver) async throws {
        try await TestMount.run(Self.library().configuration, options: Self.options) { mount in
            let packed = try await mount.shell(archiver.round(), timeout: .seconds(60))
            #expect(packed.lines == ["\(Self.photos) right"], "\(packed.text) \(packed.errors)")
        }
    }

    @Test func `a form with a photo is sent whole`() async throws {
        try await TestMount.run(Self.library().configuration, options: Self.options) { mount in
            let receiver = """
                import http.server, sys
                class Form(http.server.BaseHTTPRequestHandler):
                    def do_POST(self):
                        body = self.rfile.read(int(self.headers['Content-Length']))
                        head, _, rest = body.partition(b'\\r\\n\\r\\n')
                        open('sent', 'wb').write(rest[:rest.rindex(b'\\r\\n--')])
                        self.send_response(200)
                        self.end_headers()
                    def log_message(self, *_): pass
                server = http.server.HTTPServer(('127.0.0.1', 0), Form)
                print(server.server_port, flush=True)
                server.handle_request()
                """
            try mount.write(Array(receiver.utf8), to: "receiver.py")
            let sent = try await mount.shell(
                """
                P="$M/\(NumberedLibrary.path(0))"
                coproc python3 receiver.py; read -r port <&"${COPROC[0]}"
                curl -s -S --max-time 20 -F "file=@\\"$P\\"" "http://127.0.0.1:$port/" && wait && cmp sent "$P" && echo right
                """, timeout: .seconds(60))
            #expect(sent.text == "right", "\(sent.errors)")
        }
    }

    @Test(.proves("With `--sizes exact` everybody"))
    func `a host that says nothing delays a look by three seconds, and a folder by ten`() async throws {
        try await TestMount.run(Self.library().configuration, options: Self.options) { mount in
            mount.simulator.faults.add(.stallBeforeHead, on: .images)
            let looked = try await mount.shell(
                """
                cd "$M/\(NumberedLibrary.country)"
                now() { echo "${EPOCHREALTIME/./}"; }
                S=$(now); stat -c %s "\(NumberedLibrary.name(0))/photo 1.jpg"; echo $(( ($(now) - S) / 1000 ))
                S=$(now); ls -l "\(NumberedLibrary.name(0))" > /dev/null; echo $(( ($(now) - S) / 1000 ))
                """, timeout: .seconds(90))
            let numbers = looked.lines.compactMap { Int($0) }
            try #require(numbers.count == 3, "\(looked.text) \(looked.errors)")
            #expect(numbers[0] > 500_000, "an estimate")
            #expect((2500..<9000).contains(numbers[1]))
            // The photos in it are not waited for one by one.
            #expect((9500..<25_000).contains(numbers[2]))
        }
    }
}
