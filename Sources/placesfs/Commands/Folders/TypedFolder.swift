internal import Foundation
internal import LinuxProcess
internal import PhotoTree
internal import Synchronization

/// The lines that make folders in a mount, with whole paths: a relative one would make an ordinary folder wherever the
/// user stands, and nobody would notice.
struct TypedFolder: Sendable {
    /// The mountpoint; nil if nothing is mounted.
    let mountpoint: String?
    /// Whether the mount has a folder in `places/`: "France", "France/Annecy".
    let hasFolder: @Sendable (String) -> Bool

    /// The mount in which the user stands, else the one made last.
    static func ofThisUser() -> TypedFolder {
        let here = MountTable.now().mount(of: FileManager.default.currentDirectoryPath)
        let mount = here.flatMap { $0.isOurs && $0.isTrusted ? $0 : nil } ?? MountTable.now().ours.last
        guard let mount else { return TypedFolder(mountpoint: nil) { !$0.contains("/") } }
        let daemon = AskedDaemon(mount)
        return TypedFolder(mountpoint: mount.mountpoint) { daemon.has("\(mount.mountpoint)/places/\($0)") }
    }

    /// The line that adds a place, or shows it if it is there. Only its country may have to be made first.
    func command(forPlace name: String, in country: String) -> String {
        let place = path("places/\(country)/\(name)")
        guard hasFolder(country) else { return "mkdir \(path("places/\(country)")) && mkdir \(place)" }
        return (hasFolder("\(country)/\(name)") ? "ls " : "mkdir ") + place
    }

    /// The line that adds a country, or shows it if it is there.
    func command(forCountry name: String) -> String {
        (hasFolder(name) ? "ls " : "mkdir ") + path("places/\(name)")
    }

    /// The line that drops a pin.
    func command(forPin name: String) -> String { "mkdir " + path("pins/\(name)") }

    private func path(_ inside: String) -> String {
        // Typed as it stands, this is an error, and makes nothing.
        guard let mountpoint else { return "MOUNTPOINT/" + ShellWord.quoted(inside) }
        return ShellWord.quoted((mountpoint == "/" ? "" : mountpoint) + "/" + inside)
    }
}

/// A daemon that many things are asked of.
private final class AskedDaemon: Sendable {
    private let mount: MountTable.Mount
    /// Whether it may still answer.
    private let answers = Mutex(true)

    init(_ mount: MountTable.Mount) {
        self.mount = mount
    }

    /// Whether it has a file or folder at `path`. After the first silence, which is told, it is asked nothing more.
    func has(_ path: String) -> Bool {
        answers.withLock { answers in
            guard answers, let look = try? BoundedLook.statistics(of: path) else { return false }
            if let outcome = look.outcome(within: MountAnswer.usual) { return outcome == Errno(rawValue: 0) }
            // A folder that was never listed may take longer than a daemon that answers.
            let answer = MountAnswer.of(mount)
            if answer == .answers, let outcome = look.outcome(within: MountAnswer.patience) {
                return outcome == Errno(rawValue: 0)
            }
            answers = false
            Output.complaint(CommandFailure(mount, answer == .answers ? .silent : answer).line)
            return false
        }
    }
}
