import Foundation
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
            #expect(try await home.command(["unmount", home.mountpoint]).status == 0)
            let raised = try await mounted("32:4096")
            #expect(raised.status == 0 && raised.errors.isEmpty, "\(raised.errors)")
            let limits = try String(contentsOfFile: "/proc/\(try home.daemon())/limits", encoding: .utf8)
            let line = limits.split(separator: "\n").first { $0.hasPrefix("Max open files") } ?? ""
            #expect(line.split(separator: " ").dropFirst(3).first == "1024", "\(line)")
            #expect(try await home.command(["unmount", home.mountpoint]).status == 0)
        }
    }
}
