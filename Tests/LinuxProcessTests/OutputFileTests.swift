import Foundation
import Glibc
import Testing

@testable import LinuxProcess

@Suite("Files that a process has open for writing")
struct OutputFileTests {
    /// Opens a file in a folder of its own and answers what /proc shows of it.
    private func seen(_ flags: Int32, removing: Bool = false) throws -> OutputFile? {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("outputs-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/archive.tar"
        let descriptor = unsafe open(path, flags | O_CREAT, 0o600)
        try #require(descriptor > STDERR_FILENO)
        defer { close(descriptor) }
        if removing { try FileManager.default.removeItem(atPath: path) }
        return try OutputFile.first(ofThread: getpid()) { $0.path.hasPrefix(folder) }
    }

    @Test func `an archive in the making is found by its path`() throws {
        #expect(try seen(O_WRONLY)?.path.hasSuffix("/archive.tar") == true)
        #expect(try seen(O_RDWR)?.appends == false)
    }

    @Test func `a log is known by its flag`() throws {
        #expect(try seen(O_WRONLY | O_APPEND)?.appends == true)
    }

    @Test func `what is only read or has no name any more is none`() throws {
        #expect(try seen(O_RDONLY) == nil)
        #expect(try seen(O_WRONLY, removing: true) == nil)
    }

    @Test func `a device, a pipe and a process that is not there are none`() throws {
        let device = unsafe open("/dev/null", O_WRONLY)
        try #require(device > STDERR_FILENO)
        defer { close(device) }
        #expect(try OutputFile.first(ofThread: getpid()) { $0.path == "/dev/null" } == nil)
        #expect(try OutputFile.first(ofThread: 0) { _ in true } == nil)
        #expect(try OutputFile.first(ofThread: .max) { _ in true } == nil)
    }

    @Test func `a program has its executable's name and its thread's`() {
        #expect(CallingProcess.names(ofThread: getpid()).count == 2)
        #expect(CallingProcess.names(ofThread: .max).isEmpty)
    }
}
