internal import FUSE
internal import Foundation

/// What a running mount says of itself in `.placesfs/`.
struct MountStatus: Sendable {
    private let folder: String

    /// - Throws: `.notMounted` when there is no mount of ours that answers.
    init(of mountpoint: String) throws(CommandFailure) {
        folder = (mountpoint == "/" ? "" : mountpoint) + "/.placesfs"
        guard !MountDirectory.isDead(mountpoint) else {
            throw CommandFailure(
                .deadMount,
                "the daemon behind \(mountpoint) has died; mount it again, or: placesfs unmount \(mountpoint)")
        }
        guard MountTable.now().mount(of: mountpoint)?.isOurs == true else {
            throw CommandFailure(.notMounted, "no placesfs is mounted at \(mountpoint)")
        }
    }

    func text() throws(CommandFailure) -> String {
        try content(of: "status")
    }

    func json() throws(CommandFailure) -> String {
        try content(of: "status.json")
    }

    /// Of the daemon; nil when it does not say.
    var processID: Int32? {
        struct Known: Decodable {
            var pid: Int32?
        }
        guard let text = try? json() else { return nil }
        return (try? JSONDecoder().decode(Known.self, from: Data(text.utf8)))?.pid
    }

    private func content(of name: String) throws(CommandFailure) -> String {
        do {
            return try WholeFile.text("\(folder)/\(name)")
        } catch {
            throw CommandFailure(.pathUnreadable, "cannot read \(folder)/\(name): \(SystemFailure(error).words)")
        }
    }
}
