internal import Foundation
internal import LinuxProcess
internal import Synchronization

/// `made.txt` beside the catalog: everything that people made, as text. It is written with each change, before the
/// catalog is, and fills a catalog that was lost or is older. Users may copy it to another machine.
///
/// All calls but `sync` are made on the catalog's writing thread, or before there is one.
final class MadeFile: Sendable {
    /// What a file says.
    struct Content: Sendable {
        /// The mark of the catalog whose file it is; nil when there is no file, or none that can be read.
        var mark: String?
        /// Node numbers from here on were unused when the file was last written anew.
        var numbers: Int64 = 0
        /// The number of the last line that counts.
        var last: Int64 = 0
        var things = MadeThings()
        /// Why the file must be written anew; nil when it is whole.
        var flaw: String?
        /// Whether the flaw hides no more than a change that was never made: a line whose end is missing.
        fileprivate var isCutOnly = false
        /// Whether all lines of the file were read.
        var isComplete = true

        fileprivate var lines = 0
        fileprivate var length: UInt64 = 0
        /// Of each line that counts, and of the last one of the file before.
        fileprivate var digests: [(line: Int64, digest: UInt64)] = []

        /// Whether it goes on from that line: two catalogs that began as copies of one have other lines under one
        /// number.
        func contains(line: Int64, digest: UInt64) -> Bool {
            digests.contains { $0.line == line && $0.digest == digest }
        }
    }

    /// Where the file ended before a change.
    struct End: Sendable {
        fileprivate var length: UInt64
        fileprivate var last: Int64
        /// Of the last line; nil where there is none.
        fileprivate var digest: UInt64?
        /// How often it was written anew before.
        fileprivate var rewrites = 0
    }

    static let name = "made.txt"
    static let firstWords =
        "# What was made by hand in a mount of placesfs: pins, searches, albums, topics, added places. It is read when the catalog beside it"
        + " is lost. A copy beside another catalog adds what is missing there."
    /// A file is written anew when it has this many lines, and four times as many as it needs.
    private static let mostLines = 1000
    /// What is longer is looked at only if it begins as ours do.
    private static let longest: UInt64 = 64 << 20

    let path: String

    private struct State: Sendable {
        var file: FileHandle?
        var end = End(length: 0, last: 0)
        var lines = 0
        var neededLines = 0
        var unknown: [String] = []
        var mustBeWritten = true
        /// What was written may not be on the disk yet.
        var isSyncDue = false
        var isSyncing = false
    }

    private let state = Mutex(State())
    /// Held while the disk works, and never taken by who holds `state`.
    private let disk = Mutex(())

    /// The file beside the catalog at `path`.
    init(besideCatalog path: String) {
        self.path = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(Self.name).path
    }

    /// The number and the digest of the last line.
    var last: (line: Int64, digest: UInt64?) { state.withLock { ($0.end.last, $0.end.digest) } }

    // MARK: - Reading

    /// Reads the file, and goes on writing where it ends. What is no file of ours, and one with more flaws than a last
    /// line that is cut, is kept aside, unless `isReadOnly`.
    func read(isReadOnly: Bool = false) -> Content {
        var content = Content()
        if let flaw = flawOfPath() {
            content.flaw = flaw
        } else if let bytes = FileManager.default.contents(atPath: path) {
            content = Self.content(bytes)
        } else if FileManager.default.fileExists(atPath: path) {
            content.flaw = "\(path) cannot be read"
        }
        if let flaw = content.flaw, !content.isCutOnly, !isReadOnly, let aside = setAside() {
            content.flaw = "\(flaw): it is kept as \(aside)"
        }
        state.withLock { state in
            state.end = End(
                length: content.length, last: content.last, digest: content.digests.last?.digest,
                rewrites: state.end.rewrites)
            state.lines = content.lines
            state.neededLines = content.things.worth
            state.unknown = content.things.unknown
            state.mustBeWritten = content.mark == nil || content.flaw != nil
            state.file = state.mustBeWritten ? nil : FileHandle(forUpdatingAtPath: path)
        }
        return content
    }

