import Catalog
import FUSE
import Logging
import PhotoCache
import PhotoTree

/// The work behind requests. It writes down what was learnt during them, at once or when the disk has room again. It
/// also turns looks at photos into views when nothing can take them back any more.
struct Housekeeping: Sendable {
    let folders: Folders
    let journal: Journal
    let clock: any Clock<Duration>
    let logger: Logger

    private var catalog: Catalog { folders.listings.catalog }
    private var views: ViewRecorder { folders.recents.views }

    /// Runs until the journal is finished.
    func run() async {
        await withTaskGroup { group in
            group.addTask { await decideViews() }
            group.addTask { await workDaily() }
            group.addTask { await indexTextsBehindSearches() }
            group.addTask { await folders.albums.showWhenQuiet() }
            group.addTask { await folders.albums.removeAbandoned() }
            group.addTask { await beginAlbums() }
            group.addTask { await folders.albums.rescueRemoved() }
            await journal.workOff { events in
                await record(events)
            } atEnd: {
                await decideLastViews()
                await writeKept()
                // On a full disk files get other numbers in the next mount, and nothing is lost.
                try? await folders.tree.generated.write()
            }
            group.cancelAll()
        }
    }

    /// What nobody asked for, each day from the start on. A user has a first look at the mount before.
    private func workDaily() async {
        var pause = folders.settings.timing.startPause
        while (try? await clock.sleep(for: pause)) != nil {
            folders.engines.cache.count()
            journal.append(.dayBegan)
            await indexTexts()
            pause = .seconds(86_400)
        }
    }

    /// So that a search of what is known need not index a whole catalog of an earlier version. Other writers come in
    /// between; what fails here is indexed by the search, which tells why it failed.
    private func indexTexts() async {
        try? await catalog.indexTexts()
    }

    private func indexTextsBehindSearches() async {
        for await _ in catalog.unindexedTexts { await indexTexts() }
    }

    /// Not through the journal: the source may take long to say what it knows of photos that were lost here.
    private func beginAlbums() async {
        await folders.albums.spools.clean()
        do throws(CatalogError) {
            try await folders.albums.learnUnknown { [folders] photo throws(CatalogError) in
                _ = try await folders.withdraw(photo, as: .gone)
            }
        } catch {
            logger.error("cannot tell what is lost of albums", metadata: ["cause": "\(error)"])
        }
    }

    // MARK: What was learnt

    /// After a failed write, the next one is tried this much later.
    private static let writePause: Duration = .seconds(1)

    /// Events about files that follow each other are written to the catalog in one transaction. Counted images are
    /// written once for all events.
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
        // If the transaction fails, each event is written alone, and what still fails is kept for later.
        if news.count > 1, journal.unwritten.isEmpty, (try? await catalog.note(news)) != nil {
            for case .embedded(let decision) in news { folders.engines.embedded.wrote(decision) }
            return
        }
        for event in events { await record(event) }
    }

    private func record(_ event: Journal.Event) async {
        if case .roomPerhaps = event { return await writeKept() }
        // Events stay in order: one that was recorded before a photo was removed must not bring the photo back.
        guard journal.unwritten.isEmpty || !journal.unwritten.put(event) else { return }
        do throws(CatalogError) {
            try await write(event)
        } catch {
            let isKept = error.mayPass && journal.unwritten.put(event)
            logger.error(
                "cannot write down what was learnt", metadata: ["cause": "\(error)", "kept": "\(isKept)"])
            if isKept { tryAgainSoon() }
        }
    }

    /// Writes as many of the kept events as the disk takes.
    private func writeKept() async {
        guard !journal.unwritten.isEmpty else { return }
        while let event = journal.unwritten.first {
            do throws(CatalogError) {
                try await write(event)
            } catch {
                if error.mayPass { return tryAgainSoon() }
                if error == .closed { return }
                // An event that the catalog will never take must not hold up the events after it.
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
            // The task is cancelled at the end, where the write is tried once more.
            try? await clock.sleep(for: Self.writePause)
            journal.append(.roomPerhaps)
        }
    }

    private func write(_ event: Journal.Event) async throws(CatalogError) {
        switch event {
        case .mounted:
            await folders.collectAwaited()
        case .dayBegan:
            try await prune()
        case .learned(let key, let file):
            try await catalog.learn(file, of: key)
        case .forgot(let key):
            try await catalog.note([.forgot(key)])
        case .fetched(let key):
            try await catalog.noteFetched(key)
        case .embedded(let decision):
            // If the catalog takes nothing, the decision stays in this daemon's memory.
            try? await catalog.embed(decision)
            folders.engines.embedded.wrote(decision)
        case .countedImages:
            try await folders.engines.writeImages(into: catalog, at: folders.listings.now())
        case .gone(let photo):
            try await folders.withdraw(photo, as: .gone)
        case .updated(let photo):
            folders.listings.shelf.put(photo)
            try await catalog.update(photo)
        case .viewed(let photo, let moment):
            try await catalog.noteViews([photo: moment])
        case .ruledSizes(let rule):
            try await catalog.store(rule)
        case .roomPerhaps:
            return
        }
    }

    private func prune() async throws(CatalogError) {
        try await folders.places.forgetDeparted()
        try await catalog.prune()
    }

    // MARK: Views

    /// Decides which looks were views, until the task is cancelled.
    private func decideViews() async {
        for await _ in views.rings {
            while !views.isIdle {
                guard (try? await clock.sleep(for: folders.settings.timing.viewPause)) != nil else { break }
                await note(views.decide())
            }
        }
    }

    /// Nobody reads any more, so nothing can take back the looks that are left.
    private func decideLastViews() async {
        await note(views.decide(all: true))
    }

    /// Writes the list a moment after it changed: by then it is known whether a program copied photos or a user viewed
    /// them. If a process lists `recents/` sooner, the list is written sooner.
    private func note(_ decided: [PhotoID: Timestamp]) async {
        do throws(CatalogError) {
            try await folders.recents.write()
        } catch {
            logger.error("cannot write down what was viewed", metadata: ["cause": "\(error)"])
        }
        do throws(CatalogError) {
            if !decided.isEmpty { try await catalog.noteViews(decided) }
        } catch {
            for (photo, moment) in decided { await record(.viewed(photo, moment)) }
        }
        for (photo, time) in decided {
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
        case .forgot(let key): .forgot(key)
        case .fetched(let key): .fetched(key)
        case .embedded(let decision): .embedded(decision)
        case .mounted, .dayBegan, .countedImages, .gone, .updated, .viewed, .ruledSizes, .roomPerhaps: nil
        }
    }
}
