import FUSE
import LinuxProcess
import PhotoCache
import PhotoTree
import Synchronization
import Waiting

/// Sidecars of photos that were just removed, still shown to the program that removed the photos. `rm -r`, or `rm`
/// after `rm` from xargs, has read their names before, and would complain that they vanished with their photos. KDE
/// moves files to its trash one by one: it copies each, then removes it, so it still reads the sidecars. No other
/// program finds them.
final class RemovedSidecars: Sendable {
    private struct Departed {
        var entry: ListingEntry
        var process: CallingProcess
        var at: Duration
    }

    private static let life = Duration.seconds(60)

    private struct Table {
        var departed: [DirectoryKey: [String: Departed]] = [:]
        var swept: Duration = .zero

        /// Only once in a `life`: a sweep at each removal would make `rm` of thousands of photos take quadratic time.
        mutating func sweep(at now: Duration) {
            guard now - swept >= RemovedSidecars.life else { return }
            swept = now
            departed = departed.compactMapValues { names in
                let left = names.filter { now - $0.value.at < RemovedSidecars.life }
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

    /// Whether no photo was removed from the directory lately, as is so for most directories.
    func isEmpty(_ key: DirectoryKey) -> Bool {
        let now = time.elapsed
        return table.withLock { table in
            table.sweep(at: now)
            return table.departed[key] == nil
        }
    }

    /// The removed entry of the photo whose sidecar had this name.
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

    /// The entry of a removed sidecar whose inode a lookup already found.
    func entry(ofSidecar number: NodeNumber, named name: String, in key: DirectoryKey) -> ListingEntry? {
        let now = time.elapsed
        return table.withLock { table in
            guard let departed = table.departed[key]?[Self.kept(name, in: key)], now - departed.at < Self.life,
                departed.entry.sidecarNumber == number
            else { return nil }
            return departed.entry
        }
    }

    /// The name that the table uses. It has no rank: ranks move up while `rm -r` goes through the names that it read
    /// before.
    private static func kept(_ sidecar: String, in key: DirectoryKey) -> String {
        key.listing?.isRanked == true ? RankedName.bare(sidecar) ?? sidecar : sidecar
    }

    /// Whether both are the same process, or two processes of the same program. A process of another pid namespace has
    /// neither an id nor a program here.
    private static func isSame(_ one: CallingProcess, _ other: CallingProcess) -> Bool {
        one.id == other.id && one.id != 0 || one.program == other.program && !one.program.isEmpty
    }

    func forget(_ key: DirectoryKey) {
        table.withLock { $0.departed[key] = nil }
    }
}
