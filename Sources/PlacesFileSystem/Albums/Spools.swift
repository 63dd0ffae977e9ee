import FUSE
import PhotoCache
import PhotoTree
import Synchronization
import Waiting

/// What programs are writing into albums, by the names that it has meanwhile. No list shows it.
final class Spools: Sendable {
    static let most = 16
    /// A file with a provisional name that nobody has open and nobody renamed was left by a program that was killed.
    private static let life = Duration.seconds(60)

    fileprivate struct Place: Hashable {
        var album: NodeNumber
        var name: String
    }

    fileprivate struct Table {
        var named: [Place: Spool] = [:]
        var numbered: [NodeNumber: Spool] = [:]
        var folder: SpoolFolder?
    }

    private let table = Mutex(Table())
    private let path: String?
    private let threads: DiskThreads
    private let time: ElapsedClock
    /// The folder is made once.
    private let making = AsyncMutex()
    /// Yields when a file is closed whose name only a rename will tell.
    let rings: AsyncStream<Void>
    private let ring: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - path: A folder for their bytes; nil where no bytes can be taken.
    ///   - threads: The threads on which the disk may block.
    ///   - clock: Times what was left behind.
    init(at path: String?, threads: DiskThreads, clock: any Clock<Duration>) {
        self.path = path
        self.threads = threads
        time = ElapsedClock(clock)
        (rings, ring) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    // MARK: Names

    func spool(named name: String, in album: NodeNumber) -> Spool? {
        table.withLock { table in
            let found = table.named[Place(album: album, name: name)]
            return found?.name.hasBytes(of: name) == true ? found : nil
        }
    }

    func spool(_ number: NodeNumber) -> Spool? { table.withLock { $0.numbered[number] } }

    /// How many files more can be written at once.
    var room: Int { table.withLock { max(0, Self.most - $0.written.count) } }

    /// - Throws: ENOSPC while too many are being written.
    func add(_ spool: Spool) throws(Errno) {
        let isAdded = table.withLock { table in
            guard spool.isDropped || table.written.count < Self.most else { return false }
            table.numbered[spool.number] = spool
            table.named[Place(album: spool.album, name: spool.name)] = spool
            return true
        }
        guard isAdded else { throw .noSpace }
    }

    func rename(_ spool: Spool, to name: String, in album: NodeNumber) {
        table.withLock { table in
            table.unname(spool)
            if let other = table.named[Place(album: album, name: name)] { table.remove(other) }
            spool.rename(to: name, in: album)
            table.named[Place(album: album, name: name)] = spool
        }
    }

    /// A photo has these names now. What was being written under the one that it was given is removed, as by rename(2).
    /// The copy that became the photo goes on without a name, and so does what has the listed one: its close tells of
    /// that.
    func give(_ name: String, _ listed: String, in album: NodeNumber, to photo: PhotoID, writtenAs copy: Spool?) {
        table.withLock { table in
            if let copy {
                table.unname(copy)
                copy.became(photo)
            }
            if let other = table.named[Place(album: album, name: name)] { table.remove(other) }
            if let other = table.named[Place(album: album, name: listed)] { table.unname(other) }
        }
    }

    /// Takes its name away. It is forgotten, with its bytes, when nobody has it open.
    ///
    /// - Returns: False for one that had no name.
    @discardableResult
    func remove(_ spool: Spool) -> Bool {
        table.withLock { table in
            defer { table.remove(spool) }
            return table.named[Place(album: spool.album, name: spool.name)] === spool
        }
    }

    /// The same of all that have become this photo.
    func removeCopies(of photo: PhotoID, in album: NodeNumber) {
        table.withLock { table in
            for spool in table.numbered.values where spool.album == album && spool.photo == photo {
                table.remove(spool)
            }
        }
    }

    func removeAll(in album: NodeNumber) {
        table.withLock { table in
            for spool in table.numbered.values where spool.album == album { table.remove(spool) }
        }
    }

    /// The album is filled no more, and shows its own files again.
    func removeDropped(in album: NodeNumber) {
        table.withLock { table in
            for spool in table.numbered.values where spool.album == album && spool.isDropped && !spool.isOpen {
                table.remove(spool)
            }
        }
    }

    /// One of its handles was closed. It is forgotten with the last one, unless a rename will tell what it is. What is
    /// dropped is found for a while: programs set its times.
    func released(_ spool: Spool) {
        guard spool.released(at: time.elapsed) else { return }
        let isNamed = self.spool(named: spool.name, in: spool.album) === spool
        guard isNamed, spool.isProvisional || spool.isDropped else {
            remove(spool)
            return
        }
        if !spool.isDropped { ring.yield() }
    }

    /// Somebody is about to rename it.
    func noteUse(of spool: Spool) { spool.used(at: time.elapsed) }

    /// How long until the next one counts as left behind; nil while none is closed.
    var pause: Duration? {
        let now = time.elapsed
        return table.withLock { $0.written.compactMap(\.closed).min() }.map { max(.zero, Self.life - (now - $0)) }
    }

    /// Removes what was left behind.
    ///
    /// - Returns: The names of these by album.
    func removeAbandoned() -> [NodeNumber: [String]] {
        let now = time.elapsed
        return table.withLock { table in
            var names: [NodeNumber: [String]] = [:]
            for spool in table.written where spool.closed.map({ now - $0 >= Self.life }) ?? false {
                names[spool.album, default: []].append(spool.name)
                table.remove(spool)
            }
            return names
        }
    }

    // MARK: Bytes

    /// - Throws: ENOSPC, EIO, and EROFS where no bytes can be taken.
    func write(_ bytes: [UInt8], to spool: Spool, at offset: Int64) async throws(Errno) {
        let file = try await file(of: spool)
        try await onDisk { () throws(SpoolError) in try file.write(bytes, at: offset) }
        spool.wrote(to: offset + Int64(bytes.count))
    }

    func resize(_ spool: Spool, to length: Int64) async throws(Errno) {
        if spool.source == nil, !spool.isDropped, length != spool.size {
            let file = try await file(of: spool)
            try await onDisk { () throws(SpoolError) in try file.resize(to: length) }
        }
        spool.resized(to: length)
    }

    func read(_ file: SpoolFile, _ range: Range<Int64>) async throws(Errno) -> [UInt8] {
        try await onDisk { () throws(SpoolError) in try file.read(range) }
    }

    private func file(of spool: Spool) async throws(Errno) -> SpoolFile {
        if let file = spool.file { return file }
        let folder = try await folder()
        let file = try await onDisk { () throws(SpoolError) in try folder.make() }
        spool.begin(file)
        return file
    }

    /// Removes what an earlier process left, if it was killed at the wrong moment.
    func clean() async {
        guard let path else { return }
        // Where this fails, nothing can be written either, and that is told then. The folder is opened again by who
        // writes first: a process may have few descriptors.
        _ = try? await making.run { [self] () async throws(Errno) in
            guard table.withLock({ $0.folder == nil }) else { return }
            _ = try await onDisk { () throws(SpoolError) in try SpoolFolder(at: path) }
        }
    }

    private func folder() async throws(Errno) -> SpoolFolder {
        guard let path else { throw .readOnly }
        return try await making.run { [self] () async throws(Errno) in
            if let made = table.withLock(\.folder) { return made }
            let folder = try await onDisk { () throws(SpoolError) in try SpoolFolder(at: path) }
            table.withLock { $0.folder = folder }
            return folder
        }
    }

    private func onDisk<Value: Sendable>(
        _ work: @escaping @Sendable () throws(SpoolError) -> Value
    ) async throws(Errno) -> Value {
        let outcome = await threads.run { Result { () throws(SpoolError) in try work() } }
        do throws(SpoolError) {
            return try outcome.get()
        } catch {
            throw error.isFull ? .noSpace : .inputOutput
        }
    }
}

extension Spools.Table {
    /// Those whose bytes are kept.
    fileprivate var written: [Spool] { numbered.values.filter { !$0.isDropped } }

    fileprivate mutating func unname(_ spool: Spool) {
        let place = Spools.Place(album: spool.album, name: spool.name)
        if named[place] === spool { named[place] = nil }
    }

    fileprivate mutating func remove(_ spool: Spool) {
        unname(spool)
        spool.remove()
        if !spool.isOpen { numbered[spool.number] = nil }
    }
}
