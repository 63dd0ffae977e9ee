internal import ArgumentParser
internal import Foundation
internal import LinuxProcess

/// `placesfs new-collection`: other photos for collections, for scripts and for users who do not use touch(1).
struct NewCollectionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new-collection", abstract: "Ask for another collection of photos near pins.",
        discussion: "The photos there stay until the new ones have come. The same as: touch 'New Collection.txt'")

    @Flag(help: "Return when it has come, and say which it is (default: no).")
    var wait = false

    @Option(help: ArgumentHelp("With --wait: give up after this many seconds (default: 60).", valueName: "seconds"))
    var timeout: Int?

    @Argument(help: "The folders of pins, or any files in them.", completion: .file())
    var paths: [String]

    func validate() throws {
        try WaitTimeout.validate(timeout, isWaiting: wait)
    }

    func run() async throws {
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(timeout ?? 60)
        var pins: [PinPath] = []
        var failures = PathFailures(of: paths)
        for path in paths {
            do throws(CommandFailure) {
                let pin = try PinPath.asked(at: path, after: pins)
                if !pins.contains(pin) { pins.append(pin) }
            } catch {
                failures.add(error)
            }
        }
        for pin in pins where wait {
            do throws(CommandFailure) {
                let collection = try await Self.collection(of: pin, until: deadline, clock)
                let name = paths.count > 1 ? pin.name + ": " : ""
                Output.text(name + collection)
            } catch {
                failures.add(error)
            }
        }
        try failures.end()
    }

    private static func collection(
        of pin: PinPath, until deadline: ContinuousClock.Instant, _ clock: ContinuousClock
    ) async throws(CommandFailure) -> String {
        while true {
            if let collection = try pin.collection() { return collection }
            guard clock.now < deadline else {
                throw CommandFailure(
                    .collectionLoading,
                    "the new collection of \(pin.path) is still being loaded; to see why: placesfs status "
                        + pin.mount.mountpoint.shellWord)
            }
            // A cancelled wait ends with the process.
            try? await clock.sleep(for: .milliseconds(50))
        }
    }
}
