internal import EmbeddedCredit
internal import Foundation
internal import GRDB
public import Gazetteer
public import Logging
internal import PhotoAPI
public import PhotoTree
internal import Synchronization
internal import Waiting

/// One's own photos: the pictures in a folder, as a source. Nothing is written to the folder, and nothing leaves the
/// machine.
public struct OwnPhotosSource: PhotoSource {
    /// The radius in metres within which photos belong to a place that was added and has none of its own.
    private static let placeRadius = 5_000.0

    private let folder: String
    private let root: PictureRoot
    private let index: PhotoIndex
    private let scanner: FolderScanner
    private let owner: OwnerOfPhotos
    /// Whether all of the folder was looked at in an earlier mount.
    private let isKnown: Bool

    /// What was answered before all of the folder was looked at.
    private let begun = BegunQueries()

    /// How long a search waits while a folder is looked at for the first time.
    private static let scanWait = Duration.seconds(10)
    /// The same of one that asks again.
    private static let longScanWait = Duration.seconds(300)

    /// Begins to scan the folder.
    ///
    /// - Parameters:
    ///   - folder: the real path of the folder, or of a zip file.
    ///   - state: a file of our own, for what is known of the folder; nil keeps that in memory.
    ///   - largest: the most bytes of a file in a zip file.
    ///   - owner: whose the photos are that name nobody.
    ///   - gazetteer: knows the places.
    ///   - grace: how long a file that is not there may come back before its photo is gone.
    ///   - logger: for what goes wrong behind.
    /// - Throws: `OwnPhotosError`, one line for the user.
    public init(
        folder: String, state: String?, largest: Int64, owner: OwnerOfPhotos,
        gazetteer: Gazetteer, grace: Duration = .seconds(300), logger: Logger
    ) throws(OwnPhotosError) {
        (self.folder, self.owner) = (folder, owner)
        root = PictureRoot(folder, largest: largest)
        do {
            index = try PhotoIndex(at: state, owner: owner, logger: logger)
            isKnown = try index.rootInode() != nil
            scanner = FolderScanner(root, index, grace: grace.components.seconds, logger: logger) {
                PhotoReader(FoundPlace(gazetteer))
            }
            try scanner.begin()
        } catch let error as OwnPhotosError {
            throw error
        } catch {
            throw OwnPhotosError("the index of \(folder) cannot be made: \(error)")
        }
    }

    /// Why a folder or zip file cannot be opened, in words; nil where it can.
    public static func refusal(of path: String) -> String? {
        do throws(DiskError) {
            _ = try PictureRoot(path, largest: .max).open()
            return nil
        } catch {
            return error.text
        }
    }

    /// Why the folder cannot be read, in words; nil while it can, or where a disk takes long to tell.
    public func absence() async -> String? {
        _ = await within(.seconds(1), by: ElapsedClock(ContinuousClock())) { [scanner] in
            await scanner.opened.value(ifCancelled: false)
        }
        return scanner.state.facts.offline
    }

    /// Waits until everything was looked at once.
    public func awaitScan() async { _ = await scanner.whole.value(ifCancelled: false) }

    /// Ends the scan, which closes the index: one file remains of it.
    public func close() async {
        scanner.stop()
        // A folder on another machine may not answer.
        _ = await within(.milliseconds(500), by: ElapsedClock(ContinuousClock())) { [scanner] in
            await scanner.ended.value(ifCancelled: false)
        }
    }

    public var namespace: String { "folder" }
    public var name: String { "My photos" }
    public var notice: String { "These are your own photos; placesfs changes nothing in their folder." }
    public var imageHosts: [String] { [] }
    public var standardRendition: String { OwnRendition.inPlace }
    public var renditionNames: [String] { [OwnRendition.inPlace, OwnRendition.packed] }
    public var originalRendition: String? { OwnRendition.inPlace }
    public var knowsItsFiles: Bool { true }
    public var isComplete: Bool { true }
    public var rule: String { owner == OwnerOfPhotos() ? "" : ContentDigest.of(Array(owner.text.utf8)) }
    public var changes: AsyncStream<SourceChange> {
        scanner.state.changes { [index] in try? await index.noteShown() }
    }

    public func tellAgain(_ change: SourceChange) { scanner.state.tellAgain(change) }

    public func lookAgain() { scanner.lookAgain(isAsked: true) }

    public func keywordChange() async throws(PhotoSourceError) -> KeywordChange {
        try await asked { try await index.keywordChange() }
    }

