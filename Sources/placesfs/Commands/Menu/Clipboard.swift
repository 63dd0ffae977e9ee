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
        return programs.contains { program in
            guard environment[program.needs]?.isEmpty == false, let path = Tool.path(of: program.name) else {
                return false
            }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = program.arguments
            let pipe = Pipe()
            process.standardInput = pipe
            // It stays behind, to hand the text out; nobody's pipe is to stay open with it.
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            guard (try? process.run()) != nil else { return false }
            try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            try? pipe.fileHandleForWriting.close()
            process.waitUntilExit()
            return process.terminationStatus == 0
        }
    }
}