    /// Reads lines as long as each is whole.
    static func content(_ bytes: Data) -> Content {
        var content = Content()
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let text = String(bytes: rest[..<end], encoding: .utf8)
            rest = rest[rest.index(after: end)...]
            if let text, text.hasPrefix("#"), content.lines == 0 {
                content.length = UInt64(bytes.distance(from: bytes.startIndex, to: rest.startIndex))
                continue
            }
            guard let line = text.flatMap({ MadeLine($0) }) else {
                content.flaw = "a line is damaged"
                content.isComplete = false
                return content
            }
            let change = MadeChange(line.body)
            if case .begin(let mark, let numbers, let after) = change, content.lines == 0 {
                content.mark = mark
                content.numbers = numbers
                if let after { content.digests.append((line.number - 1, after)) }
            }
            guard content.mark != nil else {
                content.flaw = "its first line is damaged"
                return content
            }
            content.lines += 1
            content.length = UInt64(bytes.distance(from: bytes.startIndex, to: rest.startIndex))
            guard line.number > content.last else {
                content.flaw = "lines are doubled"
                continue
            }
            content.last = line.number
            content.digests.append((line.number, line.digest))
            content.things.apply(change)
        }
        if !rest.isEmpty {
            content.isCutOnly = content.flaw == nil && content.mark != nil
            content.flaw = "its last line is cut"
            content.isComplete = false
        }
        if content.mark == nil, content.flaw == nil, !bytes.isEmpty { content.flaw = "its first line is damaged" }
        return content
    }

    /// What is at the path if it is no file that was made by this user or root.
    private func flawOfPath() -> String? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        guard attributes[.type] as? FileAttributeType == .typeRegular else { return "\(path) is no file" }
        let owner = (attributes[.ownerAccountID] as? NSNumber)?.uint32Value
        if let owner, owner != 0, owner != geteuid() { return "\(path) belongs to another user (uid \(owner))" }
        let length = (attributes[.size] as? NSNumber)?.uint64Value ?? 0
        if length > Self.longest, !beginsAsOurs { return "\(path) is too long" }
        return nil
    }

    private var beginsAsOurs: Bool {
        let words = Data(Self.firstWords.utf8)
        return (try? FileHandle(forReadingAtPath: path)?.read(upToCount: words.count)) == words
    }

    /// Gives what is at the path another name, which it keeps when a new file takes the path. Nil where the disk does
    /// not.
    private func setAside() -> String? {
        let files = FileManager.default
        for number in 1... {
            let aside = "\(path).other-\(number)"
            guard files.fileExists(atPath: aside) else {
                guard FileStatus(path)?.isRegular == true else {
                    return (try? files.moveItem(atPath: path, toPath: aside)) == nil ? nil : aside
                }
                // A second name takes no room. Not every file system has them.
                if (try? files.linkItem(atPath: path, toPath: aside)) != nil { return aside }
                if (try? files.copyItem(atPath: path, toPath: aside)) != nil { return aside }
                try? files.removeItem(atPath: aside)
                return nil
            }
            // By an earlier start, which could not write the new file.
            if files.contentsEqual(atPath: path, andPath: aside) { return aside }
        }
        return nil
    }

    // MARK: - Writing

    /// Whether the next change is to be written with everything else, because the file is gone, damaged or has grown.
    var mustBeWritten: Bool {
        state.withLock { state in
            if state.lines > Self.mostLines, state.lines > 4 * state.neededLines { return true }
            return state.mustBeWritten || !isAtPath(state)
        }
    }

    /// A user may have removed the file, or put another in its place.
    private func isAtPath(_ state: State) -> Bool {
        guard let open = state.file.flatMap({ FileStatus(descriptor: $0.fileDescriptor) }),
            let named = FileStatus(path)
        else { return false }
        return named.number == open.number && named.length == Int64(clamping: state.end.length)
    }

    /// Whether somebody put another file in its place, or wrote to it.
    private var isReplaced: Bool {
        state.withLock { state in state.file != nil && FileStatus(path)?.isRegular == true && !isAtPath(state) }
    }

    /// Adds lines. A call that throws has added none.
    func append(_ changes: [MadeChange]) throws(CatalogError) {
        guard !changes.isEmpty else { return }
        do {
            try state.withLock { state in
                guard let file = state.file else { throw CocoaError(.fileNoSuchFile) }
                let (bytes, digest) = Self.bytes(changes, from: state.end.last + 1)
                do {
                    try file.seek(toOffset: state.end.length)
                    try file.write(contentsOf: bytes)
                } catch {
                    try? file.truncate(atOffset: state.end.length)
                    throw error
                }
                state.end.length += UInt64(bytes.count)
                state.end.last += Int64(changes.count)
                state.end.digest = digest
                state.lines += changes.count
            }
        } catch {
            throw CatalogError(writing: path, error)
        }
        syncSoon()
    }

    var end: End { state.withLock { $0.end } }

    /// Cuts what was added since `end`. False if the file still has it.
    func cut(to end: End) -> Bool {
        state.withLock { state in
            guard state.end.last != end.last else { return true }
            do {
                // A file that was written anew for the change has other lines at that length.
                guard let file = state.file, !state.mustBeWritten, end.rewrites == state.end.rewrites,
                    end.length < state.end.length
                else {
                    throw CocoaError(.fileWriteUnknown)
                }
                try file.truncate(atOffset: end.length)
                state.end = end
                return true
            } catch {
                state.mustBeWritten = true
                return false
            }
        }
    }

    /// Writes the file anew. The old one stays whole until the new one is on the disk.
    ///
    /// - Parameters:
    ///   - things: What it says.
    ///   - mark: Of the catalog whose file it is.
    ///   - numbers: Node numbers from here on are unused.
    ///   - isFirst: Whether there is nothing to lose.
    ///   - goesOn: Whether the catalog has all that the file said before, by the same numbers.
    /// - Throws: Why the disk does not take it; the old file stays.
    func write(
        _ things: MadeThings, mark: String, numbers: Int64, isFirst: Bool = false, goesOn: Bool = true
    ) throws(CatalogError) {
        do {
            let (end, unknown) = state.withLock { ($0.end, $0.unknown) }
            let last = end.last
            let changes =
                [.begin(mark: mark, numbers: numbers, after: goesOn ? end.digest : nil)] + things.changes
                + unknown.map { MadeChange.unknown($0) }
            let (lines, digest) = Self.bytes(changes, from: last + 1)
            let bytes = Data((Self.firstWords + "\n").utf8) + lines
            let draft = path + ".new"
            try? FileManager.default.removeItem(atPath: draft)
            if isReplaced { _ = setAside() }
            guard FileManager.default.createFile(atPath: draft, contents: nil, attributes: [.posixPermissions: 0o600]),
                let file = FileHandle(forUpdatingAtPath: draft)
            else { throw Errno(rawValue: errno) }
            try file.write(contentsOf: bytes)
            if !isFirst { fdatasync(file.fileDescriptor) }
            try FileRenaming.move(draft, over: path)
            state.withLock { state in
                state.file = file
                state.end = End(
                    length: UInt64(bytes.count), last: last + Int64(changes.count), digest: digest,
                    rewrites: state.end.rewrites + 1)
                state.lines = changes.count
                state.neededLines = things.worth + unknown.count
                state.mustBeWritten = false
            }
        } catch {
            throw CatalogError(writing: path, error)
        }
        syncSoon()
    }

    /// The lines, and the digest of the last one.
    private static func bytes(_ changes: [MadeChange], from first: Int64) -> (Data, UInt64?) {
        var text = ""
        var digest: UInt64?
        for (index, change) in changes.enumerated() {
            let line = MadeLine(number: first + Int64(index), body: change.body)
            text += line.text + "\n"
            digest = line.digest
        }
        return (Data(text.utf8), digest)
    }

    // MARK: - Onto the disk

    /// Nobody waits for the disk: what was written outlives the process at once, and a power cut as soon as a thread of
    /// its own has brought it there, with all that came meanwhile.
    private func syncSoon() {
        let isFirst = state.withLock { state in
            defer { state.isSyncDue = true }
            if state.isSyncing { return false }
            state.isSyncing = true
            return true
        }
        guard isFirst else { return }
        let thread = Thread { [self] in
            while sync() {}
        }
        thread.name = "made-sync"
        thread.start()
    }

    /// Waits until what was written is on the disk; false if nothing was due.
    @discardableResult
    func sync() -> Bool {
        // One after the other, so that who has nothing to write waits for what another thread is writing.
        disk.withLock { _ in
            let file = state.withLock { state in
                let isDue = state.isSyncDue
                state.isSyncDue = false
                if !isDue || state.file == nil { state.isSyncing = false }
                return isDue ? state.file : nil
            }
            guard let file else { return false }
            fdatasync(file.fileDescriptor)
            return true
        }
    }
}

extension CatalogError {
    init(writing path: String, _ error: any Error) {
        if let error = error as? CatalogError {
            self = error
            return
        }
        let cocoa = error as NSError
        let posix = cocoa.domain == NSPOSIXErrorDomain ? cocoa : cocoa.userInfo[NSUnderlyingErrorKey] as? NSError
        switch (error as? Errno) ?? posix.map({ Errno(rawValue: Int32($0.code)) }) {
        case Errno(rawValue: ENOSPC), Errno(rawValue: EDQUOT): self = .full(path: path)
        case let errno?: self = .unwritable(path: path, cause: String(describing: errno))
        case nil: self = .unwritable(path: path, cause: "its disk takes nothing")
        }
    }
}
