internal import Foundation

/// Folders that only their owner enters (0700): what somebody looks at is nobody else's business.
enum PrivateDirectory {
    /// Makes `path` and what is missing above it, and tries whether files can be made there.
    ///
    /// - Throws: `status`, naming the folder, the reason and the option that chooses another.
    static func make(_ path: String, or status: ExitStatus, remedy option: String) throws(CommandFailure) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let probe = URL(fileURLWithPath: path + "/.probe-\(ProcessInfo.processInfo.processIdentifier)")
            try Data().write(to: probe)
            try FileManager.default.removeItem(at: probe)
        } catch {
            throw CommandFailure(
                status,
                "cannot write to \(path): \(SystemFailure(error).words); mend that or choose another with \(option)")
        }
    }
}
