internal import ArgumentParser
internal import Catalog
internal import Foundation
internal import Glibc
internal import LinuxProcess
internal import PhotoTree

/// `placesfs doctor`: checks all that a mount needs, and says how to mend what is wrong.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check what a mount needs: device, tools, key, hosts, folders, clock.",
        discussion:
            "Takes the options of mount. Asks each host whether it answers, and Flickr whether it takes the key. Exit "
            + "status 50 when something is wrong.")

    @OptionGroup var options: MountArguments

    func run() async throws {
        let checkup = Checkup(options, environment: StartEnvironment.values)
        var isHealthy = true
        for finding in await checkup.findings() {
            Output.text(PrintableText.row(finding.line))
            isHealthy = isHealthy && finding.isGood
        }
        if !isHealthy { Output.end(.unhealthy) }
    }
}

/// The checks of `doctor`, with one finding each.
struct Checkup {
    struct Finding: Hashable, Sendable {
        enum Verdict: String, Sendable {
            case good = "ok  "
            case note = "note"
            case wrong = "FAIL"
        }

        var verdict: Verdict
        var subject: String
        var words: String

        var isGood: Bool { verdict != .wrong }
        var line: String { "\(verdict.rawValue)  \(subject): \(words)" }
    }

    private let options: MountArguments
    private let environment: [String: String]
    private let base = BaseDirectories.ofThisProcess()

    init(_ options: MountArguments, environment: [String: String]) {
        self.options = options
        self.environment = environment
    }

    func findings() async -> [Finding] {
        let (settings, time) = await settings()
        return [program, device, fusermount] + settings + [Self.clock(Date(), hosts: time)] + mounts
    }

    private var program: Finding {
        Finding(
            verdict: .good, subject: "program",
            words: "placesfs \(Version.full); newer ones, with their packages, are on the repository's release page")
    }

    private var device: Finding {
        let path = "/dev/fuse"
        guard FileManager.default.fileExists(atPath: path) else {
            return Finding(
                verdict: .wrong, subject: "FUSE device",
                words: "there is no /dev/fuse; as root: modprobe fuse (a container needs --device /dev/fuse)")
        }
        guard let file = FileHandle(forUpdatingAtPath: path) else {
            return Finding(
                verdict: .wrong, subject: "FUSE device",
                words: "\(path) cannot be opened: \(SystemFailure(Errno(rawValue: errno)).words); "
                    + "as root: chmod 666 /dev/fuse, and in a container the capability SYS_ADMIN")
        }
        try? file.close()
        return Finding(verdict: .good, subject: "FUSE device", words: path)
    }

