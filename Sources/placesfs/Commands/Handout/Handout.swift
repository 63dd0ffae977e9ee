internal import Foundation
internal import Glibc
internal import LinuxProcess
internal import PhotoCache
internal import PhotoTree

/// Puts lists of photos into an archive for people without placesfs: a folder after RFC 8493 (BagIt), with the photos
/// in their folders, credits, maps, small renditions and tables below `data/`.
struct Handout: Sendable {
    /// A photo that is not in the archive.
    struct Missing: Sendable {
        /// Below the mountpoint.
        var path: String
        var reason: String
    }

    private struct Member {
        var name: String
        var digest: String
        var length: Int64
        /// Where its bytes lie, for folders that have the same photo.
        var content: ZipWriter.Content?
    }

    /// What became of a photo in the first of its folders.
    private enum Outcome {
        /// `small` is nil where the photo is its own small rendition, and where `missing` says why there is none.
        case added(Member, small: Member?, missing: String?)
        case failed(String)
    }

    private let root: String
    private let page: MapPage
    private let notice: String
    private let source: String
    private let now: Timestamp
    private var zip: ZipWriter
    private var members: [Member] = []
    /// One for each photo, in the first of its folders.
    private var rows: [PhotoSheet.Row] = []
    private var outcomes: [PhotoID: Outcome] = [:]
    private var reservedPhotos: Set<PhotoID> = []
    /// Photos that may not be passed on.
    private(set) var reserved: [Missing] = []
    /// Photos that could not be had.
    private(set) var failed: [Missing] = []
    /// Photos that are here, whose small renditions could not be had.
    private(set) var failedSmall: [Missing] = []

    var photos: Int { rows.count }

    /// Whether it lacks nothing that may be passed on.
    var isWhole: Bool { failed.isEmpty && failedSmall.isEmpty }

    private static let piece = 256 << 10
    private static let large: Int64 = 0xFFFF_FFFF

    /// - Parameters:
    ///   - root: The name of the one folder in the archive.
    ///   - target: The archive's file.
    ///   - page: What maps are made with.
    ///   - notice: The source's own sentence.
    ///   - source: The source's namespace.
    ///   - now: When it is made.
    init(root: String, to target: any ZipTarget, page: MapPage, notice: String, source: String, now: Timestamp) {
        self.root = root
        self.page = page
        self.notice = notice
        self.source = source
        self.now = now
        zip = ZipWriter(target)
    }

    // MARK: Photos

    /// Adds the photos of a list that may be passed on; `tell` is called after each.
    mutating func add(
        _ list: HandoutList, _ filter: LicenseFilter, telling tell: (Int) -> Void = { _ in }
    ) throws(CommandFailure) {
        var taken: Set<String> = []
        var own: [PhotoSheet.Row] = []
        var left: [(name: String, reason: String)] = []
        let folder = list.folder.isEmpty ? "" : list.folder + "/"
        for photo in list.photos {
            let path = list.place.inside.joined(separator: "/") + "/" + photo.name
            if let reason = photo.reservation(filter) {
                if reservedPhotos.insert(photo.photo.id).inserted {
                    reserved.append(Missing(path: path, reason: reason))
                }
                left.append((photo.name, reason))
                continue
            }
            let name = HandoutList.portable(photo.name, &taken)
            switch try outcome(of: photo, in: list, as: "data/" + folder, name) {
            case .failed(let words):
                left.append((photo.name, "could not be had: \(words)"))
            case .added(let member, _, let missing):
                if let missing { left.append((".small/" + photo.name, "could not be had: \(missing)")) }
                let entry = ListingEntry(
                    name: name, photo: photo.photo, number: .root, sidecarNumber: .root, directoryCount: 1)
                own.append(
                    PhotoSheet.Row(
                        entry: entry, image: photo.photo.renditions.first, bytes: member.length, sha256: member.digest))
            }
            tell(rows.count + failed.count)
        }
        if !list.folder.isEmpty {
            let depth = list.folder.split(separator: "/").count
            try addDocuments(
                own, left, in: list.folder + "/", title: list.place.inside.last ?? "",
                above: String(repeating: "../", count: depth))
        }
    }

