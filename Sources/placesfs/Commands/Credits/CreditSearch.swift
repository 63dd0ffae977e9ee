internal import Catalog
internal import Foundation
internal import LinuxProcess
internal import PhotoCache
internal import PhotoTree

/// Finds the credits of files. Those without attributes are looked up by digest, in all catalogs at once: what a source
/// said of a photo goes before a text of unknown origin in its file. For the others counts what is embedded in them.
struct CreditSearch {
    private enum Outcome {
        case found(FileCredit)
        /// The file is still to be looked up by its digest; `said` is embedded in it.
        case open(path: String, said: FileCredit?)
        case failed(CommandFailure)
    }

    /// A daemon writes what it learnt of a photo to the catalog a moment after the photo is there.
    private static let secondLook = Duration.seconds(1)

    private let catalogs: [StoredState]
    private let state: String
    /// In the order of the command line.
    private var outcomes: [Outcome] = []
    private var troubles: [CommandFailure] = []

    init(in catalogs: [StoredState], state: String) {
        self.catalogs = catalogs
        self.state = state
    }

    var credits: [FileCredit] {
        outcomes.compactMap { outcome in
            switch outcome {
            case .found(let credit): credit
            case .open(_, let said): said
            case .failed: nil
            }
        }
    }

    /// One failure per file. A catalog that cannot be read matters only if a file was not found.
    var failures: [CommandFailure] {
        let failures = outcomes.compactMap { outcome -> CommandFailure? in
            switch outcome {
            case .found: nil
            case .open(_, .some): nil
            case .open(let path, nil): unknown(path)
            case .failed(let failure): failure
            }
        }
        return failures + (failures.contains { $0.status == .creditUnknown } ? troubles : [])
    }

    // MARK: By the file

    /// Adds a file, or all photos of a folder.
    mutating func add(_ path: String) {
        defer { StoppedDaemonWatch.leave() }
        if let obstacle = FollowedPath(path).obstacle { return outcomes.append(.failed(obstacle.failure)) }
        switch CreditedFiles.type(of: path) {
        case .success(.typeDirectory):
            let content = CreditedFiles.photos(in: path)
            outcomes += content.paths.map(Self.outcome) + content.failures.map { .failed($0) }
            guard content.paths.isEmpty, content.failures.isEmpty else { return }
            outcomes.append(.failed(CommandFailure(.creditUnknown, "there are no photos in \(path)")))
        case .success(.typeRegular):
            outcomes.append(Self.outcome(path))
        case .success(.typeSymbolicLink):
            outcomes.append(.failed(CommandFailure(.pathUnreadable, "\(path) is a link that leads nowhere")))
        case .success:
            outcomes.append(.failed(CommandFailure(.pathUnreadable, "\(path) is neither a file nor a folder")))
        case .failure(let error):
            outcomes.append(.failed(Self.unreadable(path, error.words)))
        }
    }

    private static func outcome(_ path: String) -> Outcome {
        do throws(Errno) {
            if let known = try FileCredit(attributesOf: path) { return .found(known) }
            return .open(path: path, said: FileCredit(embeddedIn: path))
        } catch {
            return .failed(unreadable(path, SystemFailure(error).words))
        }
    }

    // MARK: By digest

    /// Looks up the files without attributes.
    mutating func lookUp() async {
        await lookOnce()
        guard hasDoubtful, catalogs.contains(where: \.isInUse) else { return }
        guard (try? await ContinuousClock().sleep(for: Self.secondLook)) != nil else { return }
        troubles = []
        await lookOnce()
    }

    /// Whether a file that is not found yet does not bear the whole line either.
    private var hasDoubtful: Bool {
        outcomes.contains { if case .open(_, let said) = $0 { said?.isWhole != true } else { false } }
    }

