import ArgumentParser
import Foundation
import Testing

@testable import placesfs

@Suite struct NewCollectionCommandTests {
    @Test(arguments: [
        [], ["--wait"], ["--timeout", "0", "--wait", "1,1"], ["--timeout", "-1", "--wait", "1,1"],
        ["--timeout", "86401", "--wait", "1,1"], ["--timeout", "soon", "--wait", "1,1"], ["--timeout", "9", "1,1"],
        ["--forever", "1,1"],
    ])
    func `arguments that make no sense are refused`(arguments: [String]) {
        #expect(throws: (any Error).self) { try NewCollectionCommand.parse(arguments) }
    }

    @Test func `several pins, some south of the equator, and a bound in seconds are understood`() throws {
        let command = try NewCollectionCommand.parse(["--wait", "--timeout", "5", "1,1 Lake", "--", "-1,1"])
        #expect(command.wait && command.timeout == 5 && command.paths == ["1,1 Lake", "-1,1"])
    }

    @Test func `a folder that is in no mount of ours is refused and stays as it was`() throws {
        try withTemporaryFolder { folder in
            for path in [folder, folder + "/none", folder + "/"] {
                let failure = #expect(throws: CommandFailure.self) { try PinPath.asked(at: path, after: []) }
                #expect(failure?.status == .notMounted)
                #expect(failure?.description.contains("is not in a mount of placesfs") == true)
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left.isEmpty)
        }
    }

    @Test func `an empty path is not the working directory`() {
        let failure = #expect(throws: CommandFailure.self) { try PinPath.asked(at: "", after: []) }
        #expect(failure?.status == .usage)
    }
}
