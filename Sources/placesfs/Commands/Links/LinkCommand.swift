internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import LinuxProcess

/// `placesfs link`: what a desktop runs for a link of a map's page. There is no terminal to read, so what was done is
/// said on the screen as well.
struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: "Do what a link of a map asks for.",
        discussion: """
            A browser calls this for placesfs: links: they drop a pin, open a folder, or ask for another collection of a \
            pin, in your own mounts only. At most \(LinkedPins.most) pins are dropped in a minute. Another collection is \
            asked for only after you have said so in a notification.
            """)

    @Argument(help: "The link, as a map's page has it.")
    var link: String

    func run() throws {
        do throws(CommandFailure) {
            try act(on: try PlacesLink(link))
        } catch {
            DesktopNotice.tell("Places", error.description)
            throw error
        }
    }

    private func act(on link: PlacesLink) throws(CommandFailure) {
        switch link {
        case .pin(let page, let point):
            let mount = try ownMount(of: page)
            let pins = LinkedPins(
                in: (mount.mountpoint == "/" ? "" : mount.mountpoint) + "/pins",
                rememberedIn: BaseDirectories.ofThisProcess().log)
            try pins.add(point)
            DesktopNotice.tell("Pin dropped", "\(point) is in \(pins.folder)")
        case .open(let folder):
            _ = try ownMount(of: folder)
            try open(folder)
        case .newCollection(let folder):
            _ = try ownMount(of: folder)
            let name = URL(fileURLWithPath: folder).lastPathComponent
            guard
                DesktopNotice.asks("Another collection of \(name)?", "Its photos are replaced.", yes: "New collection")
            else { return }
            _ = try PinPath.asked(at: folder, after: [])
            DesktopNotice.tell("New collection", "Other photos of \(name) are being loaded.")
        }
    }

    /// The mount of this user's that a path lies in; a link makes no program look anywhere else.
    private func ownMount(of path: String) throws(CommandFailure) -> MountTable.Mount {
        guard let mount = MountTable.now().mount(of: path), mount.isOurs, mount.owner == geteuid() else {
            throw CommandFailure(
                .notMounted, "\(path) is in no mount of yours; the map is a copy, or its mount has ended")
        }
        _ = try MountStatus(of: mount.mountpoint)
        return mount
    }

    /// Only a folder: a file would be opened by whatever program its name asks for.
    private func open(_ folder: String) throws(CommandFailure) {
        guard FileStatus(folder)?.isDirectory == true else {
            throw CommandFailure(.pathUnreadable, "there is no folder \(folder)")
        }
        guard Tool.path(of: "xdg-open") != nil else {
            throw CommandFailure(.failure, "xdg-open is missing; first: apt-get install xdg-utils")
        }
        guard let tool = Tool.run("xdg-open", [folder]), tool.status == 0 else {
            throw CommandFailure(.failure, "xdg-open showed nothing of \(folder)")
        }
    }
}
