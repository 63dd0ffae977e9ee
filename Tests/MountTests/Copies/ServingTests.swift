import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// Servers over a mount with exact sizes, set up as docs/serving.md says.
@Suite("Servers over a mount with exact sizes", .enabled(if: Repository.canMount))
struct ServingTests {
    struct Server: CustomStringConvertible, Sendable {
        /// As docs/serving.md calls it, and what has to be installed for it.
        var description: String
        var program: String
        /// Bash: serves `$M` at `127.0.0.1:$port` in the foreground.
        var serves: String
        /// What stands before a path in an address.
        var prefix = ""

        static let all = [
            Server(
                description: "Apache", program: "apache2",
                serves: Script.text("Copies/apache.sh")),
            Server(
                description: "nginx", program: "nginx",
                serves: Script.text("Copies/nginx.sh")),
            Server(
                description: "rclone serve webdav", program: "rclone",
                serves: "exec rclone serve webdav --addr 127.0.0.1:$port --config none \"$M\" 2> rclone.log"),
            Server(
                description: "rclone serve http", program: "rclone",
                serves: "exec rclone serve http --addr 127.0.0.1:$port --config none \"$M\" 2> rclone.log"),
            Server(
                description: "python3 -m http.server", program: "python3",
                serves: "exec python3 -m http.server --bind 127.0.0.1 --directory \"$M\" $port > python.log 2>&1"),
            Server(
                description: "busybox httpd", program: "busybox",
                serves: "exec busybox httpd -f -p 127.0.0.1:$port -h \"$M\""),
        ]
    }

    private static let photos = 8
    private static let settings = "photos=\(photos) folder='\(NumberedLibrary.directory())'\n"

    private static func library() -> NumberedLibrary {
        NumberedLibrary(photosPerPlace: photos, imageBytes: 30_000...60_000)
    }

    @Test(
        .proves("With `--sizes exact` everybody"), arguments: Server.all.filter { Archiver.has($0.program) })
    func `the first request for each photo gets its exact bytes`(server: Server) async throws {
        // None of them serves as root.
        let isRoot = getuid() == 0
        try await TestMount.run(
            Self.library().configuration, options: ["--sizes", "exact"], asOrdinaryUser: isRoot
        ) { mount in
            let served = try await mount.shell(
                Self.settings + "serves='\(server.serves)'\n" + Script.text("Copies/served.sh"),
                timeout: .seconds(90))
            #expect(served.text == "\(Self.photos) right", "\(served.text) \(served.errors)")
        }
    }

    @Test(.enabled(if: Archiver.has("smbd") && Archiver.has("smbclient") && getuid() == 0, "Samba, as root"))
    func `Samba gives photos that nobody has read whole, without exact sizes`() async throws {
        try await TestMount.run(Self.library().configuration) { mount in
            let copied = try await mount.shell(
                Self.settings + Script.text("Copies/samba.sh"), timeout: .seconds(120))
            #expect(copied.text == "\(Self.photos) right", "\(copied.text) \(copied.errors)")
        }
    }

    @Test(.enabled(if: getuid() == 0, "an overlay takes root"), .proves("With `--sizes exact` everybody"))
    func `a container's overlay copies photos up whole`() async throws {
        try await TestMount.run(Self.library().configuration, options: ["--sizes", "exact"]) { mount in
            let copied = try await mount.shell(
                """
                mkdir disk && mount -t tmpfs none disk && mkdir disk/upper disk/work merged || exit 1
                mount -t overlay -o "lowerdir=$M/\(NumberedLibrary.directory()),upperdir=$T/disk/upper,workdir=$T/disk/work" \
                    none merged || { umount disk; echo skip; exit; }
                chmod 600 "merged/photo 1.jpg"; printf x >> "merged/photo 2.jpg"
                cmp "disk/upper/photo 1.jpg" "$M/\(NumberedLibrary.path(1))" && echo same
                head -c -1 "disk/upper/photo 2.jpg" | cmp - "$M/\(NumberedLibrary.path(2))" && echo same
                umount merged; umount disk
                """)
            #expect(copied.lines == ["same", "same"] || copied.text == "skip", "\(copied.text) \(copied.errors)")
        }
    }

    @Test func `docs/serving.md names each of them`() throws {
        let page = try String(contentsOfFile: Repository.root + "/docs/serving.md", encoding: .utf8)
        for server in Server.all { #expect(page.contains(server.description), "\(server)") }
        #expect(page.contains("--sizes exact") && page.contains("overlay") && page.contains("kernel oplocks = no"))
    }
}
