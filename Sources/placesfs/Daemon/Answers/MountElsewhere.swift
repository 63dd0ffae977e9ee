internal import Foundation
internal import Glibc
internal import LinuxProcess

/// A mount that is seen at another path, or by processes in another mount namespace: containers, bind mounts.
struct MountElsewhere: Hashable, Sendable {
    /// A process of that namespace.
    struct Witness: Hashable, Sendable {
        var id: Int32
        var name: String
    }

    /// Nil for a path that this process sees too.
    let process: Witness?
    let path: String
    let device: String

    /// Where mounts that `isMeant` picks are seen, each mount namespace once, as far as this user may look into them.
    static func all(_ isMeant: (MountTable.Mount) -> Bool) -> [MountElsewhere] {
        var found = MountTable.now().mounts.filter(isMeant).map {
            MountElsewhere(process: nil, path: $0.mountpoint, device: $0.device)
        }
        func namespace(_ process: String) -> String? {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/ns/mnt")
        }
        var known = Set([namespace("self")].compactMap(\.self))
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        for process in processes.compactMap({ Int32($0) }).sorted() {
            guard let namespace = namespace("\(process)"), known.insert(namespace).inserted,
                let table = try? WholeFile.text("/proc/\(process)/mountinfo")
            else { continue }
            let name = (try? WholeFile.text("/proc/\(process)/comm"))?.trimmingCharacters(in: .newlines) ?? "?"
            found += MountTable(table).mounts.filter(isMeant).map {
                MountElsewhere(process: Witness(id: process, name: name), path: $0.mountpoint, device: $0.device)
            }
        }
        return found
    }

    /// "process 123 (sleep) has it at /photos".
    static func words(_ places: [MountElsewhere]) -> String {
        let first = places.prefix(3).map { place in
            place.process.map { "process \($0.id) (\($0.name)) has it at \(place.path)" }
                ?? "it is also at \(place.path)"
        }
        return first.joined(separator: ", ") + (places.count > 3 ? " and \(places.count - 3) more" : "")
    }
}

extension MountTable {
    /// The placesfs mounts of this user. What another user has mounted under that name is asked for nothing.
    var ours: [Mount] { mounts.filter { $0.isOurs && $0.owner == geteuid() } }

    /// The mounts of other users that have our type.
    var others: [Mount] { mounts.filter { $0.isOurs && $0.owner != geteuid() } }
}

extension MountTable.Mount {
    var isOurs: Bool { type == "fuse.placesfs" }

    /// Whether the program behind it is run by this user or by root.
    var isTrusted: Bool { isOurs && (owner == geteuid() || owner == 0) }

    var strangerWords: String { "\(mountpoint) is mounted by another user" + (owner.map { " (uid \($0))" } ?? "") }
}
