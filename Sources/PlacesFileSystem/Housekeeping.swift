import Catalog
import FUSE
import Logging
import PhotoCache
import PhotoTree

/// What goes on behind requests: what was learnt beneath them is written down, at once or when there is room again, and looks
/// at photos become views when nothing can take them back any more.
struct Housekeeping: Sendable {
    let folders: Folders
    let journal: Journal
    let clock: any Clock<Duration>
    let logger: Logger

    private var catalog: Catalog { folders.listings.catalog }
    private var views: ViewRecorder { folders.recents.views }

    /// Goes on until the journal is finished.
    func run() async {
        await withTaskGroup { group in
            group.addTask { await settleViews() }
            group.addTask { await countDays() }
            await journal.workOff { events in
                await record(events)
            } atEnd: {
                await settleLastViews()
                await writeKept()
            }
            group.cancelAll()
        }
    }

    private func countDays() async {
        while (try? await clock.sleep(for: .seconds(86_400))) != nil {
            journal.append(.dayPassed)
        }
    }

    // MARK: What was learnt

    /// How long after a write that failed the next is tried.
    private static let writePause: Duration = .seconds(1)

    /// What was told of files in a row goes into the catalog together, and images are counted once for all.
    private func record(_ events: [Journal.Event]) async {
        var files: [Journal.Event] = []
        var haveImagesCome = false
        for event in events {
            if event.fileNews != nil {
                files.append(event)
            } else if case .countedImages = event {
                haveImagesCome = true
            } else {
                await recordFiles(&files)
                await record(event)
            }
        }
        await recordFiles(&files)
        if haveImagesCome { await record(.countedImages) }
    }

    private func recordFiles(_ events: inout [Journal.Event]) async {
        defer { events = [] }
        let news = events.compactMap(\.fileNews)
        // Where it fails, each on its own is kept for later.
        if news.count > 1, journal.unwritten.isEmpty, (try? await catalog.note(news)) != nil {
            for case .embedded(let decision) in news { folders.engines.embedded.wrote(decision) }
            return
        }
        for event in events { await record(event) }
    }

    private func record(_ event: Journal.Event) async {
        if case .roomPerhaps = event { return await writeKept() }
        // In order: a photo that left must not come back with what was learnt of it before.
        guard journal.unwritten.isEmpty || !journal.unwritten.keep(event) else { return }
        do throws(CatalogError) {
            try await write(event)
        } catch {
            let isKept = error.mayPass && journal.unwritten.keep(event)
            logger.error(
                "cannot write down what was learnt", metadata: ["cause": "\(error)", "kept": "\(isKept)"])
            if isKept { tryAgainSoon() }
        }
    }

    /// As much of it as the disk takes.
    private func writeKept() async {
        guard !journal.unwritten.isEmpty else { return }
        while let event = journal.unwritten.first {
            do throws(CatalogError) {
                try await write(event)
            } catch {
                if error.mayPass { return tryAgainSoon() }
                if error == .closed { return }
                // What will never be taken must not keep back what came after it.
                logger.error("cannot write down what was learnt", metadata: ["cause": "\(error)"])
            }
            journal.unwritten.wroteFirst()
        }
        do throws(CatalogError) {
            try await folders.recents.write()
            logger.notice("what was learnt meanwhile is written down")
        } catch {
            if error.mayPass { return tryAgainSoon() }
            logger.error("cannot write down what was viewed", metadata: ["cause": "\(error)"])
        }
    }

    private func tryAgainSoon() {
        Task { [journal, clock] in
            // Cancelled at the end, where it is tried once more.
            try? await clock.sleep(for: Self.writePause)
            journal.append(.roomPerhaps)
        }
    }

    private func write(_ event: Journal.Event) async throws(CatalogError) {
        switch event {
        case .mounted:
            await folders.collectAwaited()
            try await prune()
        case .dayPassed:
            try await prune()
        case .learned(let key, let file):
            try await catalog.learn(file, of: key)
        case .fetched(let key):
            try await catalog.noteFetched(key)
        case .embedded(let decision):
            // A catalog that takes nothing leaves it to this daemon's memory.
            try? await catalog.embed(decision)
            folders.engines.embedded.wrote(decision)
        case .countedImages:
            try await folders.engines.writeImages(into: catalog, at: folders.listings.now())
        case .gone(let photo):
            try await folders.depart(photo, as: .gone)
        case .updated(let photo):
            folders.listings.shelf.put(photo)
            try await catalog.update(photo)
        case .viewed(let photo, let moment):
            try await catalog.noteViews([photo: moment])
        case .roomPerhaps:
            return
        }
    }

    private func prune() async throws(CatalogError) {
        try await folders.places.forgetDeparted()
        try await catalog.prune()
    }

    // MARK: Views

    /// Settles which looks were views, until it is cancelled.
    private func settleViews() async {
        for await _ in views.rings {
            while !views.isIdle {
                guard (try? await clock.sleep(for: folders.settings.timing.viewPause)) != nil else { break }
                await note(views.settle())
            }
        }
    }

    /// Nobody reads any more, so nothing can be taken back.
    private func settleLastViews() async {
        await note(views.settle(all: true))
    }

    /// Writes the list a moment after it changed: by then a copy has been told from a view. Who lists `recents/` sooner
    /// has it written sooner.
    private func note(_ settled: [PhotoID: Timestamp]) async {
        do throws(CatalogError) {
            try await folders.recents.write()
        } catch {
            logger.error("cannot write down what was viewed", metadata: ["cause": "\(error)"])
        }
        do throws(CatalogError) {
            if !settled.isEmpty { try await catalog.noteViews(settled) }
        } catch {
            for (photo, moment) in settled { await record(.viewed(photo, moment)) }
        }
        for (photo, time) in settled {
            folders.tree.update(photo) { $0.viewed = time }
            guard let number = folders.tree.inodes.number(of: photo) else { continue }
            if case .photo(let facts)? = folders.tree.inodes.record(number)?.facts {
                folders.engines.cache.viewed(ImageKey(photo: photo, rendition: facts.rendition), at: time)
            }
        }
    }
}

extension Journal.Event {
    fileprivate var fileNews: FileNews? {
        switch self {
        case .learned(let key, let file): .learned(key, file)
        case .fetched(let key): .fetched(key)
        case .embedded(let decision): .embedded(decision)
        case .mounted, .dayPassed, .countedImages, .gone, .updated, .viewed, .roomPerhaps: nil
        }
    }
}
