internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import LinuxProcess
internal import PhotoTree

/// `placesfs handout`: an archive of lists of photos for people without placesfs.
struct HandoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "handout", abstract: "Make a zip of folders of photos to pass on, with credits and maps.",
        discussion: """
            The photos in their folders, who took them and under which licence, maps that open in a browser, small \
            renditions, a table, and checksums (BagIt, RFC 8493). Photos with all rights reserved, or without a licence \
            that is known, are left out and named. What is not here yet is fetched; on a terminal it asks first.
            """)

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("The archive to write.", valueName: "file.zip"), completion: .file(extensions: ["zip"]))
    var output: String

    @Option(
        help: ArgumentHelp(
            "Only photos with such licences: cc, commercial or public-domain (default: any that may be passed on).",
            valueName: "which"))
    var license: String?

    @Flag(help: "Replace a file that is there (default: no).")
    var force = false

    @Flag(help: "Do not ask (default: ask on a terminal).")
    var yes = false

    @Argument(help: "Folders of photos, countries or topics.", completion: .directory)
    var paths: [String]

    private func filter() throws(CommandFailure) -> LicenseFilter {
        guard let license else { return .any }
        guard let filter = LicenseFilter(rawValue: license) else {
            throw CommandFailure(.usage, "--license: '\(license)' is none of cc, commercial and public-domain")
        }
        return filter
    }

    func run() async throws {
        let filter = try filter()
        guard !output.isEmpty else {
            throw CommandFailure(.usage, "'' is no name for an archive; like: -o kyoto.zip")
        }
        _ = try FollowedPath.reached(output)
        let target = URL(fileURLWithPath: output).path
        guard FileStatus(target)?.isDirectory != true else {
            throw CommandFailure(.usage, "'\(output)' is no name for an archive; like: -o kyoto.zip")
        }
        guard force || FileStatus(target) == nil else {
            throw CommandFailure(.handoutExists, "\(target) is there already; to replace it: --force")
        }
        if let there = FileStatus(target), !there.isRegular, !there.isLink {
            throw CommandFailure(.handoutUnwritable, "\(target) is no regular file, and is not replaced")
        }
        var lists: [HandoutList] = []
        for path in paths {
            for list in try await HandoutList.found(at: path) where !lists.contains(where: { $0.place == list.place }) {
                // The sentences about the source would be those of one of them.
                if let first = lists.first?.place.mount.mountpoint, first != list.place.mount.mountpoint {
                    throw CommandFailure(
                        .usage,
                        "'\(path)' is in the mount \(list.place.mount.mountpoint), others are in \(first); make an archive of each"
                    )
                }
                lists.append(list)
            }
        }
        lists = HandoutList.placed(lists)
        let going = Set(lists.flatMap { $0.photos.filter { $0.reservation(filter) == nil }.map(\.photo.id) }).count
        guard going > 0 else { throw CommandFailure(.handoutEmpty, Self.whyNothing(of: lists, filter)) }
        guard try yes || Self.agrees(to: lists, filter) else {
            Output.text("nothing was written")
            return
        }
        let file = try HandoutFile(target)
        let outcome = await withTaskGroup(of: Result<Handout, CommandFailure>?.self) { group in
            group.addTask {
                guard let signals = try? TerminationSignals.received() else { return nil }
                for await _ in signals {
                    // A read of a photo that does not come cannot be ended otherwise.
                    file.discard()
                    Output.complaint("placesfs: interrupted; nothing was written")
                    Output.end(.failure)
                }
                return nil
            }
            group.addTask { [lists] in
                do throws(CommandFailure) { return .success(try make(lists, filter, going, file)) } catch {
                    return .failure(error)
                }
            }
            var outcome: Result<Handout, CommandFailure>?
            while outcome == nil, let next = await group.next() { outcome = next }
            group.cancelAll()
            return outcome
        }
        if Output.isTerminal { Output.progress("") }
        guard let outcome else { return }
        let handout: Handout
        do throws(CommandFailure) {
            handout = try outcome.get()
        } catch {
            file.discard()
            throw error
        }
        Self.tell(handout)
        Output.text("\(target): \(Self.count(handout.photos)), \(Self.count(handout.reserved.count)) left out")
        if !handout.isWhole {
            throw CommandFailure(.handoutIncomplete, "\(Self.lack(of: handout)); the archive says which")
        }
    }

    private static func lack(of handout: Handout) -> String {
        guard handout.failed.isEmpty else { return "\(count(handout.failed.count)) could not be had" }
        return "the photos are all there; small renditions of \(count(handout.failedSmall.count)) could not be had"
    }

    private static func whyNothing(of lists: [HandoutList], _ filter: LicenseFilter) -> String {
        let photos = lists.flatMap(\.photos)
        guard !photos.isEmpty else {
            let names = lists.map(\.place.path).joined(separator: ", ")
            return "\(names) \(lists.count == 1 ? "has" : "have") no photos; name a folder that has some"
        }
        guard photos.allSatisfy({ $0.reservation(.any) != nil }) else {
            return "none of these photos has a licence that --license \(filter.rawValue) asks for"
        }
        return "none of these photos may be passed on (all rights reserved, or no licence that is known)"
    }

    private static func tell(_ handout: Handout) {
        for photo in handout.reserved { Output.complaint("left out \(photo.path): \(photo.reason)") }
        for photo in handout.failed + handout.failedSmall { Output.complaint("missing \(photo.path): \(photo.reason)") }
    }

    private static func count(_ photos: Int) -> String { "\(photos) photo\(photos == 1 ? "" : "s")" }

    private func make(
        _ lists: [HandoutList], _ filter: LicenseFilter, _ count: Int, _ file: HandoutFile
    ) throws(CommandFailure) -> Handout {
        let mount = lists[0].place.mount.mountpoint
        let told = try HandoutSource(at: mount)
        let name = URL(fileURLWithPath: file.path).deletingPathExtension().lastPathComponent
        let titles = lists.compactMap(\.place.inside.last)
        let title = titles.count > 3 ? name : titles.joined(separator: ", ")
        var handout = Handout(
            root: HandoutList.portable(name), to: file, page: try ProgramFiles.handoutPage(), notice: told.notice,
            source: told.source, now: Assembly.now())
        for list in lists {
            try handout.add(list, filter) { done in
                if Output.isTerminal { Output.progress("\(done) of \(count) photos") }
            }
        }
        if handout.photos == 0 {
            Self.tell(handout)
            throw CommandFailure(
                .handoutEmpty, "\(Self.lack(of: handout)), and no other may be passed on; nothing was written")
        }
        // What was whole is not replaced by less.
        if force, !handout.isWhole, FileStatus(file.path) != nil {
            Self.tell(handout)
            throw CommandFailure(.handoutIncomplete, "\(Self.lack(of: handout)); \(file.path) stays as it was")
        }
        try handout.finish(title: title)
        try file.finish(replacing: force && handout.isWhole)
        return handout
    }

    /// Asks on a terminal, where photos have to be fetched; elsewhere the answer is yes.
    private static func agrees(to lists: [HandoutList], _ filter: LicenseFilter) throws(CommandFailure) -> Bool {
        guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else { return true }
        var remote = 0
        var seen: Set<PhotoID> = []
        for list in lists {
            for photo in list.photos where photo.reservation(filter) == nil && seen.insert(photo.photo.id).inserted {
                let path = PathInMount(path: list.place.path + "/" + photo.name, mount: list.place.mount)
                if try path.attribute("state") != "cached" { remote += 1 }
            }
        }
        guard remote > 0 else { return true }
        Output.question(
            "\(count(remote)) \(remote == 1 ? "is" : "are") not here yet and will be fetched. Go on? [Y/n] ")
        guard let answer = readLine() else { return false }
        return answer.isEmpty || ["y", "yes"].contains(answer.lowercased())
    }
}

/// What a mount tells of its source.
private struct HandoutSource: Decodable {
    var notice: String
    var source: String

    init(at mountpoint: String) throws(CommandFailure) {
        let text = try MountStatus(of: mountpoint).json()
        do {
            self = try JSONDecoder().decode(HandoutSource.self, from: Data(text.utf8))
        } catch {
            throw CommandFailure(
                .pathUnreadable, "the daemon behind \(mountpoint) is of another version; unmount and mount again")
        }
    }
}
