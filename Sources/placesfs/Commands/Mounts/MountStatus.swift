internal import Foundation
internal import Glibc
internal import LinuxProcess

/// What a running mount reports in `.placesfs/`.
struct MountStatus: Sendable {
    private let folder: String
    private let mount: MountTable.Mount?

    /// - Throws: `.deadMount` or `.notMounted` when no mount of ours answers there.
    init(of mountpoint: String) throws(CommandFailure) {
        folder = (mountpoint == "/" ? "" : mountpoint) + "/.placesfs"
        guard !MountDirectory.isDead(mountpoint) else {
            throw CommandFailure(
                .deadMount,
                "the daemon behind \(mountpoint) has died; mount it again, or: placesfs unmount "
                    + mountpoint.shellWord)
        }
        mount = MountTable.now().mount(of: mountpoint)
        guard mount?.isOurs == true else { throw Self.notMounted(at: mountpoint) }
    }

    /// Says where the user's mounts are, or how to mount one.
    static func notMounted(at path: String) -> CommandFailure {
        let ours = MountTable.now().ours.map(\.mountpoint)
        let remedy =
            switch ours.count {
            case 0: "to mount it there: placesfs mount \(path.shellWord)"
            case 1: "yours is at \(ours[0])"
            default: "yours are at \(ours.joined(separator: ", "))"
            }
        return CommandFailure(.notMounted, "no placesfs is mounted at \(path); \(remedy)")
    }

    func text() throws(CommandFailure) -> String {
        try content(of: "status")
    }

    func json() throws(CommandFailure) -> String {
        try content(of: "status.json")
    }

    /// The daemon's process id; nil when the status does not tell.
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
            let failure = SystemFailure(error)
            if let mount, !mount.isTrusted || mount.owner != geteuid(), failure.errno == .access {
                throw CommandFailure(.notPermitted, "\(mount.strangerWords); only they see its status")
            }
            throw CommandFailure(.pathUnreadable, "cannot read \(folder)/\(name): \(failure.words)")
        }
    }
}
