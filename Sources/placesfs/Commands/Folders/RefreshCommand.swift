internal import ArgumentParser
internal import LinuxProcess

/// `placesfs refresh`: asks the source now, without waiting for a listing to become stale.
struct RefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Ask the source again which photos places and topics have.",
        discussion: """
            For the folder of a place or topic, placesfs asks the source at once. For a country, for places or tags, or \
            for the mountpoint, it asks for all folders below that were listed before; the others are asked for when \
            somebody opens them. A pin keeps its photos: placesfs new-collection brings others. Folders \
            show what they showed until the answer has come.

            With --sizes, placesfs learns how long the photos in these folders are, for programs that rely on sizes \
            before they read (cpio, curl -F, web servers): one request for each photo that was never read, and it says \
            first how many. Pins and recents can be named, too.
            """)

    @Flag(help: "Learn the exact sizes of the photos instead, at a request for each unknown one (default: no).")
    var sizes = false

    @Flag(help: "Return when all answers have come, and tell of each (default: no).")
    var wait = false

    @Option(help: ArgumentHelp("With --wait: give up after this many seconds (default: 600).", valueName: "seconds"))
    var timeout: Int?

    @Argument(help: "Folders of places, topics or countries, or a mountpoint.", completion: .directory)
    var paths: [String]

    func validate() throws {
        try WaitTimeout.validate(timeout, isWaiting: wait)
    }

    func run() async throws {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(timeout ?? 600)
        guard !sizes else { return try await SizesLearning.run(paths, until: wait ? deadline : nil) }
        var folders: [RefreshedFolder] = []
        var failures = PathFailures(of: paths, tellingAtOnce: wait)
        for path in paths {
            do throws(CommandFailure) {
                for folder in try RefreshedFolder.asked(at: path) where !folders.contains(folder) {
                    folders.append(folder)
                }
            } catch {
                failures.add(error)
            }
        }
        if wait, let late = await Self.tell(folders, until: deadline, clock) { failures.addTold(late) }
        try failures.end()
    }

    /// Prints each folder when its answer has arrived, in the order of arrival, and at the end why some did not arrive.
    private static func tell(
        _ folders: [RefreshedFolder], until deadline: ContinuousClock.Instant, _ clock: ContinuousClock
    ) async -> CommandFailure? {
        var left = folders
        var failure: CommandFailure?
        while !left.isEmpty {
            let before = left.count
            for folder in left {
                do throws(CommandFailure) {
                    guard let outcome = try folder.outcome() else { continue }
                    left.removeAll { $0 == folder }
                    let place = folders.count > 1 ? "\(folders.count - left.count) of \(folders.count): " : ""
                    Output.text("\(place)\(folder.name): \(outcome)")
                } catch {
                    left.removeAll { $0 == folder }
                    Output.complaint(error.line)
                    failure = error
                }
            }
            guard left.count == before else { continue }
            guard clock.now < deadline else { return late(left[0], of: left.count) }
            // A cancelled wait ends with the process.
            try? await clock.sleep(for: .milliseconds(50))
        }
        return failure
    }

    private static func late(_ first: RefreshedFolder, of count: Int) -> CommandFailure {
        let others = count > 1 ? " and \(count - 1) others are" : " is"
        let late = CommandFailure(
            .refreshFailed,
            "\(first.path)\(others) still being refreshed; to see why: placesfs status "
                + first.mount.mountpoint.shellWord)
        Output.complaint(late.line)
        return late
    }
}

/// The values that `--timeout` may have with `--wait`.
enum WaitTimeout {
    static func validate(_ seconds: Int?, isWaiting: Bool) throws {
        guard let seconds else { return }
        guard (1...86_400).contains(seconds) else { throw ValidationError("--timeout wants seconds, from 1 to 86400") }
        guard isWaiting else { throw ValidationError("--timeout goes with --wait") }
    }
}
