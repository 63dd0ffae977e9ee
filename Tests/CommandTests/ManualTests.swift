import Foundation
import Testing

@testable import placesfs

/// The manual says what the program does.
@Suite struct ManualTests {
    private static func page(_ name: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("docs/\(name)")
    }

    private func manual(_ name: String) throws -> String {
        try String(contentsOf: Self.page(name), encoding: .utf8)
    }

    /// `PLACESFS_WRITE_MANUAL=1` writes the tables anew.
    @Test func `the tables of configuration.md are those of the settings`() throws {
        let page = try manual("configuration.md")
        let start = try #require(page.range(of: "<!-- Made of the settings: scripts/make-configuration -->\n"))
        let end = try #require(page.range(of: "<!-- End of the settings -->"))
        let tables =
            Configuration.groups.map { group in
                let rows = group.settings.map(\.manualRow).joined(separator: "\n")
                return "\n### \(group.title)\n\n| key | default | what it does |\n|---|---|---|\n\(rows)\n"
            }.joined() + "\n"
        if ProcessInfo.processInfo.environment["PLACESFS_WRITE_MANUAL"] != nil {
            let written = page.replacingCharacters(in: start.upperBound..<end.lowerBound, with: tables)
            try Data(written.utf8).write(to: Self.page("configuration.md"))
        } else {
            #expect(page[start.upperBound..<end.lowerBound] == tables, "to write them: scripts/make-configuration")
        }
    }

    @Test func `no two settings have one name, and what the program asks for by name is there`() {
        let names = Configuration.settings.map(\.key)
        #expect(Set(names).count == names.count)
        for key in [
            ConfigurationKey.source, .flickrAPIKey, .mirror, .contact, .proxy, .apiBase, .imageBase, .allowRoot,
            .stateDirectory, .cacheDirectory, .firstByteTimeout,
        ] {
            #expect(names.contains(key), "\(key)")
        }
    }

    private static func refusal(_ given: Assignment) -> String? {
        do throws(CommandFailure) {
            _ = try Configuration([given])
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `help names each word that a setting takes, and every default`() {
        var choices = 0
        for setting in Configuration.settings where !setting.isSwitch {
            let nonsense = Assignment(key: setting.key, value: "nonsense", origin: .option("x"))
            guard let refusal = Self.refusal(nonsense)?.firstMatch(of: /is none of (.*)/)?.1 else { continue }
            choices += 1
            for word in refusal.split(separator: ", ") { #expect(setting.help.contains(word), "\(setting.key)") }
        }
        #expect(choices >= 8)
        for setting in Configuration.settings {
            #expect(setting.help.contains("(default: "), "\(setting.key)")
            #expect(!setting.help.contains("`") && setting.help.hasSuffix(")."), "\(setting.help)")
        }
    }

    @Test func `troubleshooting.md has every exit status`() throws {
        let rows = try manual("troubleshooting.md").split(separator: "\n").compactMap { line -> String? in
            let cells = line.components(separatedBy: " | ")
            guard line.hasPrefix("| "), cells.count == 3, let number = Int(cells[0].dropFirst(2)) else { return nil }
            return "\(number) \(cells[1])"
        }
        #expect(rows == ExitStatus.allCases.map { "\($0.rawValue) \($0)" })
    }

    /// A unit that starts every five seconds what only a person can mend fills a log.
    @Test(arguments: ["user/placesfs@.service", "system/placesfs-system@.service"])
    func `the units start nothing again that a person has to mend first`(_ unit: String) throws {
        let file = Self.page("").deletingLastPathComponent().appendingPathComponent("share/systemd/\(unit)")
        let text = try String(contentsOf: file, encoding: .utf8)
        let line = try #require(text.firstMatch(of: #/\nRestartPreventExitStatus=(.*)\n/#)?.1)
        #expect(line.split(separator: " ").compactMap { Int32($0) } == Self.forPersons.map(\.rawValue))
    }

    private static let forPersons = ExitStatus.allCases.filter { status in
        switch status {
        case .usage, .configuration, .keyMissing, .sourceUnknown, .configurationUntrusted, .mountpointMissing,
            .mountpointNotDirectory, .mountpointNotEmpty, .alreadyMounted, .mountpointUnusable, .noDevice,
            .noFusermount, .notPermitted, .stateUnwritable, .cacheUnwritable, .logUnwritable, .locked, .stateDamaged,
            .sampleFailed:
            true
        // It may pass.
        case .failure, .deadMount, .pathUnreadable, .daemonSilent, .mountFailed: false
        // No mount ends with it, or it is no failure.
        case .success, .notMounted, .mountBusy, .cacheDamaged, .notAPhoto, .photoUnknown, .unhealthy, .notAPin,
            .collectionLoading, .collectionFailed, .notRefreshable, .refreshFailed, .notKeepable, .keepFull,
            .keepIncomplete, .creditUnknown, .handoutExists, .handoutUnwritable, .handoutIncomplete, .handoutEmpty:
            false
        }
    }

    /// `mount -a` sees that a line is mounted by its first column.
    @Test func `the lines of fstab name a source, and their first column as fsname`() throws {
        let lines = try manual("configuration.md").split(separator: "\n").filter {
            $0.contains("  fuse.placesfs  ") && $0.hasSuffix("  0 0")
        }
        #expect(lines.count == 2)
        for line in lines {
            let columns = line.split(separator: " ").map(String.init)
            let words = try MountOptionWords([columns[3].replacing("setuid=placesfs,", with: "")])
            #expect(words.assignments.contains { $0.key == .source && $0.value == "flickr" })
            #expect(words.assignments.contains { $0.key == "fsname" && $0.value == columns[0] })
            let mount = try HelperForm.mountArguments([columns[0], columns[1], "-o", columns[3]], commands: [])
            #expect(mount?.contains("--source") == false)
        }
    }

    /// A log in a folder that is not the service user's is an error, and nothing is mounted.
    @Test func `the line of fstab for everybody names folders that are made for its user`() throws {
        let lines = try manual("configuration.md").split(separator: "\n")
        let line = try #require(lines.first { $0.contains("setuid=placesfs") && $0.hasPrefix("placesfs ") })
        let made = try #require(lines.first { $0.hasPrefix("install -d -m 700 -o placesfs") }).split(separator: " ")
        let options = try #require(line.split(separator: " ").first { $0.contains("setuid=") })
        let words = try MountOptionWords([String(options).replacing("setuid=placesfs,", with: "")])
        let folders = words.assignments.compactMap { given -> String? in
            switch given.key {
            case .stateDirectory, .cacheDirectory: given.value
            case "log-file": given.value.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
            default: nil
            }
        }
        #expect(folders.count == 3)
        for folder in folders { #expect(made.contains { $0 == folder }, "\(folder)") }
    }

    @Test func `the changes, the package's description and the program name one version`() throws {
        let root = Self.page("").deletingLastPathComponent()
        let changes = try String(contentsOf: root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
        #expect(changes.firstMatch(of: #/\n## ([0-9.]+)/#)?.1 == Version.number[...])
        let folder = root.appendingPathComponent("share/metainfo")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let told = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            #expect(told.firstMatch(of: #/<release version="([0-9.]+)"/#)?.1 == Version.number[...], "\(name)")
        }
    }
}
