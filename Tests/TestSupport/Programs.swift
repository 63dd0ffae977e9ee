import Foundation
import Testing

/// Programs that tests run where they are installed.
public enum Programs {
    /// Whether all of them are here.
    public static func areHere(_ programs: String...) -> Bool { missing(programs) == nil }

    /// Whether the test lacks one of them: it then returns, and the run counts it as skipped. For tests that need
    /// another program for each argument; to be asked before there is anything to clean up.
    public static func lack(_ programs: String...) throws -> Bool {
        guard let missing = missing(programs) else { return false }
        #if compiler(>=6.3)
            try Test.cancel("\(missing) is not installed")
        #else
            print("skipped: \(missing) is not installed")
            return true
        #endif
    }

    /// As a shell finds them.
    private static func missing(_ programs: [String]) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return programs.first { program in
            !folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
        }
    }
}
