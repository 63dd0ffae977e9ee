import Catalog
import FUSE
import Gazetteer
import HTTP
import PhotoTree
import Synchronization
import Waiting

/// The meaning of names in `pins/` that are no points: a sight or place of the gazetteer, a landmark that the source
/// found before, or one that it is asked for now.
final class Landmarks: Sendable {
    /// A point, what is there if the name is not the point itself, and the identifier of the area that the name means;
    /// empty for a point.
    typealias Spot = (point: Coordinate, what: String?, area: String)

    private let gazetteer: Gazetteer
    private let listings: Listings
    /// Jobs by search key. One at a time: a user types one name after the other, and more at once come from a program.
    private let search: Refresher<String>
    /// Keys that the source knew nothing of, and when it said so.
    private let unknown = Mutex(RecentlyUsed<String, Timestamp>(capacity: 1000))
    /// When the searches that are unanswered began.
    private let begun = Mutex<[String: Duration]>([:])
    private let time: ElapsedClock

    private static let mostQueued = 16

    init(_ gazetteer: Gazetteer, _ listings: Listings, clock: any Clock<Duration>) {
        self.gazetteer = gazetteer
        self.listings = listings
        time = ElapsedClock(clock)
        search = Refresher(clock: clock, atOnce: 1, most: Self.mostQueued)
    }

    func shutdown() async {
        await search.shutdown()
    }

    /// The point that a name means; nil for a name that neither the gazetteer nor an answer of the source knows.
    func spot(_ meaning: PinName) async throws(Errno) -> Spot? {
        switch meaning {
        case .point(let point, _): return (point, nil, "")
        case .nearby(let code, let name):
            guard let reference = try await known(name)?.point, let point = code.point(near: reference) else {
                return nil
            }
            return (point, nil, "")
        case .word(let name): return try await known(PinName.withoutRadius(name))
        }
    }

    /// The area that a pin was made of by its name; nil for a pin that is a point.
    func area(of pin: Pin) -> PhotoArea? {
        pin.area.isEmpty ? nil : gazetteer.photoArea(of: PlaceID(pin.area))
    }

    /// Why a radius cannot stand beside this name; nil where it can.
    func refusedRadius(_ name: String, _ meaning: PinName) -> Errno? {
        guard case .word(let word) = meaning, PinName.radiusInMetres(in: name) != nil,
            let place = gazetteer.pinned(named: PinName.withoutRadius(word)), gazetteer.area(of: place.id) != nil
        else { return nil }
        let shown = PrintableText.line(name, maximumBytes: 100)
        return listings.errors.refused(
            .invalid, name, in: .pins,
            "\"\(shown)\" has a radius, and \(place.name) is an area with an outline of its own; leave the radius out")
    }

    @concurrent func words(for spot: Spot) async -> String {
        spot.what ?? gazetteer.words(for: spot.point)
    }

    /// Asks the source about a name that only the source could know, within a time limit. The limit is one for all
    /// names: who waits holds `pins/`, and a program that makes many folders there must not hold it for the time of
    /// each.
    func awaitMeaning(of meaning: PinName, in folder: DirectoryKey = .pins) async throws(Errno) {
        guard let (name, key) = try await landmarkToAsk(for: meaning), !isUnknown(key) else { return }
        if Task.isCancelled { throw .interrupted }
        let patience = await patience(for: key)
        guard patience > .zero else {
            await search.refreshBehind(key, priority: .waiting) { await self.ask(name, key) }
            throw refused(name, .timedOut, in: folder)
        }
        let bound = DirectoryRefresher.Bound.fromNow(patience)
        if let error = await search.refresh(key, within: bound, { await self.ask(name, key) }) {
            throw refused(name, error, in: folder)
        }
    }

    /// Records why a name that means nothing is refused.
    func unknown(_ name: String, ofA sought: UnknownName.Sought = .pin, in folder: DirectoryKey = .pins) async -> Errno
    {
        await listings.errors.unknown(name, ofA: sought, in: folder, gazetteer)
    }

