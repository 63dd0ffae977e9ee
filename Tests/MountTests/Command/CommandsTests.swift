import Foundation
import PhotoSimulator
import TestSupport
import Testing

/// The commands that look at a mount or at what it left on disk.
@Suite(.enabled(if: Repository.canMount)) struct CommandsTests {
    @Test func `status speaks to people and to programs`() async throws {
        try await Home.run { home in
            #expect(try await home.mountOffline().status == 0)
            let text = try await home.command(["status", home.mountpoint])
            #expect(text.status == 0 && text.text.contains("mounted on \(home.mountpoint)"))
            #expect(text.text.contains("not endorsed or certified by SmugMug"))
            let json = try await home.command(["status", "--json", home.mountpoint])
            #expect(json.lines.count == 1)
            let fields = try JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any]
            #expect(fields?["mountpoint"] as? String == home.mountpoint)
            let daemon = try home.daemon()
            #expect((fields?["pid"] as? NSNumber)?.int32Value == daemon)
            for path in ["/places", "/places/France/Paris", "/.placesfs"] {
                let within = try await home.command(["status", home.mountpoint + path])
                #expect(within.status == 0 && within.text.contains("mounted on \(home.mountpoint)"), "\(within.errors)")
            }
            let inside = try await home.command(["unmount", home.mountpoint + "/places"])
            #expect(inside.status == 16 && inside.errors.contains("it is at \(home.mountpoint)"))
        }
    }

    @Test func `an empty mountpoint, as a variable that is not set makes it, is refused`() async throws {
        try await Home.run { home in
            let folder = home.path + "/empty"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for arguments in [["mount", "--source", "sample"], ["sample"], ["unmount"], ["status"]] {
                let refused = try await ChildProcess(
                    [Repository.placesfs] + arguments + [""], environment: home.environment, directory: folder
                ).result()
                #expect(refused.status == 2 && refused.errors.contains("an empty MOUNTPOINT"), "\(refused.errors)")
                #expect(refused.errors.count { $0 == "\n" } == 1)
                #expect(!home.isMounted(folder))
            }
        }
    }

    @Test func `info shows title over subtitle and the attributes`() async throws {
        try await Home.run { home in
            #expect(try await home.mountOffline().status == 0)
            let place = home.mountpoint + "/places/France/Paris"
            let text = try await home.command(["info", place])
            #expect(text.status == 0)
            #expect(text.lines.first == "Paris")
            #expect(text.lines.contains { $0.hasPrefix("    user.places.latitude ") })
            let json = try await home.command(["info", "--json", place, home.path + "/none", home.path])
            #expect(json.status == 18)
            #expect(json.errors.count { $0 == "\n" } == 1 && json.errors.contains("none"))
            let known = try JSONSerialization.jsonObject(with: Data(json.output)) as? [[String: Any]]
            #expect(known?.map { $0["path"] as? String } == [place, home.path])
            #expect((known?.first?["attributes"] as? [String: String])?["user.places.title"] == "Paris")
        }
    }

    @Test func `the cache is shown, kept while in use, and cleared`() async throws {
        try await Home.run { home in
            for command in ["show", "clear", "verify"] {
                let text = try await home.command(["cache", command]).text
                #expect(text == "nothing is cached in \(home.path)/.cache/placesfs", "\(command)")
            }
            #expect(try await home.mountOffline().status == 0)
            let daemon = try home.daemon()
            let shown = try await home.command(["cache", "show"])
            #expect(shown.text.contains("0 photos") && shown.text.contains("in use by process \(daemon)"))
            let refused = try await home.command(["cache", "clear"])
            #expect(refused.status == 33 && refused.errors.contains("process \(daemon)"))
            #expect(try await home.command(["unmount", home.mountpoint]).failure == "")
            let folder = try #require(
                shown.text.split(separator: " in ").dropFirst().first?.prefix { $0 != "," }.description)
            let bystander = folder + "/not a photo.txt"
            try Data("mine".utf8).write(to: URL(fileURLWithPath: bystander))
            try Data(repeating: 7, count: 2048).write(to: URL(fileURLWithPath: folder + "/123,b.photo"))
            #expect(try await home.command(["cache", "show"]).text.contains("1 photo, 2 KiB"))
            let cleared = try await home.command(["cache", "clear"])
            #expect(cleared.status == 0 && cleared.text.contains("removed 1 photo"))
            #expect(FileManager.default.fileExists(atPath: bystander))
            #expect(try await home.command(["cache", "show"]).text.contains("0 photos"))
        }
    }

    @Test func `doctor names what is wrong with its remedy`() async throws {
        try await Home.run { home in
            let simulator = try await Simulator.start()
            let hosts = ["--api-base", simulator.apiBase, "--image-base", simulator.imageBase]
            let well = try await home.command(["doctor"] + hosts, Home.key)
            await simulator.stop()
            #expect(Self.failures(well).isEmpty, "\(well.text)")
            #expect(well.lines.contains { $0.hasPrefix("ok") && $0.contains("/dev/fuse") })
            #expect(well.lines.contains { $0.hasPrefix("note  configuration: there is no ") }, "\(well.text)")
            #expect(well.lines.contains("ok    key: Flickr takes it"), "\(well.text)")
            #expect(well.lines.count { $0.hasPrefix("ok") && $0.contains("  host: 127.0.0.1:") } == 2)
            let deaf = try await home.command(["doctor"] + hosts, Home.key)
            #expect(deaf.status == 50)
            #expect(deaf.lines.count { $0.hasPrefix("FAIL  host: 127.0.0.1:") && $0.contains("check network") } == 2)
            let ill = try await home.command(["doctor", "--source", "flickr", "--cache-dir", "/proc/c"])
            #expect(ill.status == 50)
            #expect(Self.failures(ill).map { $0.dropFirst(6).prefix { $0 != ":" } } == ["key", "cache"])
            #expect(ill.text.contains("paying members") && ill.text.contains("--cache-dir"))
        }
    }

    @Test func `doctor looks at the folder of one's own photos, and at the chosen Leaflet`() async throws {
        try await Home.run { home in
            try Data(count: 3000).write(to: URL(fileURLWithPath: home.path + "/junk"))
            for (options, subject) in [
                (["--from", home.path + "/nope"], "photos: --from"),
                (["--from", home.path + "/junk"], "photos: --from"),
                (["--source", "sample", "--leaflet-dir", "/nope"], "maps: there is no Leaflet in /nope"),
            ] {
                let doctor = try await home.command(["doctor"] + options)
                #expect(doctor.status == 50 && doctor.text.contains("FAIL  \(subject)"), "\(doctor.text)")
            }
            let well = try await home.command(["doctor", "--from", home.path])
            #expect(well.text.contains("ok    photos: \(home.path)"), "\(well.text)")
        }
    }

    @Test func `doctor has Flickr look at the key, and never shows it`() async throws {
        try await Home.run { home in
            try await Simulator.run(Simulator.Configuration(apiKey: "right-sesame")) { simulator in
                let doctor = ["doctor", "--api-base", simulator.apiBase, "--image-base", simulator.imageBase]
                let taken = try await home.command(doctor, ["FLICKR_API_KEY": "right-sesame"])
                #expect(Self.failures(taken).isEmpty, "\(taken.text)")
                let refused = try await home.command(doctor, ["FLICKR_API_KEY": "wrong-sesame"])
                #expect(refused.status == 50)
                let failures = Self.failures(refused)
                #expect(failures.count == 1 && failures.first?.hasPrefix("FAIL  key: ") == true, "\(refused.text)")
                #expect(failures.first?.contains("Invalid API Key") == true && refused.text.contains("copy it again"))
                let malformed = try await home.command(doctor, ["FLICKR_API_KEY": "wrong sesame"])
                #expect(malformed.status == 50 && Self.failures(malformed).count == 1, "\(malformed.text)")
                #expect(malformed.text.contains("FAIL  key: FLICKR_API_KEY: is not a key"))
                for result in [taken, refused, malformed] {
                    #expect(!(result.text + result.errors).contains("sesame"), "\(result.text)")
                }
            }
        }
    }

    @Test func `doctor tries the folders that the mount would use, and the log`() async throws {
        try await Home.run { home in
            let (folder, file) = (home.path + "/state/sample", home.path + "/file")
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
            _ = FileManager.default.createFile(atPath: file, contents: nil)
            let ill = try await home.command([
                "doctor", "--source", "sample", "--state-dir", home.path + "/state", "--log-file", file + "/log",
            ])
            #expect(ill.status == 50)
            #expect(Self.failures(ill).map { $0.dropFirst(6).prefix { $0 != ":" } } == ["state", "log"], "\(ill.text)")
            #expect(ill.text.contains("chmod go-w \(folder)") && ill.text.contains("--log-file"), "\(ill.text)")
            let mount = try await home.command([
                "mount", "--source", "sample", "--state-dir", home.path + "/state", home.mountpoint,
            ])
            #expect(mount.status == 30, "which the mount would have said: \(mount.errors)")
        }
    }

    /// Of what doctor says, but for mounts: other tests kill daemons meanwhile, and doctor sees every mount.
    private static func failures(_ result: CommandResult) -> [String] {
        result.lines.filter { $0.hasPrefix("FAIL") && !$0.contains("  mount: ") }
    }

    @Test func `help of mount gives every option its default`() async throws {
        try await Home.run { home in
            let help = try await home.command(["mount", "--help-all"])
            #expect(help.status == 0)
            let words = help.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.count { $0 == "(" } > 20)
            for key in ["source", "cache-size", "rendition", "sort", "read-only", "log-file", "connections", "config"] {
                let entry = try #require(words.components(separatedBy: " --\(key) ").dropFirst().first)
                #expect(entry.components(separatedBy: " --")[0].contains("(default: "), "\(key)")
            }
        }
    }
}
