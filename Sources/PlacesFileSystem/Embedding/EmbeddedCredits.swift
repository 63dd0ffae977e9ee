import Catalog
import EmbeddedCredit
import PhotoFetch
import PhotoTree
import Synchronization

/// The credits that are put into photos as they are read. A credit is decided when a photo is first opened, and written
/// to the catalog after that. The catalog keeps it while the source's file stays the same, and memory keeps the last
/// ones used.
final class EmbeddedCredits: Sendable {
    /// How many bytes of a file are read first: in most files the image data begin within them.
    static let firstLook: Int64 = 8 << 10

    private let choice: Settings.Embedding
    private let catalog: Catalog
    /// The rendition that is bit for bit the source's file; only `Embedding.all` puts something into it.
    private let original: String?
    private let sourceName: String
    /// The city and country of a point, if `places/` shows a place there.
    private let place: @Sendable (Coordinate) -> Place?
    private let note: @Sendable (EmbeddedDecision) -> Void
    private let table = Mutex(Table())

    private struct Table {
        var recent = RecentlyUsed<ImageKey, EmbeddedSegments>(capacity: 256)
        /// Decisions that are not in the catalog yet.
        var unwritten: [ImageKey: EmbeddedSegments] = [:]
        /// Photos whose images the source has replaced since: the catalog's segments belong to the images before.
        /// The catalog forgets most of these segments itself once it knows the new files' lengths.
        var replaced = RecentlyUsed<PhotoID, Void>(capacity: 20_000)
        /// Images of which this daemon fetched all bytes before anything was decided.
        var fetched = RecentlyUsed<ImageKey, Void>(capacity: 1024)

        mutating func decided(in key: ImageKey) -> EmbeddedSegments? { unwritten[key] ?? recent[key] }
    }

    /// `note` gets each decision. It must have it written, and then have `wrote` called.
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

    /// What decisions are made by: what the user wants, and how this version does it. Version 1 wrote the choice alone.
    static func rule(of choice: Settings.Embedding) -> String { "\(choice.rawValue) \(ImageHeader.rule)" }

    /// Whether anything may be put into photos of this rendition.
    func concerns(_ rendition: String) -> Bool {
        switch choice {
        case .none: false
        case .credit: rendition != original
        case .all: true
        }
    }

    /// The segments that were decided before; nil when nothing was. The catalog is not asked about an image that
    /// `isUnheardOf`: of whose file nothing was ever learnt.
    func decided(in key: ImageKey, isUnheardOf: Bool = false) async throws(CatalogError) -> EmbeddedSegments? {
        guard concerns(key.rendition) else { return EmbeddedSegments.none }
        let (known, isReplaced) = table.withLock { ($0.decided(in: key), $0.replaced[key.photo] != nil) }
        if known != nil || isReplaced || isUnheardOf { return known }
        let segments = try await catalog.embeddedSegments(in: key)
        if let segments { table.withLock { $0.recent[key] = segments } }
        return segments
    }

    /// Whether an earlier decision is still valid; `decided(in:)` has it.
    func stands(in key: ImageKey) -> Bool {
        concerns(key.rendition) && !awaitsDecision(key)
    }

    /// All bytes of the image have been fetched.
    func noteFetched(_ key: ImageKey) {
        guard concerns(key.rendition) else { return }
        table.withLock { table in
            if table.recent[key] == nil, table.fetched[key] == nil { table.fetched[key] = () }
        }
    }

    /// Whether all bytes of the image may be here although no process has read any of it: its host announced one length
    /// and sent another, or replaced the image, which ends an OPEN with an error.
    func awaitsDecision(_ key: ImageKey) -> Bool {
        table.withLock { $0.fetched[key] != nil || $0.replaced[key.photo] != nil }
    }

    /// Decides by the bytes before the image's data; the first decision is final. It is written after the OPEN that
    /// waits for it: if the daemon is killed before that, the next one makes the same bytes of the same listing. `read`
    /// reads a range of what the source sends; `before` is what was known of the file before this OPEN; `draft` was
    /// made while the head of the file arrived; with `isHere` all of the file can be read without waiting.
    func decide(
        _ open: OpenPhoto, _ image: Rendition, before: KnownFile?, draft: CreditDraft? = nil,
        isHere: Bool = false, reading read: (Range<Int64>) async throws(FetchError) -> [UInt8]
    ) async throws(FetchError) -> EmbeddedSegments {
        var count = Self.firstLook
        var header = ImageHeader.unfinished
        while header == .unfinished {
            let end = min(count, Int64(ImageHeader.longest), open.length)
            header = ImageHeader(try await read(0..<end), isWhole: end == open.length)
            count *= 4
        }
        if isHere, header.mayGoOn, open.length <= Int64(ImageHeader.longestPNG) {
            header = ImageHeader(try await read(0..<open.length), isWhole: true)
        }
        let made = EmbeddedSegments(header, draft ?? self.draft(of: open.photo, image))
        let other = table.withLock { table -> EmbeddedSegments? in
            let isReplaced = table.replaced[open.key.photo] != nil
            table.replaced[open.key.photo] = nil
            table.fetched[open.key] = nil
            // Another OPEN at the same moment has decided, and both go on with the same bytes.
            if !isReplaced, let other = table.decided(in: open.key) { return other }
            table.recent[open.key] = made
            table.unwritten[open.key] = made
            return nil
        }
        if let other { return other }
        note(EmbeddedDecision(made, in: open.key, rule: Self.rule(of: choice), before: before))
        return made
    }

    func draft(of photo: Photo, _ image: Rendition) -> CreditDraft {
        CreditDraft(fields(of: photo), image: image)
    }

    /// The decision is in the catalog, or will never be.
    func wrote(_ decision: EmbeddedDecision) {
        table.withLock { table in
            if table.unwritten[decision.key] == decision.segments { table.unwritten[decision.key] = nil }
        }
    }

    /// The XMP packet in the photo. If the photo has none, or was never opened, the packet that it would have.
    func packet(of photo: Photo, image: ImageKey?) async throws(CatalogError) -> [UInt8] {
        if let image, let packet = try await decided(in: image)?.packet { return packet }
        return XMPPacket(fields(of: photo)).bytes
    }

    private func fields(of photo: Photo) -> CreditFields {
        var fields = CreditFields(photo, sourceName: sourceName)
        if let place = fields.position.flatMap(place) { fields.stand(in: place) }
        return fields
    }

    /// The source has replaced the photo's images, so their credits are decided anew.
    func forget(_ photo: PhotoID) {
        table.withLock { table in
            table.recent.removeAll { $0.photo == photo }
            table.unwritten = table.unwritten.filter { $0.key.photo != photo }
            table.replaced[photo] = ()
        }
    }
}