    private mutating func lookOnce() async {
        guard outcomes.contains(where: { if case .open = $0 { true } else { false } }) else { return }
        let disk = DiskThreads(count: 1)
        let files = await lengths(disk)
        let lengths = await known { catalog throws(CatalogError) in
            try await StoredCredits.lengths(among: Set(files.values), at: catalog)
        }
        let worthwhile = Set(lengths.joined())
        var digests: [Int: Set<String>] = [:]
        for (index, length) in files where worthwhile.contains(length) {
            guard case .open(let path, _) = outcomes[index] else { continue }
            do throws(CopiedFileError) {
                digests[index] = try await disk.run { Self.digests(of: path) }.get()
            } catch {
                fail(index, error.words)
            }
        }
        let wanted = Set(digests.values.joined())
        guard !wanted.isEmpty else { return }
        let credits = await known { catalog throws(CatalogError) in
            try await StoredCredits.of(wanted, at: catalog)
        }
        for (index, digests) in digests {
            guard case .open(let path, _) = outcomes[index] else { continue }
            let known = credits.flatMap { credits in digests.sorted().compactMap { credits[$0] } }
            guard let credit = known.first else { continue }
            outcomes[index] = .found(FileCredit(of: path, credit))
        }
    }

    /// The answers of the catalogs, in order of their names. A catalog that cannot be read gives none, and its error is
    /// kept.
    private mutating func known<T: Sendable>(
        _ question: (String) async throws(CatalogError) -> T
    ) async -> [T] {
        var answers: [T] = []
        for source in catalogs {
            do throws(CatalogError) {
                answers.append(try await question(source.catalog))
            } catch {
                let trouble = Self.trouble(source, error)
                if !troubles.contains(trouble) { troubles.append(trouble) }
            }
        }
        return answers
    }

    /// The lengths of the files that are still to be looked up, by their index in `outcomes`; a file that cannot be
    /// opened fails there. Few files have a length that makes reading them worthwhile.
    private mutating func lengths(_ disk: DiskThreads) async -> [Int: Int64] {
        var lengths: [Int: Int64] = [:]
        for (index, outcome) in outcomes.enumerated() {
            guard case .open(let path, _) = outcome else { continue }
            do throws(CopiedFileError) {
                lengths[index] = try await disk.run { Self.length(of: path) }.get()
            } catch {
                fail(index, error.words)
            }
        }
        return lengths
    }

    private static func length(of path: String) -> Result<Int64, CopiedFileError> {
        do throws(CopiedFileError) {
            return .success(try CopiedFile(at: path).length)
        } catch {
            return .failure(error)
        }
    }

    private static func digests(of path: String) -> Result<Set<String>, CopiedFileError> {
        do throws(CopiedFileError) {
            return .success(try CopiedFile(at: path).digests())
        } catch {
            return .failure(error)
        }
    }

    // MARK: What went wrong

    private mutating func fail(_ index: Int, _ words: String) {
        // What was read of the file before still counts.
        guard case .open(let path, nil) = outcomes[index] else { return }
        outcomes[index] = .failed(Self.unreadable(path, words))
    }

    private static func unreadable(_ path: String, _ words: String) -> CommandFailure {
        let words = words.prefix(1).lowercased() + words.dropFirst()
        return CommandFailure(.pathUnreadable, "cannot read \(path): \(words)")
    }

    private func unknown(_ path: String) -> CommandFailure {
        guard !catalogs.isEmpty else {
            return CommandFailure(
                .creditUnknown,
                "\(path) bears no credit, and nothing is known in \(state) to find it by; was it mounted with another "
                    + "--state-dir?")
        }
        return CommandFailure(
            .creditUnknown,
            "\(path) bears no credit, and its bytes are no photo's that was read here: it was changed, or comes "
                + "from elsewhere; look it up in CREDITS.txt of the folder it came from")
    }

    private static func trouble(_ source: StoredState, _ error: CatalogError) -> CommandFailure {
        switch error {
        case .unwritable(_, let cause):
            // SQLite makes the index of its log beside the catalog, even for reading.
            CommandFailure(
                .stateDamaged,
                "cannot look for copies in \(source.catalog): \(cause); its folder has to be writable, or copy it elsewhere"
            )
        default:
            CommandFailure(error)
        }
    }
}
