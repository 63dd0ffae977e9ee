internal import Foundation
internal import Glibc
internal import LinuxProcess

/// What a running mount reports in `.placesfs/`.
struct MountStatus: Sendable {
    private let folder: String
    private let mount: MountTable.Mount?

    /// - Throws: `.daemonSilent`, `.deadMount` or `.notMounted` when no mount of ours answers there.
    init(of mountpoint: String) throws(CommandFailure) {
        folder = (mountpoint == "/" ? "" : mountpoint) + "/.placesfs"
        mount = MountTable.now().mount(of: mountpoint)
        guard let mount, mount.isOurs else { throw CommandFailure.notMounted(at: mountpoint) }
        let answer = MountAnswer.of(mount)
        guard answer == .answers else { throw CommandFailure(mount, answer) }
    }

    /// Of a command that is about all mounts of this user, and there is none.
    static func noneMounted() -> CommandFailure {
        let others = MountTable.now().others.prefix(3).map(\.mountpoint).joined(separator: ", ")
        return CommandFailure(
            .notMounted,
            "no placesfs of yours is mounted; to mount one: placesfs mount MOUNTPOINT"
                + (others.isEmpty ? "" : " (others' are at \(others))"))
    }

    func text() throws(CommandFailure) -> String {
        try content(of: "status")
    }

    func json() throws(CommandFailure) -> String {
        try content(of: "status.json")
    }

    private func content(of name: String) throws(CommandFailure) -> String {
        do throws(Errno) {
            let bytes = try BoundedLook.content(of: "\(folder)/\(name)", within: MountAnswer.patience)
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            if let mount, error == .timedOut { throw CommandFailure(mount, .silent) }
            let failure = SystemFailure(error)
            if let end = mount?.end(told: failure) { throw end }
            if let mount, !mount.isTrusted || mount.owner != geteuid(), failure.errno == .access {
                throw CommandFailure(.notPermitted, "\(mount.strangerWords); only they see its status")
            }
            throw CommandFailure(.pathUnreadable, "cannot read \(folder)/\(name): \(failure.words)")
        }
    }
}
