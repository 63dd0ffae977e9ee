import ArgumentParser
import Foundation
import Testing

@testable import placesfs

@Suite struct ConfigurationFileTests {
    private func failure(_ text: String) -> CommandFailure? {
        #expect(throws: CommandFailure.self) { try ConfigurationFile(text, path: "/etc/c") }
    }

    @Test func `keys, values, switches, comments and blank lines are read`() throws {
        let text = "# mine\n\ncache-size = 20M   # more\n  read_only\nfsname = a=b#c\r\nallow-other = no\n"
        let file = try ConfigurationFile(text, path: "/etc/c")
        #expect(file.assignments.map(\.key) == ["cache-size", "read-only", "fsname", "allow-other"])
        #expect(file.assignments.map(\.value) == ["20M", nil, "a=b#c", "no"])
        #expect(file.assignments.map(\.origin.description) == ["/etc/c:3", "/etc/c:4", "/etc/c:5", "/etc/c:6"])
    }

    @Test func `a mark of the byte order is no part of the first key`() throws {
        #expect(try ConfigurationFile("\u{FEFF}sort = newest\n", path: "/etc/c").assignments.map(\.key) == ["sort"])
    }

    @Test(arguments: ["cache-dir", "state-dir", "log-file", "from", "leaflet-dir"] as [ConfigurationKey])
    func `a path in a file is whole, whatever folder a command is run in`(_ key: ConfigurationKey) throws {
        let line = Assignment.Origin.file(path: "/etc/c", line: 7)
        for path in ["cache", "./cache", "../cache", "$HOME/cache", "/home/$USER", "~other/cache"] {
            let failure = #expect(throws: CommandFailure.self) {
                try Configuration([Assignment(key: key, value: path, origin: line)])
            }
            #expect(failure?.status == .configuration)
            #expect(failure?.description.hasPrefix("/etc/c:7: \(key.rawValue): '\(path)' is no whole path") == true)
            let origin = Assignment.Origin.option(key.rawValue)
            _ = try Configuration([Assignment(key: key, value: path, origin: origin)])
        }
        for path in ["/var/cache/p", "~/cache"] {
            _ = try Configuration([Assignment(key: key, value: path, origin: line)])
        }
    }

    @Test func `a slip is an error with its line`() {
        #expect(
            failure("sort = newest\ncache-sise = 3M")?.description
                == "/etc/c:2: unknown key 'cache-sise'; did you mean 'cache-size'?")
        let twice = failure("sort = newest\n\nsort = newest")
        #expect(twice?.description == "/etc/c:3: sort was given in line 1 already")
        #expect(failure("cache-size")?.description.hasPrefix("/etc/c:1: cache-size needs a value") == true)
        #expect(failure("cache-size")?.status == .configuration)
    }

    @Test func `a colon for the equals sign, and quotes, are told with the line as it should be`() {
        #expect(
            failure("cache-size: 20M")?.description
                == "/etc/c:1: write = between key and value: cache-size = 20M")
        #expect(failure("license : cc")?.description == "/etc/c:1: write = between key and value: license = cc")
        #expect(failure("cache-size\t20M")?.description == "/etc/c:1: write = between key and value: cache-size = 20M")
        #expect(failure("read-only yes")?.description == "/etc/c:1: write = between key and value: read-only = yes")
        for quoted in ["\"cc\"", "'cc'"] {
            #expect(
                failure("license = \(quoted)")?.description
                    == "/etc/c:1: license: write the value without quotes: license = cc")
        }
        let secret = "0123456789abcdef0123456789abcdef"
        for line in [
            "flickr-api-key: \(secret)", "flickr-api-key = '\(secret)'", "flickr-api-key \(secret)",
            "proxy: http://me:\(secret)@h:1", "\(secret) = 1",
        ] {
            let failure = failure(line)
            #expect(failure?.status == .configuration && failure?.description.contains(secret) == false)
        }
    }

    @Test func `a key pasted without its name is not repeated`() {
        let pasted = "0123456789abcdef0123456789abcdef"
        #expect(failure(pasted)?.description.contains(pasted) == false)
        #expect(
            failure("flickr-api-keys short")?.description.hasPrefix("/etc/c:1: unknown key 'flickr-api-keys …'") == true
        )
    }

    @Test func `a file that holds a key must be its owner's alone`() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/config"
            try Data("flickr-api-key = abc\n".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            let failure = #expect(throws: CommandFailure.self) {
                try ConfigurationFile.read(path, .required)
            }
            #expect(failure?.description.contains("chmod 600 \(path)") == true)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            #expect(try ConfigurationFile.read(path, .required).assignments.map(\.key) == [.flickrAPIKey])
            try Data("sort = newest\n".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            #expect(try ConfigurationFile.read(path, .required).assignments.map(\.key) == ["sort"])
        }
    }

    @Test func `only a file that was asked for must be there`() throws {
        #expect(try ConfigurationFile.read("/nonexistent/config", .usual).assignments.isEmpty)
        let failure = #expect(throws: CommandFailure.self) {
            try ConfigurationFile.read("/nonexistent/config", .required)
        }
        #expect(failure?.description.contains("no such file") == true)
        #expect(throws: CommandFailure.self) { try ConfigurationFile.read("/", .usual) }
    }

    @Test func `bytes that are no text are refused`() throws {
        try withTemporaryFolder { folder in
            try Data([0x73, 0xFF, 0xFE, 0x0A]).write(to: URL(fileURLWithPath: folder + "/config"))
            #expect(throws: CommandFailure.self) {
                try ConfigurationFile.read(folder + "/config", .required)
            }
        }
    }
}

