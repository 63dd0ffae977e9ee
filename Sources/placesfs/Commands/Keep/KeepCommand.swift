internal import ArgumentParser
internal import Glibc
internal import LinuxProcess
internal import PhotoTree

/// `placesfs keep`: keeps folders offline, or lists what is kept.
struct KeepCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep", abstract: "Keep folders offline, or list what is kept.",
        discussion: """
            Fetches the photos of places, listed countries, topics, tags, pins and searches, and keeps them until \
            placesfs unkeep, within --keep-size. What comes into such a list later is fetched, too. On a terminal it \
            asks first, and shows how far it is; Ctrl-C leaves the rest to the mount. Of a folder that is \
            kept already, what failed is tried again now. Without PATH it lists what is \
            kept: path, how much of it is here, size, last change.
            """)

    @Flag(help: "Do not ask (default: ask on a terminal).")
    var yes = false

    @Argument(help: "Folders of photos, or of countries.", completion: .directory)
    var paths: [String] = []

    func run() async throws {
        guard !paths.isEmpty else { return try Self.list() }
        var folders: [KeptFolder] = []
        var new: [KeptFolder] = []
        var failures = PathFailures(of: paths)
        for path in paths {
            do throws(CommandFailure) {
                let folder = try KeptFolder.found(at: path)
                guard !folders.contains(folder) else { continue }
                if try folder.isKept() {
                    // Where that is refused, how far it is is told all the same.
                    try? folder.keep(true)
                } else if try folder.isKeepable() {
                    new.append(folder)
                } else {
                    // The mount says why not, before anything is asked.
                    try folder.keep(true)
                }
                folders.append(folder)
            } catch {
                failures.add(error)
            }
        }
        guard try new.isEmpty || yes || Self.agrees(to: new) else {
            Output.text("nothing is kept")
            return
        }
        for folder in new {
            do throws(CommandFailure) {
                try folder.keep(true)
            } catch {
                failures.add(error)
                folders.removeAll { $0 == folder }
            }
        }
        if !folders.isEmpty {
            do throws(CommandFailure) {
                try await KeepProgress(folders).show()
            } catch {
                failures.add(error)
            }
        }
        try failures.end()
    }

    private static func list() throws(CommandFailure) {
        let mounts = MountTable.now().ours.map(\.mountpoint)
        guard !mounts.isEmpty else { throw MountStatus.noneMounted() }
        var lines: [String] = []
        var failure: CommandFailure?
        for mount in mounts {
            do throws(CommandFailure) {
                lines += try KeptMount(at: mount).lines
            } catch {
                // It was unmounted meanwhile.
                if error.status == .notMounted { continue }
                if mounts.count > 1 { Output.complaint(error.line) }
                failure = error
            }
        }
        if !lines.isEmpty || failure == nil {
            Output.text(
                lines.isEmpty
                    ? "nothing is kept; to keep a folder: placesfs keep FOLDER" : lines.joined(separator: "\n"))
        }
        guard let failure else { return }
        if mounts.count > 1 { Output.end(failure.status) }
        throw failure
    }

    /// Asks on a terminal; elsewhere the answer is yes.
    private static func agrees(to folders: [KeptFolder]) throws(CommandFailure) -> Bool {
        guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else { return true }
        let all = try KeptFolder.facts(of: folders)
        let names = folders.map(\.title).joined(separator: ", ")
        Output.question(names + ": " + words(all) + ". Keep? [Y/n] ")
        guard let answer = readLine() else { return false }
        return answer.isEmpty || ["y", "yes"].contains(answer.lowercased())
    }

    /// "50 photos, about 17 MiB; 983 MiB left".
    static func words(_ facts: KeptFacts) -> String {
        var words = "\(facts.photos) photo\(facts.photos == 1 ? "" : "s"), about \(ByteCount(facts.bytes))"
        if facts.unlisted > 1 { words += ", and \(facts.unlisted) folders that were never listed" }
        words += "; \(ByteCount(facts.left)) left"
        guard facts.reserved > 0 else { return words }
        return words + "; \(facts.reserved) with all rights reserved stay for 30 days without a network"
    }
}

/// `placesfs unkeep`: ends the keeping of folders.
struct UnkeepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unkeep", abstract: "Keep folders offline no longer.",
        discussion: "Their photos leave the disk, but for those that another kept folder has, too.")

    @Argument(help: "Folders that are kept.", completion: .directory)
    var paths: [String]

    func run() throws {
        var failures = PathFailures(of: paths)
        for path in paths {
            do throws(CommandFailure) {
                let folder = try KeptFolder.found(at: path)
                guard try folder.isKept() else {
                    throw CommandFailure(.notKeepable, "\(folder.path) is not kept; what is: placesfs keep")
                }
                try folder.keep(false)
            } catch {
                failures.add(error)
            }
        }
        try failures.end()
    }
}
