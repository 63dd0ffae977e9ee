internal import ArgumentParser
internal import Foundation
internal import PhotoTree

/// `placesfs cache`: the photos kept on disk, with and without a daemon that uses them.
struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache", abstract: "Show, clear or verify the photos on disk, or forget some.",
        discussion: "The caches are found as mount finds them: by options, environment and configuration files.",
        subcommands: [Show.self, Clear.self, Verify.self, ForgetCommand.self])

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The photos on disk: how many, where, and who uses them.")

        @OptionGroup var which: CacheArguments
        @OptionGroup var misplaced: MisplacedPaths

        func run() async throws {
            let caches = try which.caches()
            try misplaced.refuse(for: "show", caches)
            for cache in caches {
                let user = cache.holder.map { ", in use by process \($0.processID) at \($0.mountpoint)" } ?? ""
                Output.text("\(cache.name): \(cache.words), in \(cache.path)\(cache.keptWords)\(user)")
            }
            if caches.isEmpty { try which.tellThatThereIsNone() }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove the photos that were looked at. What is known about them stays.",
            discussion: """
                Photos that are kept offline stay; `placesfs unkeep` ends that. \
                What a mount uses is left and named: unmount that first. The other caches are cleared all the same. \
                Ends with status 33 if one was in use.
                """)

        @OptionGroup var which: CacheArguments
        @OptionGroup var misplaced: MisplacedPaths

        func run() async throws {
            let caches = try which.caches()
            try misplaced.refuse(for: "clear", caches)
            var failure: CommandFailure?
            for cache in caches {
                let before = cache.words
                do throws(CommandFailure) {
                    try await cache.clear()
                    Output.text(
                        "\(cache.name): removed \(before)\(cache.keptWords.replacing("kept offline", with: "left what is kept offline"))"
                    )
                } catch {
                    if caches.count > 1 { Output.complaint(error.line) }
                    failure = error
                }
            }
            if let failure {
                if caches.count > 1 { Output.end(failure.status) }
                throw failure
            }
            if caches.isEmpty { try which.tellThatThereIsNone() }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compare every photo on disk with what was fetched.",
            discussion: """
                The small renditions of thumbnailers, too. Names each photo that is damaged or unknown on a line of its \
                own. A damaged photo is removed; it is fetched again when somebody opens it. While a mount uses the \
                cache, nothing is removed. Ends with status 35 if a photo was damaged.
                """)

        @OptionGroup var which: CacheArguments
        @OptionGroup var misplaced: MisplacedPaths

        func run() async throws {
            var damaged = 0
            var removed = 0
            let caches = try which.caches()
            try misplaced.refuse(for: "verify", caches)
            for cache in caches {
                let report = try await CacheVerification(of: cache).report()
                for line in report.lines { Output.text("\(cache.name): \(line)") }
                damaged += report.damaged
                removed += report.removed
            }
            if caches.isEmpty { try which.tellThatThereIsNone() }
            guard damaged > 0 else { return }
            throw CommandFailure(.cacheDamaged, Self.words(damaged: damaged, removed: removed))
        }

        static func words(damaged: Int, removed: Int) -> String {
            let what = "\(damaged) cached photo\(damaged == 1 ? " was" : "s were") damaged"
            switch removed {
            case damaged: return what + " and removed: what is opened again is fetched anew"
            case 0: return what + " and left: a mount replaces them when they are opened; to remove them, unmount first"
            default: return what + ", \(removed) removed: what is left cannot be removed by you, or is a folder in use"
            }
        }
    }
}

/// `placesfs cache forget`: removes photos that the user no longer wants to keep.
struct ForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Remove photos at once, from disk and from every list.",
        discussion: """
            Removes their images in all sizes, and takes them out of collections, recents and the folders of places and \
            tags. A collection that had one never shows it again. A place or tag shows it when the source lists it again. \
            Copies outside the mount stay as they are.

            PHOTO is a path in a mount, a photo's id, or the address of its page at the source. The last two work \
            without a mount, too. Ends with status 36 for a path that is no photo, with 37 for a photo that nobody \
            knows.
            """)

    @OptionGroup var which: CacheArguments

    @Argument(help: "Paths in a mount, ids, or addresses of pages.", completion: .file())
    var photos: [String]

    func run() async throws {
        var failures = PathFailures(of: photos)
        for photo in photos {
            do throws(CommandFailure) {
                let name = try await UnwantedPhoto.forgotten(photo, among: which.caches)
                Output.text(PrintableText.line("forgot \(name)"))
            } catch {
                failures.add(error)
            }
        }
        try failures.end()
    }
}
