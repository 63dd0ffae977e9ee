internal import FoundationEssentials
internal import LinuxProcess
internal import PhotoTree

/// One pass through the folder, or through some of its folders, on one thread.
///
/// What is gone is only said at the end of a pass: until then a file may turn up somewhere else, and is the same photo.
struct FolderScan {
    private let root: any PictureFolder
    private let index: PhotoIndex
    private let reader: PhotoReader
    private let state: ScanState
    /// Whether a mount of ours lies on a device: it must not show itself.
    private let isOurs: (_ device: UInt64) -> Bool
    /// Called for each folder before it is read.
    private let enter: (_ path: [UInt8], _ folder: any PictureFolder) -> Void
    /// Called for each picture before it is looked at.
    private let passing: () -> Void
    private let isStopped: () -> Bool

    /// For how many seconds a file that is not there may come back.
    private let grace: Int64
    private var now: Int64 { Int64(Date().timeIntervalSince1970) }
    /// Of the folder itself.
    private let device: UInt64?
    private var changes = ScanChanges()
    private var missing: [Int64: KnownRow] = [:]
    private var missingLeftOut: Set<[UInt8]> = []
    private var visited: Set<[UInt8]> = []
    /// Folders that cannot be read, and all else of which the disk does not tell what it is.
    private var failed: Set<[UInt8]> = []
    /// The `data/` of handouts: what they say of it may come after it.
    private var handouts: Set<[UInt8]> = []
    private var mounts: MountsBelow
    private var taken: Set<Int64> = []
    private var takenNames: Set<PhotoID> = []
    private var flushed = ContinuousClock.now
    private var counted = ContinuousClock.now

    /// How many files are written at once.
    private static let batch = 200
    /// How long what was found may wait to be shown.
    private static let pause = Duration.milliseconds(700)
    /// How long the numbers of the status may be behind. Counting reads whole indices.
    private static let countPause = Duration.seconds(2)

    init(
        _ root: any PictureFolder, _ index: PhotoIndex, _ reader: PhotoReader, _ state: ScanState, grace: Int64,
        isOurs: @escaping (UInt64) -> Bool,
        enter: @escaping ([UInt8], any PictureFolder) -> Void, passing: @escaping () -> Void,
        isStopped: @escaping () -> Bool
    ) {
        device = root.status?.device
        (self.root, self.index, self.reader, self.state) = (root, index, reader, state)
        mounts = MountsBelow(root, index)
        self.grace = grace
        (self.isOurs, self.enter, self.passing, self.isStopped) = (isOurs, enter, passing, isStopped)
    }

    /// Looks at everything from a folder on.
    mutating func scanAll(from top: [UInt8]) throws {
        try scan(top, into: { _ in true })
        guard !isStopped() else { return }
        // Folders that are there no longer.
        for folder in try index.folders() where !visited.contains(folder) {
            try forget(folder)
        }
        try end()
    }

    /// Looks at some folders, and at all below them that are `new`.
    ///
    /// - Parameters:
    ///   - folders: Their paths.
    ///   - whole: Those below which all folders that are there are `new`: what is not found there is gone.
    ///   - new: Whether a folder was not looked at before.
    /// - Throws: Why the index cannot be read or written.
    mutating func scan(_ folders: [[UInt8]], whole: [[UInt8]] = [], new: ([UInt8]) -> Bool) throws {
        for folder in folders where !visited.contains(folder) && !root.hidesBesideHandout(folder) {
            try scan(folder, into: new)
        }
        guard !isStopped() else { return }
        // A folder that went, with all below it.
        let gone = folders.filter { folder in
            !failed.contains(folder) && (try? root.folder(at: folder.pathNames)) == nil
        }
        let tops = Set(gone + whole)
        for below in try tops.isEmpty ? [] : index.folders() {
            if !visited.contains(below), below.isAt(oneOf: tops) { try forget(below) }
        }
        try end()
    }

