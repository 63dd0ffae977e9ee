internal import Foundation
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
    func add(_ point: String) throws(CommandFailure) {
        let path = "\(folder)/\(point)"
        guard recent < Self.most else {
            throw CommandFailure(
                .notPermitted,
                "\(Self.most) pins were dropped within a minute; wait, or: mkdir \(ShellWord.quoted(path))")
        }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        } catch {
            let failure = SystemFailure(error)
            let words = failure.errno == .exists ? "it is a pin already" : failure.words
            throw CommandFailure(.failure, "\(path) cannot be made: \(words)")
        }
    }

    /// How many pins came within the last minute, whoever made them.
    private var recent: Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let now = Date().timeIntervalSince1970
        return names.count { name in
            guard let status = FileStatus("\(folder)/\(name)"), status.isDirectory else { return false }
            return now - TimeInterval(status.changed) < Self.minute
        }
    }
}
