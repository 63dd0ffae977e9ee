internal import Foundation

/// Whether a mount runs the program that is installed now: an upgrade leaves running mounts as they are.
struct Upgrade: Hashable, Sendable {
    /// What to do about it, one line; nil where mount and program are one.
    let remark: String?

    /// - Parameters:
    ///   - running: The version that the mount tells.
    ///   - isReplaced: Whether the file of the mount's program was replaced since it began.
    ///   - mountpoint: Where.
    ///   - installed: This program's version.
    init(running: String, isReplaced: Bool, mountpoint: String, installed: String = Version.full) {
        let remedy = "for the other: placesfs unmount \(mountpoint.shellWord), and mount it again; nothing is lost"
        if running != installed {
            remark = "this mount runs \(running), installed is \(installed); \(remedy)"
        } else if isReplaced {
            remark = "the program was replaced since this mount began; \(remedy)"
        } else {
            remark = nil
        }
    }

    /// Of the daemon that wrote `status`, as JSON.
    /// Nil when it cannot be read.
    init?(status: String, mountpoint: String) {
        struct Known: Decodable {
            var version: String
            var pid: Int32
        }
        guard let known = try? JSONDecoder().decode(Known.self, from: Data(status.utf8)) else { return nil }
        // proc(5): the kernel says so behind the name.
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(known.pid)/exe")
        self.init(
            running: known.version, isReplaced: program?.hasSuffix(" (deleted)") ?? false, mountpoint: mountpoint)
    }
}