    private mutating func scan(_ top: [UInt8], into isWanted: ([UInt8]) -> Bool) throws {
        var left = [top]
        while let path = left.popLast(), !isStopped() {
            guard visited.insert(path).inserted, path.pathNames.count < FolderDepth.deepest else { continue }
            let folder: any PictureFolder
            let names: [[UInt8]]
            do throws(DiskError) {
                folder = try root.folder(at: path.pathNames)
                if folder.status?.device != device, let other = folder.status?.device, isOurs(other) {
                    state.update { $0.ownMounts.insert(path) }
                    continue
                }
                enter(path, folder)
                names = try folder.names()
                state.update { $0.forget(leftOut: path) }
            } catch {
                visited.remove(path)
                let isThere = error != .absent && error != .other
                if isThere { failed.insert(path) }
                state.update { facts in
                    facts.forget(leftOut: path)
                    if isThere { facts.unreadableFolders.insert(path) }
                }
                continue
            }
            if try mounts.enter(path, folder, isEmpty: names.areHidden) {
                visited.remove(path)
                continue
            }
            let folders = try scan(names, of: folder, at: path)
            if isStopped() { return }
            state.update { $0.forget(leftOutBelow: path, but: folders) }
            left += folders.filter { isWanted($0) || $0.isAt(oneOf: handouts) }.reversed()
        }
    }

    // MARK: A folder

    /// - Returns: the folders in it.
    private mutating func scan(
        _ names: [[UInt8]], of folder: any PictureFolder, at path: [UInt8]
    ) throws -> [[UInt8]] {
        var known = try index.files(inFolder: path)
        var leftOut = try index.leftOut(inFolder: path)
        var (folders, pictures, besides): ([[UInt8]], [([UInt8], PictureStatus)], [([UInt8], PictureStatus)]) = (
            [], [], []
        )
        var table: HandoutTable?
        var isBesideUnknown = false
        for name in names where name.first != UInt8(ascii: ".") {
            guard let status = folder.status(of: name) else { continue }
            let whole = path.appending(name)
            switch status.kind {
            case .link: leave(whole, status, .link, &leftOut)
            case .other: leave(whole, status, .special, &leftOut)
            case .folder: folders.append(whole)
            case .unknown:
                // What is known of it stays, and of what lies in it or beside it.
                (known[whole], leftOut[whole]) = (nil, nil)
                failed.insert(whole)
                state.update { $0.unreadableFolders.insert(path) }
                if [.beside, .table].contains(FileClass(String(decoding: name, as: UTF8.self))) {
                    isBesideUnknown = true
                }
            case .file:
                switch FileClass(String(decoding: name, as: UTF8.self)) {
                case .picture: pictures.append((name, status))
                case .beside: besides.append((name, status))
                case .table: table = HandoutTable(folder, status)
                case .leftOut(let reason): leave(whole, status, reason, &leftOut)
                case .other: break
                }
            }
        }
        // Of a handout only what is in `data/`: the rest are its lists.
        let handout = path.appending(HandoutPlace.shown)
        if folder.isHandout {
            (folders, pictures) = ([handout], [])
            handouts.insert(handout)
            for other in try index.folders() where other != path && other.isAt(path) && !other.isAt(handout) {
                try forget(other)
            }
        }
        let beside = BesideFiles(besides)
        let place = table.flatMap { _ in HandoutPlace(path, in: root) }
        for (name, status) in pictures {
            let whole = path.appending(name)
            let texts = beside.of(name)
            let stamps =
                texts.map { "\($0.name.pathText):\($0.status.stamp)" }
                + [table?.stamp, place.map { "\($0.country)/\($0.city)" }].compactMap(\.self)
            let stamp = stamps.joined(separator: "|")
            let row = known.removeValue(forKey: whole)
            state.update { $0.looked += 1 }
            passing()
            if let row, row.stamp == IndexedFile.Stamp(status), row.besides == stamp || isBesideUnknown { continue }
            if let left = leftOut[whole], left.size == status.size, left.modified == status.modified {
                leftOut[whole] = nil
                if let row, LeftOutReason(rawValue: left.reason)?.isPassing != true { missing[row.number] = row }
                continue
            }
            let told = Told(names: texts.map(\.name), stamp: stamp, table: table, place: place)
            try look(whole, status, row, told, in: folder, &leftOut)
            if changes.files.count >= Self.batch || ContinuousClock.now - flushed > Self.pause { try flush() }
            if isStopped() { return [] }
        }
        for row in known.values where !taken.contains(row.number) { missing[row.number] = row }
        missingLeftOut.formUnion(leftOut.keys)
        return folders
    }

