import Catalog
import EmbeddedCredit
import FUSE
import Logging
import PhotoFetch
import PhotoTree
import Synchronization
import Waiting

/// Learns the sizes of photos that nobody has opened, for callers that rely on them.
///
/// A caller that waits too long gets the estimates that are left; the rest is learnt behind it.
final class Lengths: Sendable {
    private let photos: ServedPhotos
    private let lists: DirectoryRefresher
    private let singles: Refresher<PhotoID>
    private let logger: Logger
    private let time: ElapsedClock
    /// Until when a look at one photo does not wait, because another one waited in vain.
    private let silence = Mutex<Duration?>(nil)
    /// The programs of which the log has told that they got estimates.
    private let told = Mutex<Set<String>>([])

    /// How many photos of a list are asked for at once.
    private static let atOnce = 8
    /// How long the request for one photo is waited for before the next one takes its turn.
    private static let patience = Duration.seconds(60)
    private static let silencePause = Duration.seconds(30)

    init(_ photos: ServedPhotos, clock: any Clock<Duration>, logger: Logger) {
        self.photos = photos
        self.logger = logger
        time = ElapsedClock(clock)
        lists = DirectoryRefresher(clock: clock)
        singles = Refresher(clock: clock, atOnce: Self.atOnce)
    }

    func shutdown() async {
        await lists.shutdown()
        await singles.shutdown()
    }

    /// Whether the sizes of a list are being learnt.
    func isLearning(_ key: DirectoryKey) async -> Bool { await lists.isRefreshing(key) }

    /// Whether the sizes of all photos in a list are known.
    func isKnown(_ loaded: LoadedListing) -> Bool { !loaded.contains { !photos.isSizeKnown($0) } }

    /// Learns the sizes of a list's photos and waits for them, `bound` at most.
    ///
    /// - Throws: EINTR.
    func awaitLengths(in loaded: LoadedListing, for caller: Caller, within bound: Duration) async throws(Errno) {
        guard !isKnown(loaded) else { return }
        // A wait for the next hour's share would be in vain.
        let isSpent = photos.engines.images.wait.map { $0 > bound } ?? false
        let error = await lists.refresh(
            loaded.listing.directory, within: .fromNow(isSpent ? .zero : bound)
        ) { [self] in
            await learn(loaded, for: caller)
        }
        if case .interrupted? = error { throw .interrupted }
        if !isSpent { noteSilence(error) }
        if !isKnown(loaded) { tellOfEstimates(in: loaded.listing.directory, caller) }
    }

    /// Learns the sizes of a list's photos behind the caller.
    func learnBehind(_ loaded: LoadedListing, for caller: Caller) async {
        await lists.refreshBehind(loaded.listing.directory) { [self] in await learn(loaded, for: caller) }
    }

    /// Learns the size of one photo and waits for it, `bound` at most; not at all while the host is silent, or a look
    /// at each photo of a folder would take as long.
    func awaitLength(_ facts: PhotoFacts, for caller: Caller, within bound: Duration) async {
        let isSilent = silence.withLock { $0.map { time.elapsed < $0 } ?? false }
        let error = await learn(facts, for: caller, within: isSilent ? .zero : bound)
        if !isSilent { noteSilence(error) }
    }

    private func noteSilence(_ error: RefreshError?) {
        guard case .timedOut? = error else { return }
        silence.withLock { $0 = time.elapsed + Self.silencePause }
    }

    private func learn(_ facts: PhotoFacts, for caller: Caller, within bound: Duration) async -> RefreshError? {
        await singles.refresh(facts.id, within: .fromNow(bound)) { [self] in
            do throws(FetchError) {
                // The shelf knows of a photo that has another rendition by now.
                guard let photo = try? await photos.listings.photo(facts.id) else { return nil }
                try await photos.measure(photo, facts, for: caller)
                silence.withLock { $0 = nil }
                return nil
            } catch {
                return RefreshError(error)
            }
        }
    }

    private func learn(_ loaded: LoadedListing, for caller: Caller) async -> RefreshError? {
        var rest = loaded.indices { !photos.isSizeKnown($0) }[...]
        return await withTaskGroup(of: RefreshError?.self) { group in
            func begin() {
                guard let index = rest.popFirst() else { return }
                group.addTask { [self] in
                    // Another list may have it, too.
                    let facts = loaded.facts(at: index)
                    guard !photos.isSizeKnown(facts) else { return nil }
                    return await learn(facts, for: caller, within: Self.patience)
                }
            }
            for _ in 0..<Self.atOnce { begin() }
            var failure: RefreshError?
            while let error = await group.next() {
                if let error, error.concernsAll {
                    failure = error
                    rest = []
                }
                begin()
            }
            return failure
        }
    }