    /// Records why a name is refused without a wait; the source is asked in the background if it could know the name.
    ///
    /// - Parameters:
    ///   - name: As it was typed.
    ///   - meaning: What it means.
    ///   - sought: Of what it was to be the name.
    ///   - folder: Where it was to stand.
    /// - Returns: ENOENT, or ETIMEDOUT where the source is asked.
    func unknownNow(
        _ name: String, _ meaning: PinName, ofA sought: UnknownName.Sought = .pin, in folder: DirectoryKey = .pins
    ) async -> Errno {
        do throws(Errno) {
            guard let (wanted, key) = try await landmarkToAsk(for: meaning), !isUnknown(key) else {
                return await unknown(name, ofA: sought, in: folder)
            }
            await search.refreshBehind(key, priority: .waiting) { await self.ask(wanted, key) }
            return refused(wanted, .timedOut, in: folder)
        } catch {
            return error
        }
    }

    /// How long the search for `key` may be waited for: not at all while another one is unanswered, and the whole wait
    /// only once.
    private func patience(for key: String) async -> Duration {
        let underWay = await search.underWay
        guard underWay.allSatisfy({ $0 == key }) else { return .zero }
        let since = begun.withLock { $0[key] } ?? time.elapsed
        return listings.settings.timing.lookupWait - (time.elapsed - since)
    }

    /// Asks the source, and keeps its answer.
    private func ask(_ name: String, _ key: String) async -> RefreshError? {
        let start = time.elapsed
        begun.withLock { $0[key] = start }
        defer { begun.withLock { $0[key] = nil } }
        do throws(RefreshError) {
            let found = try await listings.asSource { () async throws(PhotoSourceError) in
                try await listings.source.landmark(named: name)
            }
            guard let found else {
                remember(key)
                return nil
            }
            try await listings.asCatalog { () async throws(CatalogError) in
                try await listings.catalog.store(found, named: key)
            }
            return nil
        } catch {
            return error
        }
    }

    /// A name that the source did not know is asked for again after as long as a listing would be.
    private func isUnknown(_ key: String) -> Bool {
        let moment = unknown.withLock { $0[key] }
        return moment.map { (.zero..<listings.settings.timing.listingLifetime).contains(listings.now() - $0) } ?? false
    }

    private func remember(_ key: String) {
        let now = listings.now()
        unknown.withLock { $0[key] = now }
    }

    private func known(_ name: String) async throws(Errno) -> Spot? {
        if let place = gazetteer.pinned(named: name), let point = place.coordinate {
            let words = place.name == place.country ? place.name : "\(place.name), \(place.subtitle)"
            return (point, words, gazetteer.area(of: place.id).map { $0.id.rawValue } ?? "")
        }
        let landmark = try await listings.errors.mapping("find", .pins) { () async throws(CatalogError) in
            try await listings.catalog.landmark(named: SearchKey.of(name))
        }
        guard let landmark else { return nil }
        let place = await words(for: (landmark.coordinate, nil, ""))
        return (landmark.coordinate, "\(PrintableText.line(landmark.title, maximumBytes: 200)), \(place)", "")
    }

    /// The name to ask the source for, and the key of its answer; nil if there is none, or if the source cannot be
    /// asked.
    private func landmarkToAsk(for meaning: PinName) async throws(Errno) -> (name: String, key: String)? {
        guard listings.source.findsLandmarks, !meaning.isPlaceholder else { return nil }
        let name: String
        switch meaning {
        case .point: return nil
        case .nearby(_, let place): name = place
        case .word(let word): name = PinName.withoutRadius(word)
        }
        let key = SearchKey.of(name)
        guard !key.isEmpty, try await known(name) == nil else { return nil }
        return (name, key)
    }

    private func refused(_ name: String, _ error: RefreshError, in folder: DirectoryKey = .pins) -> Errno {
        let errno = Errno(error)
        guard errno != .interrupted else { return errno }
        let sentence: String
        let shown = PrintableText.line(name, maximumBytes: 100)
        let source = listings.source.name
        if case .timedOut = error {
            sentence = "\(source) is still looking for \"\(shown)\"; try again in a moment"
        } else {
            sentence =
                "\"\(shown)\" is not in the built-in list, and \(source) could not be asked: "
                + listings.errors.sentence(of: error)
        }
        return listings.errors.refused(errno, name, in: folder, sentence)
    }
}
