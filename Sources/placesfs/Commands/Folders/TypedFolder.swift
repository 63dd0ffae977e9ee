internal import Foundation
internal import LinuxProcess
internal import PhotoTree

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
        guard let path = mount?.mountpoint else { return TypedFolder(mountpoint: nil) { !$0.contains("/") } }
        return TypedFolder(mountpoint: path) { folder in
            // The daemon may be stopped.
            let look = try? BoundedLook.statistics(of: "\(path)/places/\(folder)")
            return look?.outcome(within: MountAnswer.patience) == Errno(rawValue: 0)
        }
    }

    /// The line that adds a place, or shows it if it is there. Only its country may have to be made first.
    func command(forPlace name: String, in country: String) -> String {
        let place = path("places/\(country)/\(name)")
        guard hasFolder(country) else { return "mkdir \(path("places/\(country)")) && mkdir \(place)" }
        return (hasFolder("\(country)/\(name)") ? "ls " : "mkdir ") + place
    }

    /// The line that drops a pin.
    func command(forPin name: String) -> String { "mkdir " + path("pins/\(name)") }

    private func path(_ inside: String) -> String {
        // Typed as it stands, this is an error, and makes nothing.
        guard let mountpoint else { return "MOUNTPOINT/" + ShellWord.quoted(inside) }
        return ShellWord.quoted((mountpoint == "/" ? "" : mountpoint) + "/" + inside)
    }
}
