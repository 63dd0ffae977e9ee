import TestSupport
import Testing

/// Makes system calls in a mount and tells how each was answered, without any program's own opinion of it.
struct ErrnoDriver: Sendable {
    let mount: TestMount
    /// Comes before the interpreter; becomes another user, say.
    var asUser: [String] = []

    struct Call: Sendable {
        var operation: String
        /// From the mountpoint, as bytes; a second one for rename.
        var paths: [[UInt8]]

        init(_ operation: String, _ paths: [UInt8]...) {
            self.operation = operation
            self.paths = paths
        }

        init(_ operation: String, _ paths: String...) {
            self.operation = operation
            self.paths = paths.map { Array($0.utf8) }
        }
    }

    /// A script that should have gone well.
    struct Failure: Error {
        var text: String
    }

    /// "ok" or the error's name for each call, in their order. What was made or removed is put back at once.
    func answers(to calls: [Call]) async throws -> [String] {
        try mount.write(Array(Self.script.utf8), to: "calls.py")
        let lines = calls.map { call in
            ([call.operation] + call.paths.map { $0.map(Self.hex).joined() }).joined(separator: "\t")
        }
        try mount.write(Array(lines.joined(separator: "\n").utf8), to: "calls")
        let command = (asUser + ["/usr/bin/python3", "calls.py"]).joined(separator: " ")
        let result = try await mount.shell(command, timeout: .seconds(60))
        guard result.status == 0, result.lines.count == calls.count else {
            throw ErrnoDriver.Failure(text: "\(result.lines.count) of \(calls.count): \(result.errors)")
        }
        return result.lines
    }

    /// Fails the test where the tree looks other than before.
    func expectUnchanged(since before: [String], sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let after = try await picture()
        let changes = before.filter { !after.contains($0) } + after.filter { !before.contains($0) }
        #expect(changes == [], "what is refused changes nothing", sourceLocation: sourceLocation)
    }

    /// Every entry of the tree with its number, kind, mode, size and times; but those that are written anew each time
    /// they are looked at.
    func picture() async throws -> [String] {
        try await mount.shell(
            "cd \"$M\" && find \(Atlas.walked) .placesfs/cached ! -name README.txt -printf '%p %i %M %s %T@ %C@\\n' | sort"
        ).lines
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
    }

    private static let script = #"""
        import ctypes, errno, functools, operator, os

        libc = ctypes.CDLL(None, use_errno=True)
        root = os.fsencode(os.environ['M'])

        def opened(path, *flags):
            os.close(os.open(path, functools.reduce(operator.or_, flags), 0o644))

        def renamed(old, new, flags):
            if libc.renameat2(-100, old, -100, new, flags): raise OSError(ctypes.get_errno(), '')

        calls = {
            'mkdir': os.mkdir,
            'rmdir': os.rmdir,
            'unlink': os.unlink,
            'open, to be created': lambda path: opened(path, os.O_WRONLY, os.O_CREAT),
            'open, to be created newly': lambda path: opened(path, os.O_CREAT, os.O_EXCL),
            'open for writing': lambda path: opened(path, os.O_WRONLY),
            'open for both': lambda path: opened(path, os.O_RDWR),
            'open for appending': lambda path: opened(path, os.O_WRONLY, os.O_APPEND),
            'open and empty': lambda path: opened(path, os.O_TRUNC),
            'open a directory': lambda path: opened(path, os.O_DIRECTORY),
            'open no link': lambda path: opened(path, os.O_NOFOLLOW),
            'open a nameless file': lambda path: opened(path, os.O_RDWR, os.O_TMPFILE),
            'readlink': os.readlink,
            'symlink': lambda path: os.symlink('x', path),
            'link to a file': lambda path: os.link(root + b'/README.txt', path),
            'link': lambda path: os.link(path, root + b'/pins/new'),
            'mkfifo': os.mkfifo,
            'truncate': lambda path: os.truncate(path, 0),
            'chmod': lambda path: os.chmod(path, 0o600),
            'chown': lambda path: os.chown(path, 65534, -1),
            'set times': lambda path: os.utime(path, (1, 1)),
            'set the present time': os.utime,
            'rename': lambda old, new: renamed(old, new, 0),
            'rename without replacing': lambda old, new: renamed(old, new, 1),
            'exchange': lambda old, new: renamed(old, new, 2),
            'rename and leave a whiteout': lambda old, new: renamed(old, new, 4),
        }
        undo = {'mkdir': os.rmdir, 'rmdir': os.mkdir}
        for line in open('calls'):
            operation, *paths = line.rstrip('\n').split('\t')
            paths = [root + b'/' + bytes.fromhex(path) for path in paths]
            try:
                calls[operation](*paths)
                answer = 'ok'
            except OSError as error:
                answer = errno.errorcode[error.errno]
            if answer == 'ok' and operation in undo: undo[operation](*paths)
            print(answer)
        """#
}