    private var fusermount: Finding {
        guard let path = Tool.path(of: "fusermount3") else {
            return Finding(
                verdict: .wrong, subject: "fusermount3", words: "is missing; as root: apt-get install fuse3")
        }
        let mode = (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int ?? 0
        guard geteuid() == 0 || mode & Int(S_ISUID) != 0 else {
            return Finding(
                verdict: .wrong, subject: "fusermount3",
                words: "\(path) may not mount for you; as root: chmod u+s \(path)")
        }
        return Finding(verdict: .good, subject: "fusermount3", words: path)
    }

    /// Configuration, source, hosts, key, allow_other, and the folders that follow from them; and what time a host says
    /// it is.
    private func settings() async -> ([Finding], Date?) {
        let configuration: Configuration
        do throws(CommandFailure) {
            configuration = try options.configuration(environment: environment, base: base).0
        } catch {
            return ([Finding(verdict: .wrong, subject: "configuration", words: error.description)], nil)
        }
        var time: Date?
        var findings = [configurationFile]
        var source: SourceName?
        do throws(CommandFailure) {
            let choice = try await SourceChoice(configuration, base)
            source = choice.source
            findings.append(
                Finding(
                    verdict: choice.remark == nil ? .good : .note, subject: "source",
                    words: choice.source.rawValue + (choice.remark.map { ": \($0)" } ?? "")))
            let hosts: [Finding]
            (hosts, time) = await self.hosts(choice.source, configuration)
            findings += hosts
            // The first host is the API's.
            let key = KeyCheck(configuration, choice.source, file: base.configuration + "/config")
            findings.append(await key.finding(isHostReached: hosts.first?.isGood ?? false))
        } catch {
            // Only a missing or wrong key prevents the choice of a source.
            findings.append(Finding(verdict: .wrong, subject: "key", words: error.description))
        }
        findings += shown(configuration, source) + maps(configuration)
        return (findings + others(configuration) + folders(configuration, source), time)
    }

    private var configurationFile: Finding {
        let files = (try? options.filesRead(base)) ?? []
        guard files.isEmpty else {
            return Finding(verdict: .good, subject: "configuration", words: files.joined(separator: ", "))
        }
        return Finding(
            verdict: .note, subject: "configuration",
            words: "there is no \(base.configuration)/config; the standard settings apply")
    }

    /// The hosts of the source's API and images. What is already known can be browsed without them.
    private func hosts(
        _ source: SourceName, _ configuration: Configuration
    ) async -> ([Finding], time: Date?) {
        guard let hosts = SourceHosts(source, configuration) else { return ([], nil) }
        var time: Date?
        let reachability = Reachability(configuration)
        var findings: [Finding] = []
        for address in hosts.askedAt {
            let name = HostName(of: address)?.name ?? address
            let answer = await reachability.answer(from: address)
            time = time ?? answer.time
            if let reason = answer.whyNot {
                // A certificate that is no longer valid, or not yet, is often a matter of this machine's clock.
                let clock = reason.lowercased().contains("certificate") ? "the clock, " : ""
                findings.append(
                    Finding(
                        verdict: .wrong, subject: "host",
                        words: "\(name) does not answer (\(reason)); check \(clock)network, proxy (https_proxy) and "
                            + "firewall"))
            } else {
                findings.append(Finding(verdict: .good, subject: "host", words: "\(name) answers"))
            }
        }
        if UserAgent.warning(source, contact: configuration.sources.contact) != nil {
            findings.append(
                Finding(
                    verdict: .note, subject: "contact",
                    words: "none; Wikimedia may slow down programs that name nobody: contact = you@example.org"))
        }
        return (findings, time)
    }

    /// The folder of one's own photos.
    private func shown(_ configuration: Configuration, _ source: SourceName?) -> [Finding] {
        guard source == .folder, let path = configuration.sources.from else { return [] }
        do throws(CommandFailure) {
            try OwnFolder.check(path, isKnown: false)
        } catch {
            return [Finding(verdict: .wrong, subject: "photos", words: error.description)]
        }
        return [Finding(verdict: .good, subject: "photos", words: path)]
    }

    /// Where Leaflet is chosen to be.
    private func maps(_ configuration: Configuration) -> [Finding] {
        guard let path = configuration.maps.leafletDirectory else { return [] }
        do throws(CommandFailure) {
            _ = try ProgramFiles.mapAssets(path)
        } catch {
            return [Finding(verdict: .wrong, subject: "maps", words: error.description)]
        }
        return [Finding(verdict: .good, subject: "maps", words: path)]
    }

    private func others(_ configuration: Configuration) -> [Finding] {
        guard configuration.access.allowsOthers || configuration.access.allowsRoot else { return [] }
        let option = configuration.access.allowsOthers ? "allow_other" : "allow_root"
        // No file is the same as a file without the line.
        let text = (try? String(contentsOfFile: "/etc/fuse.conf", encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let isAllowed = lines.contains("user_allow_other")
        guard geteuid() == 0 || isAllowed else {
            return [
                Finding(
                    verdict: .wrong, subject: option,
                    words: "is for root only; as root: echo user_allow_other >> /etc/fuse.conf")
            ]
        }
        return [Finding(verdict: .good, subject: option, words: "permitted")]
    }

    /// The folders that the mount would use or, if they do not exist yet, those that they would be made in.
    private func folders(_ configuration: Configuration, _ source: SourceName?) -> [Finding] {
        let own = source.map { SourceDirectories(configuration, source: $0, base: base) }
        let state = Self.deepest(own?.state, in: configuration.files.stateDirectory ?? base.state)
        let cache = Self.deepest(own?.cache, in: configuration.files.cacheDirectory ?? base.cache)
        return [
            catalog(in: state, folder("state", state, or: .stateUnwritable, remedy: "--state-dir")),
            apart(SourceDirectories(state: state, cache: cache))
                ?? room(
                    for: configuration.files.cacheSize, in: cache,
                    folder("cache", cache, or: .cacheUnwritable, remedy: "--cache-dir")),
            log(configuration.files.logFile),
        ]
    }

    private static func deepest(_ own: String?, in base: String) -> String {
        own.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil } ?? base
    }

    private func folder(_ subject: String, _ path: String, or status: ExitStatus, remedy: String) -> Finding {
        do throws(CommandFailure) {
            try PrivateDirectory.make(path, or: status, remedy: remedy)
        } catch {
            return Finding(verdict: .wrong, subject: subject, words: error.description)
        }
        return Finding(verdict: .good, subject: subject, words: path)
    }

    private func catalog(in path: String, _ state: Finding) -> Finding {
        guard state.isGood, let flaw = CatalogError.forbidden(at: path + "/catalog.sqlite") else { return state }
        return Finding(verdict: .wrong, subject: state.subject, words: flaw.description)
    }

    private func apart(_ directories: SourceDirectories) -> Finding? {
        do throws(CommandFailure) {
            try directories.checkApart()
            return nil
        } catch {
            return Finding(verdict: .wrong, subject: "cache", words: error.description)
        }
    }

    private func room(for size: ByteCount, in path: String, _ cache: Finding) -> Finding {
        let free = (try? FileManager.default.attributesOfFileSystem(forPath: path))?[.systemFreeSize] as? Int64
        guard cache.isGood, let free, free < size.rawValue else { return cache }
        return Finding(
            verdict: .note, subject: cache.subject,
            words: "\(path) has \(ByteCount(free)) free, less than --cache-size; photos will be passed through")
    }

    /// Opens the log as a daemon does; that creates the file.
    private func log(_ chosen: String?) -> Finding {
        let path = chosen ?? base.usualLog
        do throws(CommandFailure) {
            _ = try LogSink(file: path, isChosen: chosen != nil, takesStandardError: false)
        } catch {
            return Finding(verdict: .wrong, subject: "log", words: error.description)
        }
        return Finding(verdict: .good, subject: "log", words: path)
    }

    /// The validity of certificates depends on the clock. A date before 2026 means that the clock was never set; any
    /// other is compared with that of a host.
    static func clock(_ now: Date, hosts time: Date?) -> Finding {
        let remedy = "as root: timedatectl set-ntp true"
        guard now > Date(timeIntervalSince1970: 1_767_225_600) else {
            return Finding(
                verdict: .wrong, subject: "clock",
                words: "says \(now.ISO8601Format()), so HTTPS will fail; \(remedy)")
        }
        if let time, abs(now.timeIntervalSince(time)) > 600 {
            return Finding(
                verdict: .wrong, subject: "clock",
                words:
                    "says \(now.ISO8601Format()), and the source says it is \(time.ISO8601Format()), so lists are asked "
                    + "for at wrong times and HTTPS may fail; \(remedy)")
        }
        return Finding(verdict: .good, subject: "clock", words: now.ISO8601Format())
    }

    private var mounts: [Finding] {
        MountTable.now().ours.map { mount in
            let answer = MountAnswer.of(mount)
            guard answer == .answers else {
                return Finding(verdict: .wrong, subject: "mount", words: CommandFailure(mount, answer).description)
            }
            return Finding(verdict: .good, subject: "mount", words: "\(mount.mountpoint) answers")
        }
    }
}
