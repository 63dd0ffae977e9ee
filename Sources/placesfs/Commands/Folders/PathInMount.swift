internal import Foundation
internal import LinuxProcess
internal import PhotoTree

/// A path in a mount of ours, as programs see it, and the mount's answers about it.
struct PathInMount: Hashable, Sendable {
    let path: String
    let mount: MountTable.Mount

    init(path: String, mount: MountTable.Mount) {
        self.path = path
        self.mount = mount
    }

    /// - Parameters:
    ///   - given: The path as it was typed.
    ///   - folder: The folder of the mount that such paths are in: "pins".
    ///   - deed: What only the mount's owner may do there: "change its pins".
    /// - Throws: Why it is no such path, and what to do.
    init(_ given: String, in folder: String, to deed: String) throws(CommandFailure) {
        guard !given.isEmpty else { throw CommandFailure(.usage, "an empty path names nothing in \(folder)/") }
        path = try FollowedPath.reached(given)
        guard let mount = MountTable.now().mount(of: path), mount.isOurs else {
            let hint = MountTable.now().ours.first.map { "the \(folder) are the folders in \($0.mountpoint)/\(folder)" }
            throw CommandFailure(
                .notMounted,
                "\(path) is not in a mount of placesfs; \(hint ?? "to mount one: placesfs mount MOUNTPOINT")")
        }
        guard mount.isTrusted else {
            throw CommandFailure(.notPermitted, "\(mount.strangerWords); only they may \(deed)")
        }
        self.mount = mount
    }

    /// The path's parts below the mountpoint; empty for the mountpoint itself.
    var inside: [String] {
        let beneath = path.utf8.dropFirst(mount.mountpoint == "/" ? 0 : mount.mountpoint.utf8.count)
        return String(decoding: beneath, as: UTF8.self).split(separator: "/").map(String.init)
    }

    /// The value of `user.places.NAME`; nil if there is no such attribute.
    func attribute(_ name: String) throws(CommandFailure) -> String? {
        // A daemon may be stopped while a command waits for its answer.
        _ = try MountStatus(of: mount.mountpoint)
        do throws(Errno) {
            return String(decoding: try ExtendedAttributes(of: path).value(of: "user.places." + name), as: UTF8.self)
        } catch {
            guard error != .noData else { return nil }
            // If the mount has ended, this error says so.
            _ = try MountStatus(of: mount.mountpoint)
            guard error != .noEntry else {
                throw CommandFailure(.pathUnreadable, "\(path) was removed before the answer came")
            }
            throw unusable(SystemFailure(error))
        }
    }

    /// - Throws: That the mount is another user's. It tells them nothing of what its owner does with it.
    func checkOwner(to deed: String) throws(CommandFailure) {
        let guarded = (mount.mountpoint == "/" ? "" : mount.mountpoint) + "/.placesfs"
        do {
            _ = try FileManager.default.contentsOfDirectory(atPath: guarded)
        } catch {
            guard SystemFailure(error).errno == .access else { return }
            throw CommandFailure(.notPermitted, "only the user who mounted \(mount.mountpoint) may \(deed)")
        }
    }

    /// Why the mount lets nobody do `deed`: that was asked for, or its state cannot be written.
    func readOnly(to deed: String) -> CommandFailure {
        let told = try? PathInMount(path: mount.mountpoint, mount: mount).attribute("error")
        let why = told?.drop { $0 != " " }.dropFirst()
        guard let why, why.hasPrefix("mounted read-only") else {
            return CommandFailure(
                .notPermitted, "\(mount.mountpoint) is mounted read-only; mount it without that to \(deed)")
        }
        return CommandFailure(.notPermitted, "\(mount.mountpoint) is \(why)")
    }

    func unusable(_ cause: SystemFailure) -> CommandFailure {
        mount.end(told: cause) ?? CommandFailure(.pathUnreadable, "cannot use \(path): \(cause.words)")
    }
}
