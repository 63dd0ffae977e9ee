import Foundation
import PhotoSimulator
import TestSupport

/// Debian's nginx with share/nginx/placesfs-mirror.conf as it is shipped, but for addresses and folders: the simulator
/// stands for Flickr, and everything lies in a folder of the test's own.
final class TeamMirror: Sendable {
    /// What the mirror adds; no mount knows it.
    static let key = "lab-key-sesame"
    static let isHere = FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx")

    let address: String
    let folder: String
    private let configuration: String

    init(_ simulator: Simulator, in folder: String) async throws {
        self.folder = folder
        configuration = folder + "/nginx.conf"
        let port = try await Self.shell(
            "python3 -c 'import socket; s = socket.socket(); s.bind((\"127.0.0.1\", 0)); print(s.getsockname()[1])'"
        ).text
        address = "http://127.0.0.1:\(port)"
        let shipped = try String(
            contentsOfFile: Repository.root + "/share/nginx/placesfs-mirror.conf", encoding: .utf8)
        let api = Self.authority(simulator.apiBase)
        let images = Self.authority(simulator.imageBase)
        var text = shipped
        for (from, to) in [
            ("/var/cache/nginx/placesfs ", "\(folder)/cache "), ("/run/placesfs-mirror.sock", "\(folder)/key.sock"),
            ("/etc/nginx/placesfs-key.conf", "\(folder)/key.conf"),
            ("/var/log/nginx/placesfs.log", "\(folder)/access.log"), ("listen 8480;", "listen 127.0.0.1:\(port);"),
            ("    listen [::]:8480;\n", ""), ("https://", "http://"), ("api.flickr.com:443", api),
            ("live.staticflickr.com:443", images),
        ] {
            guard text.contains(from) else { throw Failure(text: "the shipped file has no '\(from)'") }
            text = text.replacing(from, with: to)
        }
        let whole = """
            user root;
            worker_processes 1;
            error_log \(folder)/error.log info;
            pid \(folder)/nginx.pid;
            events { worker_connections 1024; }
            http {
            \(text)
            }
            """
        try Data(whole.utf8).write(to: URL(fileURLWithPath: configuration))
        try Data("set $placesfs_flickr_key \(Self.key);\n".utf8).write(to: URL(fileURLWithPath: folder + "/key.conf"))
    }

    func start() async throws {
        let started = try await Self.shell(
            "nginx -e \(folder)/error.log -c \(configuration) && \(FreshnessTests.await("test -s \(folder)/nginx.pid"))"
        )
        guard started.status == 0 else { throw Failure(text: started.errors + started.text) }
    }

    func stop() async throws {
        let pid = try String(contentsOfFile: folder + "/nginx.pid", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        _ = try await Self.shell("kill \(pid); \(FreshnessTests.await("! kill -0 \(pid)"))")
    }

    /// All that it wrote down.
    var logs: String {
        ["access.log", "error.log"]
            .map { (try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8)) ?? "" }.joined()
    }

    struct Failure: Error {
        var text: String
    }

    private static func authority(_ address: String) -> String {
        URLComponents(string: address).map { "\($0.host ?? ""):\($0.port ?? 0)" } ?? ""
    }

    private static func shell(_ script: String) async throws -> CommandResult {
        try await ChildProcess(["bash", "-c", script], environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]).result()
    }
}
