import Foundation
import Gazetteer
import Logging
import PhotoTree
import TestSupport
import Testing

@testable import OwnPhotos

/// A folder of pictures that exists for a test, with the source that shows it.
struct OwnFolder {
    let folder: TemporaryDirectory
    private static let gazetteer = Result { try Gazetteer.bundled() }

    init() throws { folder = try TemporaryDirectory() }

    var path: String { folder.path + "/pictures" }

    /// Makes a picture; another number is another picture.
    func picture(_ name: String, _ number: Int = 0, _ tags: String...) async throws {
        let whole = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: whole).deletingLastPathComponent().path, withIntermediateDirectories: true)
        let ending = URL(fileURLWithPath: name).pathExtension.lowercased()
        let made = try await ChildProcess([
            "convert", "-size", "\(32 + number)x24", "gradient:red-blue", "\(ending):\(whole)",
        ]).result()
        try #require(made.status == 0, "\(made.errors)")
        guard !tags.isEmpty else { return }
        try await tag(name, tags)
    }

    func tag(_ name: String, _ tags: [String]) async throws {
        let tagged = try await ChildProcess(["exiftool", "-q", "-overwrite_original"] + tags + [path + "/" + name])
            .result()
        try #require(tagged.status == 0, "\(tagged.errors)")
    }

    /// Runs a script of bash in the folder of pictures, or in the one that it lies in.
    func run(_ script: String, above: Bool = false) async throws {
        let done = try await ChildProcess(["bash", "-ec", "cd '\(above ? folder.path : path)'; " + script]).result()
        try #require(done.status == 0, "\(done.errors)")
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

    func move(_ name: String, to newName: String) throws {
        let whole = path + "/" + newName
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: whole).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try FileManager.default.moveItem(atPath: path + "/" + name, toPath: whole)
    }

    /// The source, after it has looked at everything unless its scan is not `awaited`.
    func source(
        of from: String? = nil, owner: OwnerOfPhotos = OwnerOfPhotos(), grace: Duration = .seconds(300),
        awaited: Bool = true
    ) async throws -> OwnPhotosSource {
        let source = try OwnPhotosSource(
            folder: from ?? path, state: folder.path + "/index.sqlite", largest: 64 << 20, owner: owner,
            gazetteer: Self.gazetteer.get(), grace: grace,
            logger: Logger(label: "test"))
        if awaited { await source.awaitScan() }
        return source
    }

    static func places() throws -> FoundPlace { FoundPlace(try gazetteer.get()) }

    /// The index of the source, opened once more.
    func index() throws -> PhotoIndex {
        try PhotoIndex(at: folder.path + "/index.sqlite", owner: OwnerOfPhotos(), logger: Logger(label: "test"))
    }

    /// What a scan would write of a picture under another path.
    func read(_ name: String, at path: String) throws -> ScanChanges {
        let file = try DiskFolder(at: self.path + "/" + (name.hasPrefix("../") ? ".." : "")).file([
            Array(name.utf8).pathNames.last ?? []
        ])
        let read = try PhotoReader(FoundPlace(Self.gazetteer.get())).read(file, at: Array(path.utf8), besides: [])
        var changes = ScanChanges()
        changes.places[read.place.id] = read.place
        changes.files = [
            IndexedFile(
                number: 0, path: Array(path.utf8), id: read.photo.id, status: IndexedFile.Stamp(file.status),
                besides: "",
                digest: read.digest, place: read.place.id, photo: read.photo)
        ]
        return changes
    }

    static func tags(at latitude: Double, _ longitude: Double) -> [String] {
        [
            "-GPSLatitude=\(abs(latitude))", "-GPSLatitudeRef=\(latitude < 0 ? "S" : "N")",
            "-GPSLongitude=\(abs(longitude))", "-GPSLongitudeRef=\(longitude < 0 ? "W" : "E")",
        ]
    }
}

extension OwnPhotosSource {
    /// "Italy/Rome": the names of the photos there.
    func tree() async throws -> [String: Set<String>] {
        var tree: [String: Set<String>] = [:]
        for place in try await topPlaces() {
            let page = try await photos(PhotoQuery(subject: .place(place), limit: 1_000))
            tree["\(place.country)/\(place.name)"] = Set(page.photos.compactMap(\.ownPath))
        }
        return tree
    }

    func all() async throws -> [Photo] {
        var photos: [Photo] = []
        for place in try await topPlaces() {
            photos += try await self.photos(PhotoQuery(subject: .place(place), limit: 1_000)).photos
        }
        return photos
    }

    /// Waits until the tree is so; a busy machine takes its time.
    func becomes(_ tree: [String: Set<String>]) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            if try await self.tree() == tree { return true }
            try await ContinuousClock().sleep(for: .milliseconds(50))
        }
        return try await self.tree() == tree
    }

    /// Waits until its report is so.
    func reports(_ isSo: (String) -> Bool) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(30)
        while !isSo(report.joined(separator: "\n")), ContinuousClock.now < end {
            try await ContinuousClock().sleep(for: .milliseconds(20))
        }
        return isSo(report.joined(separator: "\n"))
    }
}
