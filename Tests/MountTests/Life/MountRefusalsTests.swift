import Foundation
import Glibc
import Promises
import TestSupport
import Testing

/// What `placesfs mount` looks at before it makes, asks or mounts anything.
@Suite(.enabled(if: Repository.canMount)) struct MountRefusalsTests {
    @Test(arguments: [("--cache-dir", Int32(31)), ("--state-dir", 30), ("--log-file", 32)])
    func `a folder of ours inside the mountpoint is refused before it is made`(
        option: String, status: Int32
    ) async throws {
        try await Home.run { home in
            try FileManager.default.createSymbolicLink(atPath: home.path + "/way", withDestinationPath: "mnt")
            for path in [home.mountpoint + "/inside", home.path + "/way/inside", home.mountpoint] {
                let refused = try await home.command(
                    ["mount", "--source", "sample", option, path, home.mountpoint])
                #expect(refused.status == status, "\(refused.errors)")
                #expect(
                    refused.errors.contains("inside the mountpoint \(home.mountpoint); choose another with \(option)"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: home.mountpoint).isEmpty)
            }
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
        }
    }

    @Test func `a mountpoint that is missing is told before the network is asked`() async throws {
        try await Home.run { home in
            // Nothing listens at port 1; without a source, mount asks Commons through it and then says what it chose.
            let result = try await home.command(["mount", "--proxy", "http://127.0.0.1:1", home.path + "/none"])
            #expect(result.status == 10)
            #expect(result.errors == "placesfs: \(home.path)/none does not exist; first: mkdir -p \(home.path)/none\n")
        }
    }

    @Test func `a mountpoint whose name is no text is told as that`() async throws {
        try await Home.run { home in
            let script = "mkdir \"$(printf 'x\\377')\" && \"$P\" mount --source sample x?"
            let result = try await ChildProcess(
                ["bash", "-c", script], environment: home.environment.merging(["P": Repository.placesfs]) { $1 },
                directory: home.path
            ).result()
            #expect(result.status == 15 && result.errors.contains("has a name that is no UTF-8"), "\(result)")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "being somebody else takes root"))
    func `root does not obey the configuration of another user, whose HOME it has`() async throws {
        try await Home.run { home in
            let folder = home.path + "/.config/placesfs"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data("allow-other\nlog-file = \(home.path)/victim\n".utf8)
                .write(to: URL(fileURLWithPath: folder + "/config"))
            try Data("not a log\n".utf8).write(to: URL(fileURLWithPath: home.path + "/victim"))
            #expect(try await run("chown", "-R", "65534:65534", home.path + "/.config").status == 0)
            for words in [["mount", "--source", "sample", home.mountpoint], ["cache", "show"]] {
                let refused = try await home.command(words)
                #expect(refused.status == 6, "\(refused.errors)")
                #expect(refused.errors.contains("belongs to another user (uid 65534)"), "\(refused.errors)")
            }
            #expect(!home.isMounted())
            // Nor a log that is none, whoever asks for it.
            let other = home.path + "/config"
            try Data("log-file = \(home.path)/victim\n".utf8).write(to: URL(fileURLWithPath: other))
            let foreign = try await home.command(
                ["mount", "--config", other, "--source", "sample", home.mountpoint])
            #expect(foreign.status == 32 && foreign.errors.contains("is no log of placesfs"), "\(foreign.errors)")
            #expect(try String(contentsOfFile: home.path + "/victim", encoding: .utf8) == "not a log\n")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "being somebody else takes root"))
    func `a lock that is a link is not followed`() async throws {
        try await Home.run { home in
            let state = home.path + "/.local/share/placesfs"
            try FileManager.default.createDirectory(
                atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try Data("precious\n".utf8).write(to: URL(fileURLWithPath: home.path + "/victim"))
            try FileManager.default.createSymbolicLink(
                atPath: state + "/sample.lock", withDestinationPath: home.path + "/victim")
            let refused = try await home.command(["mount", "--source", "sample", home.mountpoint])
            #expect(refused.status == 30 && refused.errors.contains("sample.lock"), "\(refused.errors)")
            #expect(try String(contentsOfFile: home.path + "/victim", encoding: .utf8) == "precious\n")
        }
    }

    @Test func `Leaflet's files are not read where links lead out of their folder`() async throws {
        try await Home.run { home in
            let script = """
                mkdir lf; cp -L /usr/share/javascript/leaflet/*.css /usr/share/javascript/leaflet/*.js lf/
                "$P" mount --source sample --leaflet-dir lf "$M" && "$P" unmount "$M"; echo "copied $?"
                echo 'secret {}' > secret; ln -sf ../secret lf/leaflet.css
                "$P" mount --source sample --leaflet-dir lf "$M" 2> said; echo "linked $?"
                grep -c 'links lead out of that folder' said
                """
            let tried = try await ChildProcess(
                ["bash", "-c", script],
                environment: home.environment.merging(["M": home.mountpoint, "P": Repository.placesfs]) { $1 },
                directory: home.path
            ).result()
            #expect(tried.lines == ["copied 0", "linked 3", "1"], "\(tried.text)\(tried.errors)")
        }
    }
}