    private func tellOfEstimates(in key: DirectoryKey, _ caller: Caller) {
        let process = photos.callers.process(of: caller)
        let program = process.program.isEmpty ? "a program that cannot be seen" : process.program
        guard told.withLock({ $0.count < 100 && $0.insert(program).inserted }) else { return }
        logger.notice(
            "a program got estimated sizes",
            metadata: ["program": "\(PrintableText.line(program, maximumBytes: 100))", "folder": "\(key.text)"])
    }
}

extension RefreshError {
    fileprivate init(_ error: FetchError) {
        self =
            switch error {
            case .interrupted, .shutDown: .interrupted
            case .unreachable(let text): .source(.unreachable(text))
            case .timedOut(let text): .source(.timedOut(text))
            case .shareUsed(let pause): .source(.shareUsed(pause))
            case .backingOff: .source(.tooManyRequests(error.text))
            case .gone, .changed, .notAPhoto, .unserved, .cutShort, .tooLarge, .credentialsRefused, .failed:
                .source(.failed(error.text))
            }
    }

    /// Whether the next photo would meet the same error.
    fileprivate var concernsAll: Bool {
        switch self {
        case .source(.unreachable), .source(.tooManyRequests), .interrupted: true
        case .source, .catalog, .partialResults, .timedOut: false
        }
    }
}

// The size that stat(2) tells of a photo, learnt before anybody opens it.
extension ServedPhotos {
    /// The first request for a beginning brings so many bytes: in most files the image data begin within them.
    private static let beginning: Int64 = 16 << 10

    /// Whether stat(2) tells the length that an OPEN would find.
    func isSizeKnown(_ facts: PhotoFacts) -> Bool {
        guard facts.learnt != nil || facts.isHinted else { return false }
        return facts.embedded != nil || !engines.embedded.concerns(facts.rendition)
    }

    /// Learns a photo's length, and what is put into it, from the beginning of its file; if that does not tell, by
    /// opening it. The tables and the kernel are told. `facts` is what stat(2) tells of it so far.
    func measure(_ photo: Photo, _ facts: PhotoFacts, for caller: Caller) async throws(FetchError) {
        guard let image = listings.image(of: photo) else { return }
        try await reading(for: caller) { () async throws(FetchError) in
            // Bytes that are here or on their way tell it without a request.
            let continues = fetcher.continues(ImageKey(photo: photo.id, rendition: image.name))
            if !continues { try await engines.strangers.admitRequest(caller) }
            if !continues, facts.rendition == image.name, try await measureByBeginning(photo, image, facts) { return }
            try await measureByOpening(photo, image, facts, for: caller)
        }
    }

    /// Returns false if only an OPEN can tell the size.
    private func measureByBeginning(
        _ photo: Photo, _ image: Rendition, _ facts: PhotoFacts
    ) async throws(FetchError) -> Bool {
        guard var beginning = try await fetcher.beginning(of: photo, image, Self.beginning) else { return false }
        // An OPEN notices that the source has replaced the photo, and lets nobody see both.
        if let known = facts.learnt, known.length != beginning.length { return false }
        let known = facts.learnt ?? KnownFile(length: beginning.length, digest: nil)
        let open = try await fetcher.open(photo, image, known: known)
        defer { fetcher.close(open) }
        // Another process may have opened the photo meanwhile, and found another length.
        guard open.length == beginning.length else { return false }
        if beginning.isHinted {
            folders.tree.update(open.key) { $0.expect(open.length) }
        } else if facts.learnt == nil {
            folders.tree.publishLength(of: open.key, known)
            journal.append(.learned(open.key, known))
        }
        guard engines.embedded.concerns(image.name), facts.embedded == nil else { return true }
        let segments = try await segments(in: open, image, facts) { range throws(FetchError) in
            if range.upperBound > beginning.bytes.count {
                let more = try await fetcher.beginning(of: photo, image, Int64(ImageHeader.longest))
                guard let more, more.length == open.length, more.bytes.count >= range.upperBound else {
                    throw .failed("its beginning does not come")
                }
                beginning = more
            }
            return Array(beginning.bytes[Int(range.lowerBound)..<Int(range.upperBound)])
        }
        folders.tree.update(open.key) { $0.embed(segments.count) }
        return true
    }

    private func segments(
        in open: OpenPhoto, _ image: Rendition, _ facts: PhotoFacts,
        reading read: (Range<Int64>) async throws(FetchError) -> [UInt8]
    ) async throws(FetchError) -> EmbeddedSegments {
        do throws(CatalogError) {
            let decided = try await engines.embedded.decided(in: open.key, isUnheardOf: facts.learnt == nil)
            if let decided { return decided }
        } catch {
            throw FetchError(reading: error)
        }
        return try await engines.embedded.decide(open, image, before: facts.learnt, reading: read)
    }

    private func measureByOpening(
        _ photo: Photo, _ image: Rendition, _ facts: PhotoFacts, for caller: Caller
    ) async throws(FetchError) {
        fetcher.close(try await open(photo, image, facts, by: caller).served.open)
    }
}
