internal import Foundation
internal import LinuxProcess

/// `status --watch` on a terminal: draws a screen every second until `q`, Ctrl-C or a signal, and leaves the terminal
/// as it was.
struct Watching: Sendable {
    /// The mounts at this moment.
    let mounts: @Sendable () throws(CommandFailure) -> [WatchedMount]
    let isColored: Bool

    private static let period = Duration.seconds(1)
    private static let look = Duration.milliseconds(50)
    /// Switches to the alternate screen without a cursor, and back (console_codes(4), xterm's 1049).
    private static let begin = "\u{1B}[?1049h\u{1B}[?25l"
    private static let end = "\u{1B}[?25h\u{1B}[?1049l"

    /// Follows NO_COLOR as https://no-color.org defines it.
    static func wantsColor(_ environment: [String: String]) -> Bool {
        (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// - Throws: Why there is nothing to watch any more.
    func run(on terminal: Terminal) async throws(CommandFailure) {
        let signals: AsyncStream<Int32>
        do throws(Errno) {
            signals = try TerminationSignals.received()
        } catch {
            throw CommandFailure(.failure, "cannot listen to signals: \(SystemFailure(error).words)")
        }
        Output.screen(Self.begin)
        let failure = await withTaskGroup(of: CommandFailure?.self) { group in
            group.addTask {
                for await _ in signals { break }
                return nil
            }
            group.addTask { await draw(on: terminal) }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        Output.screen(Self.end)
        terminal.restore()
        if let failure { throw failure }
    }

    private func draw(on terminal: Terminal) async -> CommandFailure? {
        let clock = ContinuousClock()
        let start = clock.now
        var speeds = DownloadSpeeds()
        while true {
            let drawn = clock.now
            do throws(CommandFailure) {
                let mounts = try mounts()
                for mount in mounts {
                    speeds.look(at: mount.downloads, of: mount.mountpoint, now: drawn - start)
                }
                let size = terminal.size
                let screen = WatchScreen(rows: size.rows, columns: size.columns, isColored: isColored)
                // Cursor home, each row cleared to its end, then the rest of the screen: this avoids flicker.
                let lines = screen.lines(mounts, speeds).map { $0 + "\u{1B}[K" }
                Output.screen("\u{1B}[H" + lines.joined(separator: "\n") + "\u{1B}[J")
            } catch {
                return error
            }
            while clock.now - drawn < Self.period {
                while let key = terminal.key() {
                    if key == UInt8(ascii: "q") || key == UInt8(ascii: "Q") { return nil }
                }
                guard (try? await clock.sleep(for: Self.look)) != nil else { return nil }
            }
        }
    }
}
