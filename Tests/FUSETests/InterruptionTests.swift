import Glibc
import Testing

@testable import FUSE

/// A program waits inside the mount and is sent signals.
@Suite(.enabled(if: canMount)) struct InterruptionTests {
    enum Stall: String, CaseIterable, Sendable {
        case read, open, opendir
    }

    /// Prints what the system call returned; exits with 7 where it handles SIGINT itself.
    private static let reader = """
        import ctypes, errno, os, signal, sys
        stall, action, path = sys.argv[1:]
        c = ctypes.CDLL(None, use_errno=True)
        signal.signal(signal.SIGINT, (lambda n, f: os._exit(7)) if action == 'handler' else signal.SIG_DFL)
        signal.signal(signal.SIGALRM, lambda n, f: None)
        signal.siginterrupt(signal.SIGALRM, False)
        if stall == 'read':
            r = c.read(os.open(path + '/f', os.O_RDONLY), ctypes.create_string_buffer(10), 10)
        else:
            r = c.open((path + ('/f' if stall == 'open' else '/d')).encode(), os.O_RDONLY)
        print('done' if r >= 0 else errno.errorcode[ctypes.get_errno()])
        """

    private func stalled(
        _ stall: Stall, action: String, minding: Bool = true,
        _ body: (_ reader: Child, _ gate: Gate, _ session: Session) async throws -> Void
    ) async throws {
        let gate = Gate()
        let fileSystem = MemoryFileSystem(.directory(["f": .file([1, 2, 3]), "d": .directory([:])])) { operation in
            if operation.name == stall.rawValue { await gate.pass(minding: minding) }
        }
        try await mounted(fileSystem) { path, session in
            let reader = try Child([pythonPath, "-c", Self.reader, stall.rawValue, action, path])
            defer { reader.signal(SIGKILL) }
            #expect(await gate.arrived(1))
            try await body(reader, gate, session)
            gate.open()
            // What nobody was told of is closed and forgotten, however late it comes.
            #expect(await eventually { fileSystem.openHandles == 0 })
        }
    }

    @Test(arguments: Stall.allCases) func `Ctrl-C ends a program with the default action`(_ stall: Stall) async throws {
        try await stalled(stall, action: "default") { reader, _, _ in
            reader.signal(SIGINT)
            #expect(await reader.result().status == -SIGINT)
        }
    }

    @Test(arguments: Stall.allCases) func `Ctrl-C reaches the handler of a program that has one`(
        _ stall: Stall
    ) async throws {
        try await stalled(stall, action: "handler") { reader, _, _ in
            reader.signal(SIGINT)
            #expect(await reader.result().status == 7)
        }
    }

    @Test(arguments: Stall.allCases) func `a method that does not notice its cancellation holds nobody up`(
        _ stall: Stall
    ) async throws {
        try await stalled(stall, action: "handler", minding: false) { reader, _, _ in
            reader.signal(SIGINT)
            #expect(await reader.result().status == 7)
        }
    }

    @Test(arguments: Stall.allCases) func `SIGKILL ends a program`(_ stall: Stall) async throws {
        try await stalled(stall, action: "handler", minding: false) { reader, _, _ in
            reader.signal(SIGKILL)
            #expect(await reader.result().status == -SIGKILL)
        }
    }

    @Test(arguments: Stall.allCases) func `a harmless signal interrupts nothing`(_ stall: Stall) async throws {
        try await stalled(stall, action: "default") { reader, gate, session in
            reader.signal(SIGALRM)
            #expect(await eventually { session.connection.interruptions.isWatching })
            let looks = session.connection.interruptions.looks
            #expect(await eventually { session.connection.interruptions.looks > looks + 2 })
            #expect(session.connection.interruptions.isWatching)
            gate.open()
            let result = await reader.result()
            #expect(result.output == "done\n")
            #expect(await eventually { !session.connection.interruptions.isWatching })
        }
    }

    @Test(arguments: Stall.allCases) func `Ctrl-C after a harmless signal still works`(_ stall: Stall) async throws {
        try await stalled(stall, action: "handler") { reader, _, session in
            reader.signal(SIGALRM)
            #expect(await eventually { session.connection.interruptions.isWatching })
            reader.signal(SIGINT)
            #expect(await reader.result().status == 7)
        }
    }

    @Test func `a directory made for a caller who has left is forgotten`() async throws {
        let gate = Gate()
        let fileSystem = MemoryFileSystem(.directory([:])) { operation in
            if operation.name == "mkdir" || operation.name == "create" { await gate.pass(minding: false) }
        }
        try await mounted(fileSystem) { path, _ in
            let script =
                "import os, sys; open(sys.argv[1] + '/f', 'x') if sys.argv[2] == 'f' else os.mkdir(sys.argv[1] + '/d')"
            for (count, name) in ["f", "d"].enumerated() {
                let maker = try Child([pythonPath, "-c", script, path, name])
                #expect(await gate.arrived(count + 1))
                maker.signal(SIGINT)
                let status = await maker.result().status
                #expect(status != 0 && status != Child.hanging)
            }
            #expect(fileSystem.inode("d") == nil && fileSystem.inode("f") == nil)
            gate.open()
            #expect(await eventually { fileSystem.inode("d") != nil && fileSystem.inode("f") != nil })
            #expect(await eventually { fileSystem.held.isEmpty && fileSystem.openHandles == 0 })
        }
    }
}
