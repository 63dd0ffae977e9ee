import LinuxProcess
import Promises
import Testing

@testable import PlacesFileSystem

@Suite struct ThumbnailerPolicyTests {
    private func isNamed(
        _ executable: String?, _ arguments: [String] = [], by policy: ThumbnailerPolicy = .standard
    ) -> Bool {
        policy.names(executable: executable) { arguments }
    }

    @Test func `the thumbnailers of desktops are known by their executables`() {
        for path in ["/usr/bin/gdk-pixbuf-thumbnailer", "/usr/lib/x86_64-linux-gnu/tumbler-1/tumblerd", "tumblerd"] {
            #expect(isNamed(path), "\(path)")
        }
    }

    @Test(arguments: [
        "/usr/bin/nautilus", "/usr/bin/cp", "/usr/bin/gdk-pixbuf-thumb", "/usr/bin/gdk-pixbuf-thumbnailer2",
        "/usr/bin/tumblerd/cp", "", "/", "/usr/bin/TUMBLERD",
    ])
    func `a program that is not on the list is no thumbnailer`(path: String) {
        #expect(!isNamed(path))
    }

    @Test(.proves("A program that cannot be seen"))
    func `a program that cannot be seen is none, whatever its thread is called`() {
        #expect(!isNamed(nil))
        #expect(!ThumbnailerPolicy.standard.names(CallingProcess(id: 0, program: "tumblerd")))
        #expect(!ThumbnailerPolicy.standard.mayName(CallingProcess(id: 0, program: "tumblerd")))
    }

    @Test(arguments: ["kioslave5", "kioworker"])
    func `KDE's worker is one when it was started with the plug-in for thumbnails`(worker: String) {
        let program = "/usr/lib/libexec/kf5/" + worker
        let plugins = "/usr/lib/x86_64-linux-gnu/qt5/plugins/kf5/kio/"
        #expect(isNamed(program, [program, plugins + "thumbnail.so", "thumbnail", "local:/run/a"]))
        #expect(!isNamed(program, [program, plugins + "file.so", "file", "local:/run/a"]))
        #expect(!isNamed(program, [program, plugins + "file.so", "/home/me/thumbnail.so"]), "its first argument tells")
        #expect(!isNamed(program, [program]))
        #expect(!isNamed(program, []))
    }

    @Test func `arguments are looked at only where they tell`() {
        for path in ["/usr/bin/tumblerd", "/usr/bin/cp"] {
            _ = ThumbnailerPolicy.standard.names(executable: path) {
                Issue.record("\(path)")
                return []
            }
        }
    }

    @Test func `a list of one's own takes the place of the standard one`() throws {
        let policy = try #require(ThumbnailerPolicy(" my-thumbnailer,python3.11   thumbs.py "))
        #expect(isNamed("/opt/my-thumbnailer", by: policy))
        #expect(isNamed("/usr/bin/python3.11", ["python3", "/opt/thumbs.py", "x"], by: policy))
        #expect(!isNamed("/usr/bin/python3.11", ["python3", "/opt/copy.py"], by: policy))
        #expect(!isNamed("/usr/bin/tumblerd", by: policy))
    }

    @Test(arguments: ["", " ", "a,", ",a", "a,,b", "/usr/bin/tumblerd", "a b c"])
    func `a list that makes no sense is none`(list: String) {
        #expect(ThumbnailerPolicy(list) == nil)
    }

    @Test func `the standard list is one`() {
        #expect(ThumbnailerPolicy(ThumbnailerPolicy.standardList) == .standard)
        #expect(isNamed("tumblerd"))
    }
}
