internal import Foundation

/// Tells whether a mount runs the version that is installed now: an upgrade does not touch running mounts.
struct Upgrade: Hashable, Sendable {
    /// One line that says what to do; nil if the mount runs the installed version.
    let remark: String?

    /// - Parameters:
    ///   - running: The version that the mount reports.
    ///   - isReplaced: Whether the file of the mount's program was replaced since the mount began.
    ///   - mountpoint: The path of the mount.
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

    /// For the daemon that wrote `status`, as JSON. Nil when that cannot be read.
    init?(status: String, mountpoint: String) {
        struct Known: Decodable {
            var version: String
            var pid: Int32
        }
        guard let known = try? JSONDecoder().decode(Known.self, from: Data(status.utf8)) else { return nil }
        // proc(5): the kernel appends this to the path of a deleted program.
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(known.pid)/exe")
        self.init(
            running: known.version, isReplaced: program?.hasSuffix(" (deleted)") ?? false, mountpoint: mountpoint)
    }
}