@Suite struct MountOptionWordsTests {
    @Test func `options of ours are taken, those of fstab ignored, those of the kernel handed on`() throws {
        let words = try MountOptionWords([
            "allow_other,ro,cache_size=20M,x-gvfs-hide,_netdev,noauto,user,nofail,dev,suid,rw,comment=a b",
            "nodev,nosuid,config=/etc/c,fsname=a\\,b",
        ])
        #expect(words.assignments.map(\.key) == ["allow-other", "read-only", "cache-size", "fsname"])
        #expect(words.assignments.last?.value == "a,b")
        #expect(words.configurationFile == "/etc/c")
        #expect(words.kernel == ["nodev", "nosuid"])
    }

    @Test(arguments: ["cache_sise=2M", "cache_size", "config", "big", "noatime=1"])
    func `an unknown word, or one that lacks its value, is refused by name`(word: String) {
        let failure = #expect(throws: CommandFailure.self) { try MountOptionWords([word]) }
        #expect(failure?.status == .usage)
        #expect(failure?.description.hasPrefix("-o \(word.prefix { $0 != "=" }): ") == true)
    }

    @Test(arguments: [
        ("uid=1000", "belong to whoever mounts"), ("umask=022", "belong to whoever mounts"),
        ("context=system_u:object_r:usr_t:s0", "SELinux"), ("remount", "placesfs unmount"),
        ("attr_timeout=60", "leave this out"), ("debug", "log_level=debug"),
    ])
    func `a word of other file systems is told with what to do instead`(word: String, remedy: String) {
        let failure = #expect(throws: CommandFailure.self) { try MountOptionWords([word]) }
        #expect(failure?.status == .usage)
        let name = word.prefix { $0 != "=" }
        #expect(failure?.description.hasPrefix("-o \(name): ") == true, "\(failure?.description ?? "")")
        #expect(failure?.description.contains(remedy) == true, "\(failure?.description ?? "")")
    }

    @Test func `every key of the file is an option too`() throws {
        for key in Configuration.settings.map(\.key) {
            let word = key.rawValue.replacing("-", with: "_") + (key.isSwitch ? "" : "=1")
            #expect(try MountOptionWords([word]).assignments.map(\.key) == [key])
        }
    }
}

