import FUSE
import LinuxProcess
import PhotoCache
import PhotoTree
import Synchronization
import Waiting

/// Sidecars of photos that were just removed, for the program that removed them: `rm -r`, or `rm` after `rm` from xargs,
/// read their names before, and would complain that they went with their photos. KDE moves into its trash file by file,
/// each copied and then removed: it reads them, too. No other program finds them.
final class DepartedSidecars: Sendable {
    private struct Departed {
        var entry: ListingEntry
        var process: CallingProcess
        var at: Duration
    }

    private static let life = Duration.seconds(60)

    private struct Table {
        var departed: [DirectoryKey: [String: Departed]] = [:]
        var swept: Duration = .zero

        /// Now and then: each time would make `rm` of thousands take the square of their number.
        mutating func sweep(at now: Duration) {
            guard now - swept >= DepartedSidecars.life else { return }
            swept = now
            departed = departed.compactMapValues { names in
                let left = names.filter { now - $0.value.at < DepartedSidecars.life }
                return left.isEmpty ? nil : left
            }
        }
    }

    private let time: ElapsedClock
    private let table = Mutex(Table())

    init(clock: any Clock<Duration>) {
        time = ElapsedClock(clock)
    }

    func add(_ entry: ListingEntry, in key: DirectoryKey, removedBy process: CallingProcess) {
        let now = time.elapsed
        table.withLock { table in
            table.sweep(at: now)
            table.departed[key, default: [:]][Self.kept(SidecarName.of(entry.name), in: key)] = Departed(
                entry: entry, process: process, at: now)
        }
    }

    /// Whether anything departed from there lately; most directories never lose a photo.
    func isEmpty(_ key: DirectoryKey) -> Bool {
        let now = time.elapsed
        return table.withLock { table in
            table.sweep(at: now)
            return table.departed[key] == nil
        }
    }

    /// What the directory showed of the photo whose sidecar had this name.
    func entry(ofSidecar name: String, in key: DirectoryKey, for process: CallingProcess) -> ListingEntry? {
        let now = time.elapsed
        return table.withLock { table in
            guard let departed = table.departed[key]?[Self.kept(name, in: key)], now - departed.at < Self.life,
                Self.kept(SidecarName.of(departed.entry.name), in: key).hasBytes(of: Self.kept(name, in: key)),
                Self.isSame(departed.process, process)
            else { return nil }
            return departed.entry
        }
    }

    /// The same for a sidecar that somebody found.
    func entry(ofSidecar number: NodeNumber, named name: String, in key: DirectoryKey) -> ListingEntry? {
        let now = time.elapsed
        return table.withLock { table in
            guard let departed = table.departed[key]?[Self.kept(name, in: key)], now - departed.at < Self.life,
                departed.entry.sidecarNumber == number
            else { return nil }
            return departed.entry
        }
    }

    /// What it is known by: ranks in `recents/` move up while `rm -r` goes through the names that it read before.
    private static func kept(_ sidecar: String, in key: DirectoryKey) -> String {
        key == .recents ? RankedName.bare(sidecar) ?? sidecar : sidecar
    }

    /// Whether one of them may be the other, or another process of the same program. Those of another pid namespace have
    /// neither a name nor a number.
    private static func isSame(_ one: CallingProcess, _ other: CallingProcess) -> Bool {
        one.id == other.id && one.id != 0 || one.program == other.program && !one.program.isEmpty
    }

    func forget(_ key: DirectoryKey) {
        table.withLock { $0.departed[key] = nil }
    }
}
