internal import ArgumentParser
internal import FUSE
internal import Foundation
internal import Glibc

/// `placesfs status`: what the mounts say of themselves.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "What a mount is doing: downloads, cache, health, recent errors.",
        discussion: "Without a MOUNTPOINT: of every mount of placesfs.")

    @Flag(help: "Show it again every second, until Ctrl-C (default: no).")
    var watch = false

    @Flag(help: "As JSON, one object a mount and line (default: no).")
    var json = false

    @Argument(help: "Where it is mounted.", completion: .ourMountpoints)
    var mountpoint: String?

    func run() async throws {
        let clock = ContinuousClock()
        repeat {
            let report = try report()
            if watch, isatty(STDOUT_FILENO) != 0 {
                // Home, then the rest of the screen cleared after the text: no flicker (console_codes(4)).
                let lines = report.replacing("\n", with: "\u{1B}[K\n")
                write("\u{1B}[H\(lines)\u{1B}[J")
            } else {
                write(report)
            }
            if watch { try await clock.sleep(for: .seconds(1)) }
        } while watch
    }

    private func report() throws(CommandFailure) -> String {
        let mounts = mountpoint.map { [MountDirectory.resolved($0)] } ?? MountTable.now().ours.map(\.mountpoint)
        guard !mounts.isEmpty else {
            throw CommandFailure(.notMounted, "no placesfs is mounted; to mount one: placesfs mount MOUNTPOINT")
        }
        var parts: [String] = []
        for path in mounts {
            let status = try MountStatus(of: path)
            let text = json ? try status.json().filter { !$0.isNewline } : try status.text()
            let head = mounts.count > 1 && !json ? "\(path)\n" : ""
            let remark = json ? nil : Upgrade(status: try status.json(), mountpoint: path)?.remark
            parts.append(
                head + text.trimmingCharacters(in: .newlines) + "\n" + (remark.map { "\nnote: \($0)\n" } ?? ""))
        }
        return parts.joined(separator: json ? "" : "\n")
    }

    private func write(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}