    /// Puts a photo into a folder of the archive; its source is asked for it once.
    ///
    /// - Parameters:
    ///   - photo: One that may be passed on.
    ///   - list: Where it stands in the mount.
    ///   - folder: Where in the archive, ending in `/`.
    ///   - name: Its name there.
    /// - Returns: What became of it, here and in folders before.
    /// - Throws: Why there will be no archive.
    private mutating func outcome(
        of photo: HandoutPhoto, in list: HandoutList, as folder: String, _ name: String
    ) throws(CommandFailure) -> Outcome {
        if let before = outcomes[photo.photo.id] {
            guard case .added(let member, let small, _) = before else { return before }
            try add(member, as: folder + name)
            if let small { try add(small, as: folder + ".small/" + name) }
            return before
        }
        let place = list.place.inside.joined(separator: "/")
        let outcome: Outcome
        do throws(HandoutReadError) {
            let member = try copy(list.place.path + "/" + photo.name, to: folder + name)
            let (small, missing) = try addSmall(
                list.place.path + "/.small/" + photo.name, to: folder + ".small/" + name, besides: member.digest)
            if let missing { failedSmall.append(Missing(path: "\(place)/.small/\(photo.name)", reason: missing)) }
            outcome = .added(member, small: small, missing: missing)
            let entry = ListingEntry(
                name: String((folder + name).dropFirst("data/".count)), photo: photo.photo, number: .root,
                sidecarNumber: .root, directoryCount: 1)
            rows.append(
                PhotoSheet.Row(
                    entry: entry, image: photo.photo.renditions.first, bytes: member.length, sha256: member.digest))
        } catch {
            switch error {
            case .unwritable(let failure): throw failure
            case .ended: throw Self.end(of: list.place.mount)
            case .unreadable(let words):
                failed.append(Missing(path: "\(place)/\(photo.name)", reason: words))
                outcome = .failed(words)
            }
        }
        outcomes[photo.photo.id] = outcome
        return outcome
    }

    private mutating func add(_ member: Member, as name: String) throws(CommandFailure) {
        guard let content = member.content else { return }
        try zip.add("\(root)/\(name)", as: content)
        members.append(Member(name: name, digest: member.digest, length: member.length))
    }

    /// By an unmount, or by the death of its daemon, which needs a word about what to do.
    private static func end(of mount: MountTable.Mount) -> CommandFailure {
        let end = mount.end(told: SystemFailure(Errno(rawValue: ENOTCONN)))
        if let end, end.status != .notMounted { return end }
        return CommandFailure(.notMounted, "\(mount.mountpoint) was unmounted meanwhile; nothing was written")
    }

    /// Without a small rendition the photo itself is there; and where that is its own, it is not put in twice.
    ///
    /// - Returns: What was put in; why there is none that could be had, nil for a photo that has none.
    private mutating func addSmall(
        _ path: String, to name: String, besides photo: String
    ) throws(HandoutReadError) -> (Member?, missing: String?) {
        do throws(HandoutReadError) {
            let member = try copy(path, to: name, besides: photo)
            return (member.content == nil ? nil : member, nil)
        } catch {
            guard case .unreadable(let words) = error else { throw error }
            return (nil, FileManager.default.fileExists(atPath: path) ? words : nil)
        }
    }

    private enum HandoutReadError: Error {
        case unreadable(String)
        case unwritable(CommandFailure)
        /// The mount is no more.
        case ended

        init(reading error: any Error) {
            let failure = SystemFailure(error)
            self = failure.isOfDeadMount ? .ended : .unreadable(failure.words)
        }
    }