    /// What lies beside a picture and tells something of it.
    private struct Told {
        var names: [[UInt8]]
        var stamp: String
        var table: HandoutTable?
        var place: HandoutPlace?
    }

    private mutating func look(
        _ path: [UInt8], _ status: PictureStatus, _ known: KnownRow?, _ told: Told,
        in folder: any PictureFolder, _ leftOut: inout [[UInt8]: (size: Int64, modified: Int64, reason: String)]
    ) throws {
        let read: PhotoReader.Read
        let file: any PictureFile
        var unread: [[UInt8]] = []
        do {
            let name = path.pathNames.last ?? []
            file = try folder.file(at: [name])
            let opened = told.names.map { ($0, try? folder.file(at: [$0])) }
            let texts = opened.compactMap(\.1)
            let row = told.table?.photo(of: file, named: name)
            read = try reader.read(
                file, at: path, besides: texts, handout: row.map { HandoutPhoto(photo: $0, place: told.place) })
            let named = opened.filter { $0.1 != nil }.map(\.0)
            unread = opened.filter { $0.1 == nil }.map(\.0) + read.unread.map { named[$0] }
            if told.table?.isUnread == true { unread.append(HandoutTable.fileName) }
        } catch {
            let reason = (error as? LeftOut)?.reason ?? .unreadable
            // What cannot be read for a moment is no other photo, and not gone.
            if let known, !reason.isPassing { missing[known.number] = known }
            return leave(path, status, reason, &leftOut)
        }
        // What could not be read is tried again at the next pass; nothing is told as long as that fails.
        let besides = told.stamp + unread.map { "?\($0.pathText)" }.joined()
        if !unread.isEmpty, let known, known.stamp == IndexedFile.Stamp(file.status), known.besides == besides {
            return
        }
        // What is back under its path goes before what may have moved there.
        let away = known == nil ? try self.away(IndexedFile.Stamp(file.status), read.digest, at: path) : nil
        let isBack = away?.path == path
        let was = try known ?? (isBack ? nil : moved(IndexedFile.Stamp(file.status), read.digest, to: path))
        let back = was == nil ? away : nil
        var photo = read.photo
        photo.id = try was?.id ?? back?.id ?? freeName(photo.id)
        for index in photo.renditions.indices { photo.renditions[index].url = OwnRendition.url(of: photo.id) }
        takenNames.insert(photo.id)
        if let was {
            let (old, new) = (was.path.pathNames.last ?? [], path.pathNames.last ?? [])
            photo.ownFormerName = try old == new ? index.formerName(of: was.number) : old.pathText
        }
        if let back {
            changes.returned.append(back.id)
            changes.told.lengths[ImageKey(photo: photo.id, rendition: photo.renditions.first?.name ?? "")] =
                file.status.size
        }
        if let was {
            taken.insert(was.number)
            missing[was.number] = nil
            changes.told.places?.insert(was.place)
            if was.stamp.text != IndexedFile.Stamp(file.status).text {
                changes.told.lengths[ImageKey(photo: photo.id, rendition: photo.renditions.first?.name ?? "")] =
                    file.status.size
            }
        }
        changes.told.places?.insert(read.place.id)
        changes.places[read.place.id] = read.place
        changes.files.append(
            IndexedFile(
                number: was?.number ?? 0, path: path, id: photo.id, status: IndexedFile.Stamp(file.status),
                besides: besides, digest: read.digest, place: read.place.id, photo: photo))
    }

