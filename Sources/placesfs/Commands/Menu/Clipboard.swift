internal import Foundation

/// The clipboard of the desktop, by whichever program there is.
enum Clipboard {
    private static let programs = [
        (name: "wl-copy", arguments: [] as [String], needs: "WAYLAND_DISPLAY"),
        (name: "xclip", arguments: ["-selection", "clipboard"], needs: "DISPLAY"),
        (name: "xsel", arguments: ["--clipboard", "--input"], needs: "DISPLAY"),
    ]

    /// - Returns: Whether it is there now.
    static func put(_ text: String) -> Bool {
        let environment = ProcessInfo.processInfo.environment
        // As a file, not by a pipe: one of these that cannot reach its desktop would end this process by SIGPIPE.
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("placesfs-" + UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { return false }
        return programs.contains { program in
            guard environment[program.needs]?.isEmpty == false, let tool = Tool.path(of: program.name),
                let file = FileHandle(forReadingAtPath: path)
            else { return false }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: tool)
            process.arguments = program.arguments
            process.standardInput = file
            // It stays behind, to hand the text out; nobody's output is to stay open with it.
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }
    }
}