    public func note(_ keywords: [String: Bool]) async {
        // What is not noted is offered again.
        try? await index.note(keywords)
    }

    public func topPlaces() async throws(PhotoSourceError) -> [Place] {
        _ = await scanner.first.value(ifCancelled: false)
        try checkPresence()
        scanner.lookAgain()
        return try await asked { try await index.places() }
    }

    public func photos(_ query: PhotoQuery) async throws(PhotoSourceError) -> PhotoPage {
        try checkPresence()
        scanner.lookAgain()
        let isWhole = try await awaitScan(for: query)
        var found = try await asked { try await photos(of: query.subject) }.filter { query.admits($0) }
        let limit = max(0, query.limit)
        var page = max(1, query.page)
        switch query.searchOrder {
        case .newest, .interesting: break
        case .nearest:
            if case .search(_, let place?) = query.subject { found = place.nearestFirst(found) }
        case .random:
            var lot = SearchLot(page: query.page)
            found.shuffle(using: &lot)
            page = 1
        }
        let (before, isBeyond) = limit.multipliedReportingOverflow(by: page - 1)
        return PhotoPage(
            photos: isBeyond ? [] : Array(found.dropFirst(before).prefix(limit)), total: found.count,
            extent: isWhole ? .whole : .begun)
    }

    /// Who looks for something waits for a first scan, for a while: until then most is unknown. Places and keywords
    /// come one after the other. Who asks again waits longer: in between all of the index would be read in vain.
    ///
    /// - Returns: Whether everything was looked at, as far as that counts here.
    /// - Throws: `failed` for who asks again where the index cannot be written: no wait has an end there.
    private func awaitScan(for query: PhotoQuery) async throws(PhotoSourceError) -> Bool {
        switch query.subject {
        case .place, .tag: return true
        case .search, .point, .area: break
        }
        guard !isKnown else { return true }
        let isAgain = begun.queries.withLock { $0.contains(query) }
        let bound = isAgain ? Self.longScanWait : Self.scanWait
        let wait = await within(bound, by: ElapsedClock(ContinuousClock())) { [scanner] in
            await scanner.complete.value(ifCancelled: false)
        }
        begun.queries.withLock { queries in
            if wait.answer { queries.removeAll() } else { queries.insert(query) }
        }
        if !wait.answer, isAgain, let trouble = scanner.state.facts.trouble {
            throw .failed("the index of \(folder) cannot be written: \(trouble)")
        }
        return wait.answer
    }

    public func photo(_ id: PhotoID) async throws(PhotoSourceError) -> Photo? {
        try checkPresence()
        // Before the index is asked: what it does not have may be found in this moment.
        let facts = scanner.state.facts
        let known = try await asked { try await index.photo(id) }
        guard known == nil else { return known }
        if let path = try? index.awayPath(of: id) {
            throw .unreachable("\(path.pathText) in \(folder) is not there")
        }
        // Who keeps a photo takes it for gone otherwise, for good.
        guard !facts.isScanning, facts.trouble == nil else { throw .unreachable("\(folder) is being scanned") }
        return nil
    }

    public func image(of photo: Photo, upTo choice: String) -> Rendition? { photo.renditions.first }

    public func file(of photo: Photo) throws(PhotoSourceError) -> (any PhotoFile)? {
        try whole(try openFile(of: photo))
    }

    /// A file that is read where it lies; nil for one that is packed.
    private func whole(_ file: any PictureFile) throws(PhotoSourceError) -> FolderFile? {
        do throws(DiskError) { try (file as? ZipFile)?.check() } catch { throw .failed(error.text) }
        return file.isPacked ? nil : FolderFile(file)
    }

    public func smallFile(of photo: Photo) throws(PhotoSourceError) -> (any PhotoFile)? {
        let file = try openFile(of: photo)
        let small = EmbeddedThumbnail(count: Int(clamping: file.status.size)) { range in
            (try? file.read(Int64(range.lowerBound)..<Int64(range.upperBound))) ?? []
        }
        if let small { return ThumbnailFile(FolderFile(file), small) }
        return try whole(file)
    }