    /// The file that lay elsewhere and is this one.
    private mutating func moved(
        _ stamp: IndexedFile.Stamp, _ digest: String, to path: [UInt8]
    ) throws -> KnownRow? {
        let like = try index.files(like: stamp, digest: digest).filter { row in
            !taken.contains(row.number) && row.path != path && !mounts.isAway(row.path)
        }
        return like.first { row in
            guard let folder = try? root.folder(at: row.path.pathFolder.pathNames) else { return true }
            guard let there = folder.status(of: row.path.pathNames.last ?? []) else { return true }
            return there.kind != .unknown && there.inode != row.stamp.inode
        }
    }

    /// The photo that was not there, and whose file this is.
    private func away(
        _ stamp: IndexedFile.Stamp, _ digest: String, at path: [UInt8]
    ) throws -> AwayPhoto? {
        try index.away(at: path, stamp, digest: digest).first { !takenNames.contains($0.id) }
    }

    /// The path names the photo, unless that is a photo which was moved away from there.
    private func freeName(_ id: PhotoID) throws -> PhotoID {
        var (name, number) = (id, 1)
        while try takenNames.contains(name) || index.hasPhoto(name, besides: nil) || index.awayPath(of: name) != nil {
            number += 1
            name = PhotoID("\(id)#\(number)")
        }
        return name
    }

    private mutating func leave(
        _ path: [UInt8], _ status: PictureStatus, _ reason: LeftOutReason,
        _ leftOut: inout [[UInt8]: (size: Int64, modified: Int64, reason: String)]
    ) {
        let before = leftOut.removeValue(forKey: path)
        guard before?.size != status.size || before?.modified != status.modified || before?.reason != reason.rawValue
        else { return }
        // What could not be read may be readable the next time, without being another file.
        let modified = reason == .unreadable ? -1 : status.modified
        changes.leftOut.append(
            ScanChanges.LeftOut(path: path, size: status.size, modified: modified, reason: reason))
    }

    // MARK: The end

    private mutating func forget(_ folder: [UInt8]) throws {
        guard !folder.isAt(oneOf: failed), !mounts.isAway(folder) else { return }
        for row in try index.files(inFolder: folder).values where !taken.contains(row.number) {
            missing[row.number] = row
        }
        missingLeftOut.formUnion(try index.leftOut(inFolder: folder).keys)
    }

    private mutating func end() throws {
        try flush()
        for row in missing.values {
            changes.removed.append(row.number)
            changes.told.places?.insert(row.place)
            changes.told.away.append(row.id)
        }
        changes.forgotten = Array(missingLeftOut)
        missing = [:]
        try flush()
        let now = now
        let overdue = try index.overdue(before: now - grace, now: now)
        let gone = overdue.filter { !mayBeThere($0.path) }.map(\.id)
        try index.forgetAway(gone)
        if !gone.isEmpty { state.tell(SourceChange(places: [], topics: [], gone: gone)) }
        let away = mounts.away
        state.update { $0.awayMounts = away }
        try count()
    }

    /// Whether the file of a photo that was not there may be there now. Not all that comes back is told of.
    private mutating func mayBeThere(_ path: [UInt8]) -> Bool {
        if path.isAt(oneOf: state.facts.ownMounts) || root.hidesBesideHandout(path.pathFolder) { return false }
        if path.isAt(oneOf: failed) || mounts.isAway(path) { return true }
        guard !visited.contains(path.pathFolder) else { return false }
        do throws(DiskError) {
            return try root.folder(at: path.pathFolder.pathNames).status(of: path.pathNames.last ?? []) != nil
        } catch {
            return error != .absent && error != .other
        }
    }

    private mutating func flush() throws {
        flushed = ContinuousClock.now
        guard !changes.isEmpty else { return }
        changes.told.topics = try index.write(changes, now: now)
        if changes.told.places?.isEmpty == false { state.tell(changes.told, returned: changes.returned) }
        changes = ScanChanges()
        if ContinuousClock.now - counted > Self.countPause { try count() }
    }

    private mutating func count() throws {
        counted = .now
        let counts = try index.counts()
        state.update { $0.counts = counts }
    }
}
