import Foundation
import PhotoSimulator
import TestSupport
import Testing

/// Programs that read photos which do not come, and are told to end by a signal when all of them wait.
struct StalledReaders: Sendable {
    /// A program, and what it does about signals.
    enum Program: String, Sendable, CaseIterable {
        /// The default action.
        case cat
        /// A handler of its own that ends the program, but only gets to run when read(2) returns.
        case handler
        /// Python's own handler of SIGINT.
        case python
        /// Lists instead of reading.
        case list
    }

    struct Outcome: Sendable {
        /// From the signal until the last one had ended.
        var milliseconds: Int
        /// As Python tells them: minus the number of the signal that ended it.
        var statuses: Set<Int>
        /// Of the one that read the first photo too and got no signal; nil without one.
        var companion: Int?
    }

    private let mount: TestMount
    private let child: ChildProcess

    /// Starts a program for each path; `$T/copy` is where a companion of the first one copies to.
    init(
        _ mount: TestMount, _ program: Program, _ paths: [String], signal: Int32, withCompanion: Bool = false
    ) throws {
        self.mount = mount
        try mount.write(Array(Self.driver.utf8), to: "driver.py")
        let words = paths.map { "\"$M/\($0)\"" }.joined(separator: " ")
        child = try mount.start(
            "exec python3 driver.py \(program.rawValue) \(signal) \(withCompanion ? 1 : 0) \(words)",
            timeout: .seconds(120))
    }

    /// Sends the signal once every program waits in the kernel; returns when all have ended.
    func endAll() async throws {
        try mount.write([], to: "stalled")
        let ended = try await mount.shell("until [ -e freed ]; do sleep 0.01; done", timeout: .seconds(60))
        try #require(ended.status == 0, "the readers do not end")
    }

    /// To be asked when what the companion waits for has been released.
    func outcome() async throws -> Outcome {
        let result = await child.result()
        let words = result.text.split(separator: " ").compactMap { Int($0) }
        try #require(words.count >= 3, "\(result.text)\(result.errors)")
        return Outcome(
            milliseconds: words[0], statuses: Set(words[2...]), companion: words[1] == Self.none ? nil : words[1])
    }

    private static let none = 999

    /// A process waits when it was found asleep, in the same system call, several times in a row.
    private static let driver = """
        import os, signal, subprocess, sys, time

        program, number, companion, paths = sys.argv[1], int(sys.argv[2]), sys.argv[3] == '1', sys.argv[4:]
        handler = '''
        import os, signal, sys
        signal.signal(signal.SIGINT, lambda *_: os._exit(7))
        with open(sys.argv[1], 'rb', buffering=0) as photo:
            while photo.read(65536): pass
        '''
        python = "import sys; open(sys.argv[1], 'rb').read()"
        command = {
            'cat': ['cat'], 'list': ['ls', '-f'], 'handler': [sys.executable, '-c', handler],
            'python': [sys.executable, '-c', python],
        }[program]

        def defaults():
            for each in [signal.SIGINT, signal.SIGTERM]: signal.signal(each, signal.SIG_DFL)

        def start(command, out=subprocess.DEVNULL):
            return subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, preexec_fn=defaults)

        def look(process):
            with open('/proc/%d/stat' % process.pid) as stat: state = stat.read().rsplit(')', 1)[1].split()[0]
            with open('/proc/%d/syscall' % process.pid) as call: return state, call.read()

        def until_waiting(process):
            same, last = 0, None
            while same < 5:
                assert process.poll() is None, 'it ended by itself: %s' % process.returncode
                now = look(process)
                same = same + 1 if now == last and now[0] in 'SD' else 0
                last = now
                time.sleep(0.01)

        readers = [start(command + [path]) for path in paths]
        while not os.path.exists('stalled'): time.sleep(0.01)
        for reader in readers: until_waiting(reader)
        other = start(['cp', paths[0], 'copy']) if companion else None
        if other: until_waiting(other)
        begun = time.monotonic()
        for reader in readers: reader.send_signal(number)
        statuses = [reader.wait() for reader in readers]
        taken = time.monotonic() - begun
        open('freed', 'w').close()
        print(int(taken * 1000), other.wait() if other else \(none), *statuses)
        """
}
