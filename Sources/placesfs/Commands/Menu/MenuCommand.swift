internal import ArgumentParser
internal import Foundation
internal import LinuxProcess

/// `placesfs menu`: what the entries run that file managers show for files in a mount. There is no terminal to read, so
/// what was done is said on the screen as well.
struct MenuCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "menu", abstract: "Do what an entry of a file manager's menu says.",
        discussion: """
            keep            keeps folders offline, says how many photos and how large, and offers to stop
            album           asks for an album, and puts photos, or all photos of folders, into it
            new-collection  asks for another collection of pins
            credit          copies the credit lines of photos
            What was done, or why not, is shown as a notification.
            """)

    enum Deed: String, CaseIterable {
        case keep, album, credit
        case newCollection = "new-collection"
    }

    @Argument(
        help: ArgumentHelp("What to do: keep, album, new-collection or credit.", valueName: "entry"),
        completion: .choices(Deed.self))
    var entry: String

    @Argument(help: "Files and folders in a mount, as paths or file: addresses.", completion: .file())
    var files: [String]

    private func deed() throws(CommandFailure) -> Deed {
        guard let deed = Deed(rawValue: entry) else {
            throw CommandFailure(
                .usage, "'\(entry)' is none of \(Deed.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return deed
    }

    func run() async throws {
        let deed = try deed()
        do throws(CommandFailure) {
            let paths = files.map(Self.path)
            switch deed {
            case .keep: try bringOffline(paths)
            case .album: try fillAlbum(paths)
            case .newCollection: try requestCollections(paths)
            case .credit: try await copyCredits(paths)
            }
        } catch {
            DesktopNotice.tell("Places", error.description)
            throw error
        }
    }

    /// File managers hand over either.
    private static func path(_ given: String) -> String {
        guard given.hasPrefix("file:///"), let url = URL(string: given), url.isFileURL else { return given }
        return url.path
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    // MARK: The deeds

    private func bringOffline(_ paths: [String]) throws(CommandFailure) {
        var folders: [KeptFolder] = []
        var new: [KeptFolder] = []
        for path in paths {
            let folder = try KeptFolder.found(at: path)
            folders.append(folder)
            if try !folder.isKept() { new.append(folder) }
        }
        let told = new.isEmpty ? folders : new
        let isOne = told.count == 1
        let name = isOne ? told[0].title : Self.count(told.count, "folder")
        let words: String
        if new.isEmpty {
            var (here, all) = (0, 0)
            for folder in folders {
                let progress = try folder.progress() ?? (0, 0)
                (here, all) = (here + progress.photos, all + progress.of)
            }
            words = "\(here) of \(Self.count(all, "photo")) are here."
        } else {
            words = KeepCommand.words(try KeptFolder.facts(of: new)) + "."
        }
        for folder in new { try folder.keep(true) }
        guard DesktopNotice.asks("\(name) \(isOne ? "stays" : "stay") offline", words, yes: "Stop keeping") else {
            return
        }
        for folder in told { try folder.keep(false) }
        DesktopNotice.tell(
            "\(name) \(isOne ? "is" : "are") kept no longer", "The photos are fetched again when you look at them.")
    }

    private func fillAlbum(_ paths: [String]) throws(CommandFailure) {
        let album = try AlbumFilling(of: paths)
        guard let name = try album.chosenName() else { return }
        let outcome = try album.fill(name)
        guard outcome.added + outcome.present > 0 || outcome.failure != nil else {
            throw CommandFailure(
                .notAPhoto, "there are no photos in \(paths.joined(separator: ", ")); look into a folder first")
        }
        var words = "\(Self.count(outcome.added, "photo")) added."
        if outcome.present > 0 { words += " \(Self.count(outcome.present, "photo")) had been in it already." }
        if let failure = outcome.failure {
            throw CommandFailure(failure.status, "\(failure.description); album \(name): \(words)")
        }
        DesktopNotice.tell("Album \(name)", words)
    }

    private func requestCollections(_ paths: [String]) throws(CommandFailure) {
        var pins: [PinPath] = []
        for path in paths { pins.append(try PinPath.asked(at: path, after: pins)) }
        let names = Set(pins.map(\.name)).sorted().joined(separator: ", ")
        DesktopNotice.tell("New collection", "Other photos of \(names) are being loaded.")
    }

    private func copyCredits(_ paths: [String]) async throws(CommandFailure) {
        let folders = try StoredFolders.ofThisUser()
        var search = CreditSearch(
            in: try StoredState.catalogs(in: folders.state, of: folders.name), state: folders.state)
        for path in paths { search.add(path) }
        await search.lookUp()
        let (credits, failures) = (search.credits.map(\.credit), search.failures)
        if let failure = failures.first, credits.isEmpty { throw failure }
        let text = credits.joined(separator: "\n")
        let isCopied = Clipboard.put(text)
        var shown = credits.prefix(3).joined(separator: "\n")
        if credits.count > 3 { shown += "\nand \(credits.count - 3) more" }
        if !failures.isEmpty {
            shown += "\n\(Self.count(failures.count, "file")) without a credit: \(failures[0].description)"
        }
        let isMissing = isCopied ? "" : " (to copy it: apt-get install xclip or wl-clipboard)"
        DesktopNotice.tell((isCopied ? "Credit copied" : "Credit") + isMissing, shown)
        Output.text(text)
        if let failure = failures.first { Output.end(failure.status) }
    }
}
