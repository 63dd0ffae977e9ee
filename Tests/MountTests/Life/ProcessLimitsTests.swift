import Foundation
import PhotoSimulator
import TestSupport
import Testing

@Suite("A process that may have little", .enabled(if: Repository.canMount))
struct ProcessLimitsTests {
    @Test(arguments: [[], ["--foreground"]])
    func `too little memory for threads ends the start with a line`(options: [String]) async throws {
        try await Home.run { home in
            for bytes in [60 << 20, 120 << 20] {
                let result = try await ChildProcess(
                    ["prlimit", "--data=\(bytes)", Repository.placesfs, "mount", "--source", "sample"] + options
                        + [home.mountpoint], environment: home.environment, timeout: .seconds(30)
                ).result()
                #expect(result.status == 1 && !home.isMounted(), "\(bytes): \(result.errors)")
                #expect(result.errors.contains("threads (resource temporarily unavailable"), "\(result.errors)")
            }
        }
    }

    /// Forty readers of a host that lets them wait, with room for some connections.
    @Test func `a connection that cannot be had for want of descriptors is no unreachable network`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 50)
        try await Home.run { home in
            try await Simulator.run(numbered.configuration) { simulator in
                let mounted = try await ChildProcess(
                    [
                        "prlimit", "--nofile=40:40", Repository.placesfs, "mount", "--source", "flickr", "--api-base",
                        simulator.apiBase, "--image-base", simulator.imageBase, "--connections", "64", home.mountpoint,
                    ], environment: home.environment.merging(Home.key) { $1 }
                ).result()
                #expect(mounted.status == 0, "\(mounted.errors)")
                let folder = home.mountpoint + "/places/Country 0/Town 0"
                #expect(try await run("ls", folder).status == 0)
                simulator.faults.add(.stallBeforeHead, on: .images)
                let read = try await ChildProcess(
                    [
                        "bash", "-c",
                        "ls | grep jpg | head -n 40 | xargs -d '\\n' -P 40 -n 1 timeout -s KILL 20 cat > /dev/null",
                    ],
                    directory: folder
                ).result()
                #expect(read.errors.contains("Input/output error"), "there were enough: \(read.errors)")
                #expect(!read.errors.contains("Network is unreachable"), "\(read.errors)")
                let status = try await home.command(["status", home.mountpoint])
                #expect(status.text.contains("too many files are open here (ulimit -n)"), "\(status.text)")
                #expect(!status.text.contains("not reachable"), "\(status.text)")
            }
        }
    }

    @Test func `few open files are told with the remedy, and a limit that may be raised is`() async throws {
        try await Home.run { home in
            func mounted(_ limit: String) async throws -> CommandResult {
                try await ChildProcess(
                    [
                        "prlimit", "--nofile=\(limit)", Repository.placesfs, "mount", "--source", "sample",
                        home.mountpoint,
                    ],
                    environment: home.environment
                ).result()
            }
            let few = try await mounted("32:32")
            #expect(few.status == 0 && few.errors.contains("only 32 files may be open at once"), "\(few.errors)")
            #expect(few.errors.contains("ulimit -n 1024"))
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
            let raised = try await mounted("32:4096")
            #expect(raised.status == 0 && raised.errors.isEmpty, "\(raised.errors)")
            let limits = try String(contentsOfFile: "/proc/\(try home.daemon())/limits", encoding: .utf8)
            let line = limits.split(separator: "\n").first { $0.hasPrefix("Max open files") } ?? ""
            #expect(line.split(separator: " ").dropFirst(3).first == "4096", "\(line)")
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
        }
    }

    @Test func `files that may not grow leave readable what is known, and lose nothing`() async throws {
        try await Home.run { home in
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            let pid = try home.daemon()
            let script = """
                cd "$M"
                cat places/France/Paris/*.jpg | sha256sum > ../before; ls places/Italy/Venice > /dev/null; mkdir pins/1,1
                prlimit --pid \(pid) --fsize=4096:
                cat places/France/Paris/*.jpg | sha256sum | cmp - ../before && ls places/Italy/Venice | wc -l
                ls pins; mkdir pins/2,2 2> /dev/null || echo refused
                prlimit --pid \(pid) --fsize=unlimited:
                mkdir pins/3,3 && ls places/Japan/Kyoto | wc -l
                """
            let seen = try await ChildProcess(
                ["bash", "-c", script], environment: home.environment.merging(["M": home.mountpoint]) { $1 },
                timeout: .seconds(60)
            ).result()
            let lines = seen.lines
            #expect(
                lines.contains("17") && lines.contains("1,1") && lines.contains("refused"), "\(seen.text)\(seen.errors)"
            )
            #expect(Int(lines.last ?? "").map { $0 > 10 } == true, "\(seen.text)\(seen.errors)")
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
            #expect(try await home.command(["mount", "--source", "sample", home.mountpoint]).status == 0)
            let pins = try await ChildProcess(["ls", home.mountpoint + "/pins"]).result()
            #expect(pins.lines.contains("1,1") && pins.lines.contains("3,3") && !pins.lines.contains("2,2"))
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
        }
    }
}
