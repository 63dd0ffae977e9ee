import CFUSE
import Glibc
import Logging
import Testing

@testable import FUSE

/// The promise of `Request`, against the kernel, with callbacks that break it.
@Suite(.enabled(if: canMount)) struct RequestTests {
    private func errorOfStat(_ callback: @convention(c) (fuse_req_t?, fuse_ino_t, UnsafePointer<CChar>?) -> Void)
        async throws -> String
    {
        let folder = try temporaryFolder()
        defer { _ = unsafe rmdir(folder) }
        var operations = Callbacks.operations()
        unsafe operations.lookup = unsafe callback
        let session = try Session(
            MemoryFileSystem(.directory([:])), MountOptions(mountpoint: folder, fsname: "memory", subtype: "fusetests"),
            logger: Logger(label: "FUSETests", factory: { _ in SwiftLogNoOpLogHandler() }), operations: operations)
        let serving = Task { await session.run() }
        let result = try await run("stat", folder + "/name")
        session.end()
        await serving.value
        return result.error
    }

    @Test func `a request that is dropped is answered EIO`() async throws {
        let error = try await unsafe errorOfStat { pointer, _, _ in
            guard let pointer = unsafe pointer, let connection = unsafe Connection.of(pointer) else { return }
            _ = unsafe Request(pointer, connection)
        }
        #expect(error.contains("Input/output error"))
    }

    @Test func `only the first answer counts`() async throws {
        let error = try await unsafe errorOfStat { pointer, _, _ in
            guard let pointer = unsafe pointer, let connection = unsafe Connection.of(pointer) else { return }
            let request = unsafe Request(pointer, connection)
            let answers = [request.refuse(.busy), request.refuse(.access)]
            guard answers == [true, false], !request.claim() else { return }
        }
        #expect(error.contains("Device or resource busy"))
    }
}
