import FUSE
import Foundation
import Glibc
import Logging
import Testing

@Suite(.enabled(if: canMount)) struct SessionErrorTests {
    private func failure(_ mountpoint: String, allowNonEmpty: Bool = false, extra: [String] = []) -> SessionError? {
        let options = MountOptions(
            mountpoint: mountpoint, fsname: "memory", subtype: "fusetests", allowNonEmpty: allowNonEmpty, extra: extra)
        do throws(SessionError) {
            _ = try Session(MemoryFileSystem(.directory([:])), options, logger: Logger(label: "FUSETests"))
            return nil
        } catch {
            return error
        }
    }

    @Test func `a mountpoint that is missing, a file or full is refused`() throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data().write(to: URL(filePath: folder + "/file"))
        #expect(failure(folder + "/none") == .mountpointMissing(folder + "/none"))
        #expect(failure(folder + "/file") == .mountpointNotDirectory(folder + "/file"))
        #expect(failure(folder + "/file/below") == .mountpointNotDirectory(folder + "/file/below"))
        #expect(failure(folder) == .mountpointNotEmpty(folder))
        #expect(failure(folder, allowNonEmpty: true) == nil)
    }

    @Test func `a mountpoint that is taken is refused, by any name`() async throws {
        try await mounted(MemoryFileSystem(.directory([:]))) { path, _ in
            let link = path + "-link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            defer { _ = unsafe unlink(link) }
            #expect(failure(path) == .alreadyMounted(path))
            #expect(failure(link) == .alreadyMounted(link))
        }
    }

    @Test func `a mountpoint is refused without a question to a daemon that may hang`() async throws {
        let gate = Gate()
        let fileSystem = MemoryFileSystem(.directory([:]), validity: .zero) { _ in await gate.pass(minding: false) }
        try await mounted(fileSystem) { path, _ in
            let refusal = Mutexed<SessionError>()
            Thread.detachNewThread { refusal.value = failure(path) }
            #expect(await eventually { refusal.value != nil })
            #expect(refusal.value == .alreadyMounted(path))
            gate.open()
        }
    }

    @Test func `a mountpoint is free again where the connection was aborted`() async throws {
        try await mounted(MemoryFileSystem(.directory([:]))) { path, session in
            let device = try await run(
                "sh", "-c", "awk '$5 == \"\(path)\" { split($3, d, \":\"); print d[2] }' /proc/self/mountinfo"
            )
            .output.trimmingCharacters(in: .newlines)
            let control = "/sys/fs/fuse/connections/\(device)/abort"
            guard FileManager.default.isWritableFile(atPath: control) else { return }
            let found = try await run("sh", "-c", "echo 1 > \(control)").status
            #expect(found == 0)
            #expect(await eventually { !session.isMounted })
            // The session has cleaned up after itself.
            #expect(failure(path) == nil)
        }
    }

    @Test func `an option that libfuse does not know is refused in its words, on one line`() throws {
        let folder = try temporaryFolder()
        defer { _ = unsafe rmdir(folder) }
        let error = try #require(failure(folder, extra: ["no_such_option"]))
        guard case .mountFailed(let words) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(words.contains("unknown option") && words.contains("no_such_option") && !words.contains("\n"))
    }
}
