internal import ArgumentParser
internal import Foundation

/// `placesfs cache`: the photos kept on disk, with and without a daemon that uses them.
struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache", abstract: "Show, clear or verify the photos kept on disk, or forget some.",
        subcommands: [Show.self, Clear.self, Verify.self, Forget.self])

    struct Which: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "Folder for photos, as given to mount (default: $XDG_CACHE_HOME/placesfs).", valueName: "folder"))
        var cacheDir: String?

        @Option(
            help: ArgumentHelp(
                "Folder for what is known, as given to mount (default: $XDG_DATA_HOME/placesfs).", valueName: "folder"))
        var stateDir: String?

        @Option(
            help: ArgumentHelp(
                "Of this source only: flickr, sample, or as `cache show` names it (default: all).", valueName: "name"))
        var source: String?

        /// - Throws: `.sourceUnknown` when the source that was named has no cache.
        func caches() throws(CommandFailure) -> [StoredCache] {
            let base = BaseDirectories.ofThisProcess()
            let caches = StoredCache.all(
                in: cacheDir.map { AbsolutePath.of($0) } ?? base.cache,
                state: stateDir.map { AbsolutePath.of($0) } ?? base.state)
            guard let source else { return caches }
            guard let cache = caches.first(where: { $0.name == source }) else {
                let names = caches.map(\.name).joined(separator: ", ")
                throw CommandFailure(
                    .sourceUnknown, "no cache of '\(source)'" + (names.isEmpty ? "" : "; there are \(names)"))
            }
            return [cache]
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "What is kept, where, and who uses it.")

        @OptionGroup var which: Which

        func run() async throws {
            let caches = try which.caches()
            for cache in caches {
                let user = cache.holder.map { ", in use by process \($0.processID) at \($0.mountpoint)" } ?? ""
                Output.text("\(cache.name): \(cache.words), in \(cache.path)\(user)")
            }
            if caches.isEmpty { Output.text("nothing is cached") }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove the photos that are kept; what is known about them stays.",
            discussion: "Not while a mount uses them: unmount first.")

        @OptionGroup var which: Which

        func run() async throws {
            for cache in try which.caches() {
                let before = cache.words
                try await cache.clear()
                Output.text("\(cache.name): removed \(before)")
            }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Compare every photo that is kept with what was fetched.",
            discussion: """
                Names what is damaged or unknown, one a line. What is damaged is removed, to be fetched anew when it is
                next opened; while a mount uses the cache it is named only. Ends with status 35 if there was any.
                """)

        @OptionGroup var which: Which

        func run() async throws {
            var damaged = 0
            var removed = 0
            for cache in try which.caches() {
                let report = try await CacheVerification(of: cache).report()
                for line in report.lines { Output.text("\(cache.name): \(line)") }
                damaged += report.damaged
                removed += report.removed
            }
            guard damaged > 0 else { return }
            throw CommandFailure(.cacheDamaged, Self.words(damaged: damaged, removed: removed))
        }

        static func words(damaged: Int, removed: Int) -> String {
            let what = "\(damaged) cached photo\(damaged == 1 ? " was" : "s were") damaged"
            switch removed {
            case damaged: return what + " and removed: what is opened again is fetched anew"
            case 0: return what + " and left: a mount fetches anew what it finds damaged; or unmount and verify again"
            default: return what + ", \(removed) removed: what is left cannot be removed by you, or is a folder in use"
            }
        }
    }
}
