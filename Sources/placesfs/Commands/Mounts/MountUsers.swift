internal import Foundation
internal import PhotoTree

/// The processes that keep a mount busy, with a file that is open or mapped, or their working directory in it.
enum MountUsers {
    struct User: Hashable, CustomStringConvertible {
        var processID: Int
        var name: String
        /// Whether it works in the mount, as a shell after `cd` does; else it has a file open.
        var standsThere = false

        var description: String { "\(name) (process \(processID))" }
    }

    /// Who uses the mount, and how each lets go of it.
    static func words(for users: [User]) -> String {
        let standing = users.filter(\.standsThere).prefix(5)
        let reading = users.filter { !$0.standsThere }.prefix(5)
        var parts: [String] = []
        if !standing.isEmpty {
            let names = standing.map(\.description).joined(separator: ", ")
            parts.append(
                standing.count == 1
                    ? "\(names) stands in this folder: leave it (cd ~) or end it"
                    : "\(names) stand in this folder: leave it (cd ~) or end them")
        }
        if !reading.isEmpty {
            let names = reading.map(\.description).joined(separator: ", ")
            parts.append(
                reading.count == 1
                    ? "\(names) has files open there: close them" : "\(names) have files open there: close them")
        }
        return parts.isEmpty ? "a program uses it: close what is open there" : parts.joined(separator: "; ")
    }

    /// The processes that this user may inspect, without this one, in order of their ids.
    static func of(_ mountpoint: String) -> [User] {
        let others = names(in: "/proc").compactMap { Int($0) }.filter {
            $0 != ProcessInfo.processInfo.processIdentifier
        }
        return others.sorted().compactMap { processID in
            func uses(_ link: String) -> Bool {
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(processID)/\(link)")
                return target.map { $0 == mountpoint || $0.hasPrefix(mountpoint + "/") } ?? false
            }
            let standsThere = ["cwd", "root"].contains(where: uses)
            guard
                standsThere || names(in: "/proc/\(processID)/fd").contains(where: { uses("fd/\($0)") })
                    || (try? WholeFile.text("/proc/\(processID)/maps").containsBytes(of: " \(mountpoint)/")) == true
            else { return nil }
            let name = try? WholeFile.text("/proc/\(processID)/comm")
            return User(
                processID: processID, name: name?.trimmingCharacters(in: .newlines) ?? "?", standsThere: standsThere)
        }
    }

    /// Empty if the process has ended, or belongs to another user.
    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
