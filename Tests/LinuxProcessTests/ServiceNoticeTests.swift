import Foundation
import Glibc
import LinuxProcess
import Testing

@Suite struct ServiceNoticeTests {
    @Test func `a socket that is not there, or no socket's name, is an error and no more`() {
        #expect(throws: Errno.noEntry) { try ServiceNotice.send("READY=1", to: "/nonexistent/notify") }
        #expect(throws: Errno.invalid) { try ServiceNotice.send("READY=1", to: "") }
        #expect(throws: Errno.invalid) { try ServiceNotice.send("READY=1", to: "relative") }
        #expect(throws: Errno.invalid) {
            try ServiceNotice.send("READY=1", to: "/" + String(repeating: "x", count: 120))
        }
        #expect(throws: Errno(rawValue: ECONNREFUSED)) {
            try ServiceNotice.send("READY=1", to: "@placesfs-nobody-\(UUID())")
        }
    }
}
