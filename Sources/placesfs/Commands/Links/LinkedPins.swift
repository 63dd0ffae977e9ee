internal import Foundation
internal import Glibc
internal import LinuxProcess
internal import PhotoTree

/// Drops pins that links ask for, a few in a minute: a stranger's page may be full of links, and a browser follows them
/// all at once.
struct LinkedPins: Sendable {
    static let most = 5
    private static let minute = 60

    /// The mount's `pins`.
    let folder: String
    /// When the last ones were asked for, in seconds, a line each. Whoever holds its lock counts.
    private let record: String

    /// `states` is the folder of what this user's programs remember.
    init(in folder: String, rememberedIn states: String) {
        self.folder = folder
        record = states + "/linked-pins"
    }

    /// - Throws: Why there is no new pin.
    func add(_ point: String) throws(CommandFailure) {
        let path = "\(folder)/\(point)"
        guard FileStatus(path) == nil else { throw failure(path, "it is a pin already") }
        guard try take() else {
            throw CommandFailure(
                .notPermitted,
                "\(Self.most) pins were dropped within a minute; wait, or: mkdir \(ShellWord.quoted(path))")
        }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        } catch {
            let failed = SystemFailure(error)
            throw failure(path, failed.errno == .exists ? "it is a pin already" : failed.words)
        }
    }

    private func failure(_ path: String, _ words: String) -> CommandFailure {
        CommandFailure(.failure, "\(path) cannot be made: \(words)")
    }

    /// Whether one more may be dropped now; then it is counted.
    private func take() throws(CommandFailure) -> Bool {
        let file = try lockedRecord()
        defer { try? file.close() }
        let now = Int(Date().timeIntervalSince1970)
        do {
            let text = String(decoding: try file.read(upToCount: 1 << 10) ?? Data(), as: UTF8.self)
            // What a clock that was set back since has dropped in the future tells nothing.
            let recent = text.split(separator: "\n").compactMap { Int($0) }.filter {
                (0..<Self.minute).contains(now - $0)
            }
            guard recent.count < Self.most else { return false }
            try file.seek(toOffset: 0)
            try file.truncate(atOffset: 0)
            try file.write(contentsOf: Data((recent + [now]).map { "\($0)\n" }.joined().utf8))
            return true
        } catch {
            throw CommandFailure(.stateUnwritable, "cannot write \(record): \(SystemFailure(error).words)")
        }
    }

    /// Closed, it is free for others. It is held for no more than a few calls.
    private func lockedRecord() throws(CommandFailure) -> FileHandle {
        let states = URL(fileURLWithPath: record).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(
                atPath: states, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandFailure(.stateUnwritable, "cannot write to \(states): \(SystemFailure(error).words)")
        }
        let descriptor: Int32
        do throws(RegularFile.Failure) {
            descriptor = try RegularFile.open(record, appending: false)
        } catch {
            throw CommandFailure(.stateUnwritable, "cannot open \(record): \(SystemFailure(error).words)")
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let words = SystemFailure(Errno(rawValue: errno)).words
                throw CommandFailure(.stateUnwritable, "cannot lock \(record): \(words)")
            }
        }
        return file
    }
}