    /// Copies a file, unless it has the digest `other`: it is there already then, and has no content of its own.
    private mutating func copy(
        _ path: String, to name: String, besides other: String? = nil
    ) throws(HandoutReadError) -> Member {
        var digest = PhotoDigest()
        var length: Int64 = 0
        let file: FileHandle
        let modified: Int64
        let isLarge: Bool
        do {
            file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            let facts = try FileManager.default.attributesOfItem(atPath: path)
            modified = Int64((facts[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0)
            isLarge = facts[.size] as? Int64 ?? 0 >= Self.large
        } catch {
            throw HandoutReadError(reading: error)
        }
        defer { try? file.close() }
        try written { handout throws(CommandFailure) in
            try handout.zip.begin("\(handout.root)/\(name)", modified: modified, isLarge: isLarge)
        }
        while true {
            let piece: [UInt8]
            do {
                piece = Array(try file.read(upToCount: Self.piece) ?? Data())
            } catch {
                try written { handout throws(CommandFailure) in try handout.zip.takeBack() }
                throw HandoutReadError(reading: error)
            }
            guard !piece.isEmpty else { break }
            length += Int64(piece.count)
            guard isLarge || length < Self.large else {
                try written { handout throws(CommandFailure) in try handout.zip.takeBack() }
                throw .unreadable("it grew to 4 GiB while it was read")
            }
            digest.update(piece)
            try written { handout throws(CommandFailure) in try handout.zip.append(piece) }
        }
        let text = String(digest.text.dropFirst("sha256:".count))
        guard text != other else {
            try written { handout throws(CommandFailure) in try handout.zip.takeBack() }
            return Member(name: name, digest: text, length: length)
        }
        var member = Member(name: name, digest: text, length: length)
        try written { handout throws(CommandFailure) in
            member.content = try handout.zip.finish(isLarge: isLarge)
        }
        members.append(member)
        return member
    }

    private mutating func written(
        _ work: (inout Handout) throws(CommandFailure) -> Void
    ) throws(HandoutReadError) {
        do throws(CommandFailure) { try work(&self) } catch { throw .unwritable(error) }
    }

    // MARK: What is written about them

    /// Adds what is about all lists, and what tells that the archive is whole.
    mutating func finish(title: String) throws(CommandFailure) {
        let missing = (failed + failedSmall).map { (name: $0.path, reason: "could not be had: \($0.reason)") }
        let left = reserved.map { (name: $0.path, reason: $0.reason) } + missing
        try addDocuments(rows, left, in: "", title: title, above: nil)
        let payload = members
        let octets = payload.reduce(0) { $0 + $1.length }
        var tags: [Member] = []
        for (name, text) in [
            ("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"),
            ("README.txt", readme(title)),
            (
                "bag-info.txt",
                """
                External-Description: \(rows.count) photos of \(source): \(PrintableText.line(title, maximumBytes: 200))
                Bagging-Date: \(now.iso8601.prefix(10))
                Bag-Software-Agent: \(Version.text.split(separator: "\n").first ?? "placesfs")
                Payload-Oxum: \(octets).\(payload.count)

                """
            ),
            ("manifest-sha256.txt", Self.manifest(payload)),
        ] {
            try add(Array(text.utf8), as: name)
            tags.append(members.removeLast())
        }
        try add(Array(Self.manifest(tags).utf8), as: "tagmanifest-sha256.txt")
        try zip.close()
    }

    private static func manifest(_ members: [Member]) -> String {
        members.map { "\($0.digest)  \($0.name)\n" }.joined()
    }

    private mutating func addDocuments(
        _ rows: [PhotoSheet.Row], _ left: [(name: String, reason: String)], in folder: String, title: String,
        above: String?
    ) throws(CommandFailure) {
        let entries = rows.map(\.entry)
        let photos = rows.map { row in
            (row.entry.photo, GeoJSON.PhotoFacts(thumbnail: nil, href: row.entry.name, image: row.image))
        }
        let map = GeoJSON.photos(photos, notice: notice)
        let heading = MapPage.Heading(
            title: title, subtitle: "", trail: above.map { [MapPage.Crumb(title: "All", path: $0 + "map.html")] } ?? [],
            source: source, folder: folder, pins: nil)
        var credits = Credits.text(for: entries, notice: notice)
        if !left.isEmpty {
            credits += "\nNot in this archive:\n"
            for photo in left { credits += "\(PrintableText.line(photo.name)): \(PrintableText.line(photo.reason))\n" }
        }
        try add(Array(credits.utf8), as: "data/\(folder)CREDITS.txt")
        try add(map, as: "data/\(folder)map.geojson")
        try add(page.bytes(heading: heading, collection: map), as: "data/\(folder)map.html")
        try add(Array(PhotoSheet.text(of: rows, source: source).utf8), as: "data/\(folder)photos.csv")
    }

    private mutating func add(_ bytes: [UInt8], as name: String) throws(CommandFailure) {
        try zip.begin("\(root)/\(name)", modified: now.rawValue)
        try zip.append(bytes)
        try zip.finish()
        var digest = PhotoDigest()
        digest.update(bytes)
        members.append(
            Member(name: name, digest: String(digest.text.dropFirst("sha256:".count)), length: Int64(bytes.count)))
    }

    private func readme(_ title: String) -> String {
        """
        \(PrintableText.line(title, maximumBytes: 200)): \(rows.count) photos

        Open data/map.html in your browser: it shows the photos on a map and in a list.
        data/CREDITS.txt says who took each photo, and under which licence you may use it.
        data/photos.csv is the same as a table.
        \(reserved.isEmpty && isWhole ? "" : "CREDITS.txt names what is not in here, too.\n")
        Is everything whole? In this folder: sha256sum -c manifest-sha256.txt
        The folder is a bag after RFC 8493 (BagIt).

        \(notice)

        """
    }
}
