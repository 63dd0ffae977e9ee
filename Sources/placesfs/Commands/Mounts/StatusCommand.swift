internal import ArgumentParser
internal import Foundation
internal import LinuxProcess

/// `placesfs status`: what the mounts report.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "What a mount is doing: downloads, cache, health, recent errors.",
        discussion: """
            Without a MOUNTPOINT: of every placesfs that you have mounted.
            With --watch on a terminal: downloads with a bar, size, speed and time left; q ends it. Colours stay away \
            when NO_COLOR is set.
            """)

    @Flag(help: "Show it again every second, until q or Ctrl-C (default: no).")
    var watch = false

    @Flag(help: "As JSON, one object a mount and line (default: no).")
    var json = false

    @Argument(help: "Where it is mounted, or a path in it.", completion: .ourMountpoints)
    var mountpoint: String?

    func validate() throws {
        guard mountpoint?.isEmpty != true else { throw ValidationError.emptyMountpoint }
    }

    func run() async throws {
        if watch, !json, let terminal = Terminal() {
            // An error at the start is printed on the normal screen.
            do throws(CommandFailure) { _ = try watched() } catch {
                terminal.restore()
                throw error
            }
            let watching = Watching(
                mounts: { () throws(CommandFailure) in try watched() },
                isColored: Watching.wantsColor(StartEnvironment.values))
            return try await watching.run(on: terminal)
        }
        let clock = ContinuousClock()
        repeat {
            try report()
            if watch { try await clock.sleep(for: .seconds(1)) }
        } while watch && Output.failure == nil
    }

    /// Prints the status of each mount that answers; the command ends with the last failure of the others.
    private func report() throws(CommandFailure) {
        let paths = try paths()
        var failure: CommandFailure?
        for (index, path) in paths.enumerated() {
            do throws(CommandFailure) {
                let status = try MountStatus(of: path)
                if json {
                    Output.json(try status.json().filter { !$0.isNewline })
                } else {
                    let head = paths.count > 1 ? (index > 0 ? "\n" : "") + path + "\n" : ""
                    let remark = Upgrade(status: try status.json(), mountpoint: path)?.remark
                    Output.text(
                        head + (try status.text()).trimmingCharacters(in: .newlines)
                            + (remark.map { "\n\nnote: \($0)" } ?? ""))
                }
            } catch {
                if paths.count > 1 { Output.complaint(error.line) }
                failure = error
            }
        }
        guard let failure else { return }
        if paths.count > 1 { Output.end(failure.status) }
        throw failure
    }

    /// The mounts that answer; throws the last failure when none does.
    private func watched() throws(CommandFailure) -> [WatchedMount] {
        var mounts: [WatchedMount] = []
        var failure: CommandFailure?
        for path in try paths() {
            do throws(CommandFailure) {
                let text = try MountStatus(of: path).json()
                guard let mount = try? WatchedMount(text) else {
                    throw CommandFailure(
                        .pathUnreadable, "the daemon behind \(path) is of another version; unmount and mount again")
                }
                mounts.append(mount)
            } catch {
                failure = error
            }
        }
        if mounts.isEmpty, let failure { throw failure }
        return mounts
    }

    private func paths() throws(CommandFailure) -> [String] {
        if let mountpoint {
            let path = try FollowedPath.reached(mountpoint)
            guard let mount = MountTable.now().mount(of: path), mount.isOurs else { return [path] }
            return [mount.mountpoint]
        }
        let ours = MountTable.now().ours.map(\.mountpoint)
        guard ours.isEmpty else { return ours }
        throw MountStatus.noneMounted()
    }
}
