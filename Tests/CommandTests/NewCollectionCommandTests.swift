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
                let failure = #expect(throws: CommandFailure.self) { try AlbumFolder.asked(at: path, after: []) }
                #expect(failure?.status == .notMounted)
                #expect(failure?.description.contains("is not in a mount of placesfs") == true)
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(left.isEmpty)
        }
    }

    @Test func `an empty path is not the working directory`() {
        let failure = #expect(throws: CommandFailure.self) { try AlbumFolder.asked(at: "", after: []) }
        #expect(failure?.status == .usage)
    }

    @Test func `a mount that nobody may write to is known, and one that covers another`() {
        let mounts = Mounts(
            """
            60 22 0:44 / /mnt/a ro,nosuid,nodev shared:9 - fuse.placesfs placesfs-sample rw,user_id=0
            61 22 0:45 / /mnt/b rw,relatime - fuse.placesfs erode ro,user_id=0
            62 22 0:46 / /mnt/c rw,relatime - fuse.placesfs placesfs-ro rw,user_id=0,errors=ro
            63 22 0:47 / /mnt/c rw,relatime - fuse.sshfs host:/
            """)
        #expect(mounts.mount(of: "/mnt/a/pins")?.isReadOnly == true)
        #expect(mounts.mount(of: "/mnt/b/pins")?.isReadOnly == true)
        #expect(mounts.all[2].isReadOnly == false)
        #expect(mounts.mount(of: "/mnt/c/pins/1,1")?.isOurs == false)
    }
}
