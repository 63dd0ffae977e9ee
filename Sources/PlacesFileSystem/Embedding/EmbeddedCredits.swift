import Catalog
import EmbeddedCredit
import PhotoFetch
import PhotoTree
import Synchronization

/// What is put into photos as they are read: decided when a photo is first opened, written down behind that and kept in the
/// catalog for as long as the source's file stays, and the last ones used in memory.
final class EmbeddedCredits: Sendable {
    /// How much of a file is looked at first, in bytes: where its data begin, in most.
    static let firstLook: Int64 = 8 << 10

    private let choice: Settings.Embedding
    private let catalog: Catalog
    /// The rendition that is bit for bit the source's file unless the user wants everything embedded.
    private let original: String?
    private let sourceName: String
    /// The city and country that a point is in, where `places/` shows one there.
    private let place: @Sendable (Coordinate) -> Place?
    private let note: @Sendable (EmbeddedDecision) -> Void
    private let table = Mutex(Table())

    private struct Table {
        var recent = RecentlyUsed<ImageKey, EmbeddedSegments>(capacity: 256)
        /// Decided, and not in the catalog yet.
        var unwritten: [ImageKey: EmbeddedSegments] = [:]
        /// Images that the source has replaced since: what the catalog has of them is of the ones before.
        var replaced: Set<PhotoID> = []
        /// Images that came whole in this daemon's life before it was decided.
        var fetched = RecentlyUsed<ImageKey, Bool>(capacity: 1024)

        mutating func decided(in key: ImageKey) -> EmbeddedSegments? { unwritten[key] ?? recent[key] }
    }

    /// `note` is told what was decided, and has it written down and `wrote` called.
    init(
        _ choice: Settings.Embedding, catalog: Catalog, original: String?, sourceName: String,
        place: @escaping @Sendable (Coordinate) -> Place?, noting note: @escaping @Sendable (EmbeddedDecision) -> Void
    ) {
        self.choice = choice
        self.catalog = catalog
        self.original = original
        self.sourceName = sourceName
        self.place = place
        self.note = note
    }

    /// Whether anything may be put into photos of this rendition.
    func concerns(_ rendition: String) -> Bool {
        switch choice {
        case .none: false
        case .credit: rendition != original
        case .all: true
        }
    }

    /// What was decided before; nil when nothing was. The catalog is not asked about an image that
    /// `isUnheardOf`: of whose file nothing was ever learnt.
    func decided(in key: ImageKey, isUnheardOf: Bool = false) async throws(CatalogError) -> EmbeddedSegments? {
        guard concerns(key.rendition) else { return EmbeddedSegments.none }
        let (known, isReplaced) = table.withLock { ($0.decided(in: key), $0.replaced.contains(key.photo)) }
        if known != nil || isReplaced || isUnheardOf { return known }
        let segments = try await catalog.embeddedSegments(in: key)
        if let segments { table.withLock { $0.recent[key] = segments } }
        return segments
    }

    /// Whether what was decided stands; `decided(in:)` has it.
    func stands(in key: ImageKey) -> Bool {
        concerns(key.rendition) && !awaitsDecision(key)
    }

    /// All of the image has come.
    func noteFetched(_ key: ImageKey) {
        guard concerns(key.rendition) else { return }
        table.withLock { table in
            if table.recent[key] == nil, table.fetched[key] == nil { table.fetched[key] = true }
        }
    }

    /// Whether all of the image may be there though nobody has read any of it: its host said one length and sent another,
    /// or replaced it, which ends an OPEN with an error.
    func awaitsDecision(_ key: ImageKey) -> Bool {
        table.withLock { $0.fetched[key] == true || $0.replaced.contains(key.photo) }
    }

    /// Decides by what stands before the image's data; the first decision stands. It is written down behind the OPEN that
    /// waits for it: of a daemon that is killed before, the next one makes the same bytes of the same listing. `read` brings
    /// a range of what the source sends; `before` is what was known of the file before it was opened now, `draft` what was
    /// made while its head came.
    func decide(
        _ open: OpenPhoto, _ image: Rendition, before: LearntFile?, draft: CreditDraft? = nil,
        reading read: (Range<Int64>) async throws(FetchError) -> [UInt8]
    ) async throws(FetchError) -> EmbeddedSegments {
        var count = Self.firstLook
        var header = ImageHeader.unfinished
        while header == .unfinished {
            let end = min(count, Int64(ImageHeader.longest), open.length)
            header = ImageHeader(try await read(0..<end), isWhole: end == open.length)
            count *= 4
        }
        let made = EmbeddedSegments(header, draft ?? self.draft(of: open.photo, image))
        let other = table.withLock { table -> EmbeddedSegments? in
            let isReplaced = table.replaced.remove(open.key.photo) != nil
            table.fetched[open.key] = nil
            // Whoever had it open at the same moment goes on with the same bytes.
            if !isReplaced, let other = table.decided(in: open.key) { return other }
            table.recent[open.key] = made
            table.unwritten[open.key] = made
            return nil
        }
        if let other { return other }
        note(EmbeddedDecision(made, in: open.key, choice: choice.rawValue, before: before))
        return made
    }

    func draft(of photo: Photo, _ image: Rendition) -> CreditDraft {
        CreditDraft(fields(of: photo), image: image)
    }

    /// The decision is in the catalog, or will not be.
    func wrote(_ decision: EmbeddedDecision) {
        table.withLock { table in
            if table.unwritten[decision.key] == decision.segments { table.unwritten[decision.key] = nil }
        }
    }

    /// The XMP packet that the photo bears; of one that bears none, or that nobody opened yet, the one it would.
    func packet(of photo: Photo, image: ImageKey?) async throws(CatalogError) -> [UInt8] {
        if let image, let packet = try await decided(in: image)?.packet { return packet }
        return Array(XMPPacket(fields(of: photo)).text.utf8)
    }

    private func fields(of photo: Photo) -> CreditFields {
        var fields = CreditFields(photo, sourceName: sourceName)
        if let place = fields.position.flatMap(place) { fields.stand(in: place) }
        return fields
    }

    /// The source has replaced the photo's images: what goes into them is decided anew.
    func forget(_ photo: PhotoID) {
        table.withLock { table in
            table.recent.removeAll { $0.photo == photo }
            table.unwritten = table.unwritten.filter { $0.key.photo != photo }
            table.replaced.insert(photo)
        }
    }
}