    private func openFile(of photo: Photo) throws(PhotoSourceError) -> any PictureFile {
        let found: [UInt8]?
        do {
            found = try index.path(of: photo.id)
        } catch {
            throw .failed("the index of \(folder) cannot be read: \(error)")
        }
        guard let path = found else {
            guard let path = try? index.awayPath(of: photo.id) else { throw .gone }
            throw .unreachable("\(path.pathText) in \(folder) is not there")
        }
        do throws(DiskError) {
            let file = try root.open().file(at: path.pathNames)
            guard file.status.size > 0 else { throw DiskError.failed("it is empty") }
            return file
        } catch {
            try checkPresence()
            switch error {
            case .absent, .other:
                guard (try? root.open()) != nil else {
                    // Of a folder above that was renamed nothing is told.
                    scanner.lookAgain(isAsked: true)
                    throw .unreachable("\(folder) is not there")
                }
                if let disk = scanner.state.facts.awayMounts.first(where: { path.isAt($0) }) {
                    throw .unreachable("there is no disk in \(disk.pathText) of \(folder)")
                }
                throw .gone
            case .refused: throw .failed("\(path.pathText): \(error.text)")
            case .failed(let text): throw .unreachable("\(path.pathText): \(text)")
            }
        }
    }

    public func photos(ofLength length: Int64) async throws(PhotoSourceError) -> [Photo] {
        try await asked { try await index.photos(where: "size = ?", [length]) }
    }

    /// Only what lies packed in a zip file is fetched, and that was looked at.
    public func judge(_ head: ImageHead, firstBytes: [UInt8]) -> ImageVerdict {
        head.status == 200 ? .photo : head.status == 404 ? .gone : .refused("not in the zip file")
    }

    /// The file that a photo's address means, to be unpacked; nil where there is none. Blocks.
    func packedFile(at address: String) throws(DiskError) -> (stream: UnpackedStream, size: Int64)? {
        guard address.hasPrefix(OwnRendition.address) else { return nil }
        let id = String(address.dropFirst(OwnRendition.address.count)).removingPercentEncoding
        guard let id, let path = try? index.path(of: PhotoID(id)) else { return nil }
        let folder: any PictureFolder
        // Nothing is gone because the zip file is not there.
        do throws(DiskError) { folder = try root.open() } catch { throw .failed("\(self.folder): \(error.text)") }
        guard let file = try folder.file(at: path.pathNames) as? ZipFile else { return nil }
        return (try file.unpack(), file.status.size)
    }

    public var report: [String] { FolderReport(folder, scanner.state.facts).lines }

    /// What there is in the folder, when all of it was looked at.
    ///
    /// - Returns: a line for what was found, one for what was left out if anything was, and the number of photos in
    ///   each place, the largest first.
    /// - Throws: `OwnPhotosError` when the folder cannot be read.
    public func summary() async throws(OwnPhotosError) -> (lines: [String], places: [(place: Place, photos: Int)]) {
        await awaitScan()
        let facts = scanner.state.facts
        if let reason = facts.offline { throw OwnPhotosError(reason) }
        do {
            return (FolderReport(folder, facts).found, try await index.placeCounts())
        } catch {
            throw OwnPhotosError("the index of \(folder) cannot be read: \(error)")
        }
    }

    private func checkPresence() throws(PhotoSourceError) {
        if let reason = scanner.state.facts.offline { throw .unreachable(reason) }
    }

    private func asked<Value>(_ work: () async throws -> Value) async throws(PhotoSourceError) -> Value {
        do {
            return try await work()
        } catch {
            throw .failed("the index of \(folder) cannot be read: \(error)")
        }
    }

    private func photos(of subject: PhotoQuery.Subject) async throws -> [Photo] {
        switch subject {
        case .place(let place):
            let own = try await index.photos(where: "place = ?", [place.id.rawValue])
            guard own.isEmpty, place.origin == .added, let middle = place.coordinate else { return own }
            return try await photos(around: middle, within: Self.placeRadius)
        case .point(let point, let radius):
            return try await photos(around: point, within: Double(radius))
        case .area(let area):
            return try await index.photos(
                where: "latitude BETWEEN ? AND ?", [area.box.south, area.box.north]
            ).filter(area.holds)
        case .tag(let text):
            guard let key = topicKey(of: text) else { return [] }
            return try await index.photos(where: "number IN (SELECT file FROM tag WHERE key = ?)", [key])
        case .search(let search, _):
            return try await index.photos(admitting: search.finds)
        }
    }

    private func photos(around center: Coordinate, within metres: Double) async throws -> [Photo] {
        let reach = metres / Coordinate.metresPerDegree + 0.001
        let near = try await index.photos(
            where: "latitude BETWEEN ? AND ?", [center.latitude - reach, center.latitude + reach])
        return near.filter { photo in photo.coordinate.map { $0.metres(to: center) <= metres } ?? false }
    }
}

private final class BegunQueries: Sendable {
    let queries = Mutex<Set<PhotoQuery>>([])
}
