internal import Foundation
internal import Glibc
internal import LinuxProcess
internal import PhotoTree

/// Drops pins that links ask for, a few in a minute: a stranger's page may be full of links.
struct LinkedPins: Sendable {
    static let most = 5
    private static let minute: TimeInterval = 60

    /// The mount's `pins`.
    let folder: String

    init(in folder: String) {
        self.folder = folder
    }

    /// - Throws: Why there is no new pin.
    func drop(_ point: String) throws(CommandFailure) {
        guard recent < Self.most else {
            throw CommandFailure(
                .notPermitted, "\(Self.most) pins were dropped within a minute; wait, or: mkdir "
                    + ShellWord.quoted("\(folder)/\(point)"))
        }
        guard unsafe mkdir("\(folder)/\(point)", 0o755) == 0 else {
            let code = errno
            if code == EEXIST { throw CommandFailure(.failure, "\(point) is a pin already, in \(folder)") }
            throw CommandFailure(.failure, "\(folder)/\(point) cannot be made: \(SystemFailure(Errno(rawValue: code)).words)")
        }
    }

    /// How many pins came within the last minute, whoever made them.
    private var recent: Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let now = Date().timeIntervalSince1970
        return names.count { name in
            var status = stat()
            guard unsafe lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
            return now - TimeInterval(status.st_ctim.tv_sec) < Self.minute
        }
    }
}
