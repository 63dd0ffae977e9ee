import FUSE
import LinuxProcess
import Testing

@testable import PlacesFileSystem

@Suite("Who relies on sizes")
struct ExactSizePolicyTests {
    private func isArchive(_ path: String, appends: Bool = false) -> Bool {
        ExactSizePolicy.mayBeArchive(OutputFile(path: path, appends: appends), mountpoint: "/home/me/photos")
    }

    @Test(arguments: [
        "/tmp/v.tar", "/home/me/v.tar.xz", "/media/stick/photos.iso", "/home/me/photos.zip", "/home/me/photos", "/v",
    ])
    func `a file of any name may be an archive`(path: String) {
        #expect(isArchive(path))
    }

    @Test(arguments: [
        "/home/me/photos/places/x", "/home/me/.cache/tracker3/files/meta.db", "/home/me/.cache/thumbnails/large/1.png",
        "/home/me/.local/share/x/library.sqlite3", "/home/me/.local/share/x/library.db-wal", "/run/user/1000/x.lock",
        "/home/me/.local/state/x.log",
    ])
    func `what desktop programs keep open is none`(path: String) {
        #expect(!isArchive(path))
    }

    @Test func `a file that is only appended to is a log`() {
        #expect(!isArchive("/tmp/v.tar", appends: true))
    }

    @Test func `a caller that cannot be seen may be any program`() {
        let unseen = Caller(userID: 1000, groupID: 1000, threadID: 0)
        #expect(ExactSizePolicy.standard.concerns(unseen, mountpoint: "/m"))
        #expect(ExactSizePolicy("none")?.concerns(unseen, mountpoint: "/m") == true)
    }

    @Test(arguments: ["", " ", "a,", "a,,b", "/usr/bin/bsdtar", "a b c"])
    func `a list that makes no sense is none`(list: String) {
        #expect(ExactSizePolicy(list) == nil)
    }

    @Test func `the standard list is one`() {
        #expect(ExactSizePolicy(ExactSizePolicy.standardList) == .standard)
    }
}
