import Foundation
import PhotoSimulator
import TestSupport
import Testing

/// What a mount says of its source where nobody asked for it.
@Suite("A mount tells of its source", .enabled(if: Repository.canMount)) struct MountNoticeTests {
    @Test func `the sample asks nobody and says nothing`() async throws {
        try await Home.run { home in
            let told = try await home.command(["mount", "--source", "sample", home.mountpoint])
            #expect(told.status == 0 && told.errors.isEmpty, "\(told.errors)")
            let readme = try await ChildProcess(["cat", home.mountpoint + "/README.txt"]).result()
            #expect(readme.text.contains("\nplaces/ shows the cities of the sample.\n"), "\(readme.text)")
            #expect(!readme.text.contains("reachable") && !readme.text.contains("not asked"))
        }
    }

    /// A laptop that began without Wi-Fi.
    @Test
    func `a mount that fell back on the sample says when Commons can be reached, in README.txt and on the desktop`()
        async throws
    {
        try await Home.run { home in
            let simulator = try await Simulator.start()
            let port = simulator.apiBase.split(separator: ":").last?.prefix { $0.isNumber } ?? ""
            await simulator.stop()
            let tools = home.path + "/tools"
            try FileManager.default.createDirectory(atPath: tools, withIntermediateDirectories: true)
            try Data(
                "#!/bin/sh\nprintf '%s\\n' \"$@\" > \(home.path)/told.new && mv \(home.path)/told.new \(home.path)/told"
                    .utf8
            )
            .write(to: URL(fileURLWithPath: tools + "/notify-send"))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tools + "/notify-send")
            let environment = [
                "PATH": tools + ":/usr/bin:/bin:/usr/sbin:/sbin", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none",
            ]
            let mounted = try await home.command(
                ["mount", "--mirror", "http://127.0.0.1:\(port)", "--host-probe-pause", "1s", home.mountpoint],
                environment)
            #expect(mounted.status == 0 && mounted.errors.contains("showing the sample"), "\(mounted)")
            let readme = { try String(contentsOfFile: home.mountpoint + "/README.txt", encoding: .utf8) }
            #expect(try readme().contains("no network when this was mounted"))

            // Whatever answers there: the network is back.
            let server = try ChildProcess(
                ["python3", "-m", "http.server", "\(port)", "--bind", "127.0.0.1"], directory: tools,
                timeout: .seconds(60))
            let deadline = ContinuousClock.now + .seconds(40)
            while !FileManager.default.fileExists(atPath: home.path + "/told"), ContinuousClock.now < deadline {
                try await ContinuousClock().sleep(for: .milliseconds(100))
            }
            server.signal(SIGTERM)
            _ = await server.result()
            let news = "Wikimedia Commons can be reached now, and this mount still shows the sample"
            #expect(try readme().contains("\(news); to see Commons: placesfs unmount "))
            let told = try String(contentsOfFile: home.path + "/told", encoding: .utf8)
            #expect(
                told.contains("\n\(news)\nplacesfs unmount \(home.mountpoint) &amp;&amp; placesfs mount "), "\(told)")
        }
    }
}