@Suite struct HelperFormTests {
    private let commands: Set<String> = ["mount", "status", "help"]

    private func arguments(_ line: String) -> [String]? {
        try? HelperForm.mountArguments(line.split(separator: " ").map(String.init), commands: commands)
    }

    @Test func `what mount(8) runs is a mount`() {
        #expect(
            arguments("sample /mnt -o rw,dev")
                == ["mount", "--source", "sample", "-o", "rw,dev", "--", "/mnt"])
        #expect(arguments("-o ro flickr /mnt") == ["mount", "--source", "flickr", "-o", "ro", "--", "/mnt"])
        #expect(arguments("-f sample /mnt") == ["mount", "--source", "sample", "-f", "--", "/mnt"])
        #expect(arguments("sample -o ro /mnt") == ["mount", "--source", "sample", "-o", "ro", "--", "/mnt"])
    }

    @Test func `options stand in any order, and their values are no words`() {
        let end = ["--", "/mnt"]
        #expect(
            arguments("sample --cache-size 20M /mnt") == ["mount", "--source", "sample", "--cache-size", "20M"] + end)
        #expect(
            arguments("--cache-size 20M sample /mnt") == ["mount", "--source", "sample", "--cache-size", "20M"] + end)
        #expect(arguments("sample --cache-size=20M /mnt") == ["mount", "--source", "sample", "--cache-size=20M"] + end)
        #expect(arguments("sample --config /c /mnt") == ["mount", "--source", "sample", "--config", "/c"] + end)
        #expect(arguments("sample --read-only /mnt") == ["mount", "--source", "sample", "--read-only"] + end)
        #expect(arguments("sample -oro /mnt") == ["mount", "--source", "sample", "-oro"] + end)
        #expect(arguments("sample --cache-size 20M") == nil, "there is no mountpoint")
    }

    @Test func `a value that is missing is not the mountpoint`() throws {
        let mount = try #require(arguments("sample /mnt --cache-size"))
        #expect(throws: (any Error).self) { try MountCommand.parse(Array(mount.dropFirst())) }
    }

    @Test func `every option that takes a value has it behind it`() throws {
        for key in Configuration.settings.map(\.key) where key != .source && key != .flickrAPIKey {
            let option = ["--" + key.rawValue] + (key.isSwitch ? [] : ["value"])
            let mount = try HelperForm.mountArguments(["sample"] + option + ["/mnt"], commands: commands)
            let command = try MountCommand.parse(Array((mount ?? []).dropFirst()))
            #expect(command.mountpoint == "/mnt", "\(key)")
        }
    }

    /// mount(8) makes a path of the first column where a file of that name is in the working directory.
    @Test func `the last part of the source counts, and another source may stand in the options`() {
        let sample = ["mount", "--source", "sample", "-o", "ro", "--", "/mnt"]
        #expect(arguments("/home/me/sample /mnt -o ro") == sample)
        #expect(arguments("sample/ /mnt -o ro") == sample)
        for word in ["placesfs", "/home/me/placesfs"] {
            #expect(arguments("\(word) /mnt -o source=sample") == ["mount", "-o", "source=sample", "--", "/mnt"])
        }
    }

    @Test func `any other word is no source, and no command`() {
        let failure = #expect(throws: CommandFailure.self) {
            try HelperForm.mountArguments(["flikr", "/mnt"], commands: commands)
        }
        #expect(failure?.status == .usage)
        #expect(
            failure?.description
                == "there is no command 'flikr', and the sources are flickr, commons, sample, folder; did you mean 'flickr'? "
                + "see placesfs --help")
    }

    @Test func `a command, one word or none is not`() {
        #expect(arguments("mount /mnt") == nil)
        #expect(arguments("status") == nil)
        #expect(arguments("/mnt") == nil)
        #expect(arguments("--help") == nil)
        #expect(arguments("-o ro") == nil)
    }
}
