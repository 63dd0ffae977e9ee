internal import Foundation

/// The processes that keep a mount busy, with an open file or their working directory in it.
enum MountUsers {
    struct User: Hashable, CustomStringConvertible {
        var processID: Int
        var name: String

        var description: String { "\(name) (process \(processID))" }
    }

    /// The processes that this user may inspect, without this one, in order of their ids.
    static func of(_ mountpoint: String) -> [User] {
        let others = names(in: "/proc").compactMap { Int($0) }.filter {
            $0 != ProcessInfo.processInfo.processIdentifier
        }
        return others.sorted().compactMap { processID in
            let links = ["cwd", "root"] + names(in: "/proc/\(processID)/fd").map { "fd/\($0)" }
            let uses = links.contains { link in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(processID)/\(link)")
                return target.map { $0 == mountpoint || $0.hasPrefix(mountpoint + "/") } ?? false
            }
            guard uses else { return nil }
            let name = try? WholeFile.text("/proc/\(processID)/comm")
            return User(processID: processID, name: name?.trimmingCharacters(in: .newlines) ?? "?")
        }
    }

    /// Empty if the process has ended, or belongs to another user.
    private static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
