import ArgumentParser
import Testing

@testable import placesfs

@Suite struct MountpointTests {
    @Test(arguments: [["mount", "--source", "sample", ""], ["mount", "--", ""], ["unmount", ""], ["status", ""]])
    func `an empty mountpoint is not the working directory`(arguments: [String]) {
        let error = #expect(throws: (any Error).self) { _ = try PlacesFS.parseAsRoot(arguments) }
        #expect(error.map { PlacesFS.message(for: $0) }?.hasPrefix("an empty MOUNTPOINT names no folder") == true)
        #expect(error.map { PlacesFS.exitCode(for: $0) } == .validationFailure, "which is the status of a usage error")
    }

    @Test func `the working directory has a name`() throws {
        #expect(try MountCommand.parse(["--source", "sample", "."]).mountpoint == ".")
        #expect(try UnmountCommand.parse(["."]).mountpoint == ".")
        #expect(try StatusCommand.parse([]).mountpoint == nil)
    }
}
