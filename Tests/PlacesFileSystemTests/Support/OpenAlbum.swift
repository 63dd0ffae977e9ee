import Catalog
import FUSE
import PhotoCache
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

/// An album that programs write into, in a mount that has read all photos of a place.
struct OpenAlbum {
    static let paris = KeptPhotos.paris

    let kept: KeptPhotos
    let inode: InodeNumber
    /// The folder that the photos come from.
    let place: InodeNumber

    init(_ photos: [String] = ["one", "two"]) async throws {
        kept = try await KeptPhotos(showing: photos)
        for photo in photos {
            _ = try await kept.read(Self.paris + photo + ".jpg")
            // When it came is written down behind that.
            let (kept, key) = (kept, ImageKey(photo: PhotoID(photo), rendition: "b"))
            await until {
                kept.world.clock.advance(by: .seconds(1))
                return (try? await kept.world.catalog.confirmed(key)) != nil
            }
        }
        _ = try await kept.world.files.mkdir("A", in: try await kept.world.inode("albums"), by: World.caller)
        inode = try await kept.world.inode("albums/A")
        place = try await kept.world.inode(Self.paris)
    }

    var files: PlacesFileSystem { kept.world.files }
    var albums: Albums { files.folders.albums }

    /// What the image host sends for a photo.
    static func bytes(_ id: String) -> [UInt8] { ImageTransport.bytes("https://images.example/\(id)_b.jpg") }

    /// The photos in the album.
    func photos() async throws(Errno) -> [String] {
        try await kept.world.list("albums/A").filter { $0.hasSuffix(".jpg") }
    }

    /// Whether a name in the album leads to this photo of the place.
    func has(_ name: String, as photo: String) async throws(Errno) -> Bool {
        try await kept.world.inode("albums/A/" + name) == kept.world.inode(Self.paris + photo + ".jpg")
    }

    /// Why something was refused there, without the time.
    func reason() async throws(Errno) -> String {
        let told = String(decoding: try await files.getxattr("user.places.error", of: inode), as: UTF8.self)
        return String(told.drop { $0 != " " }.dropFirst())
    }

    // MARK: As programs do

    func create(_ name: String) async throws(Errno) -> HandleNumber {
        try await files.create(name, in: inode, OpenFlags(rawValue: 2), by: World.caller).file.handle
    }

    func reopen(_ name: String, truncating: Bool) async throws(Errno) -> HandleNumber {
        let file = try await kept.world.inode("albums/A/" + name)
        return try await files.open(file, OpenFlags(rawValue: truncating ? 0o1001 : 1), by: World.caller).handle
    }

    func write(_ bytes: [UInt8], to handle: HandleNumber, at offset: Int64 = 0) async throws(Errno) {
        try await files.write(bytes, to: handle, at: offset, by: World.caller)
    }

    /// As cp(1) does with a photo of the place.
    func copy(_ photo: String, to handle: HandleNumber) async throws(Errno) {
        let source = try await kept.world.inode(Self.paris + photo + ".jpg")
        let from = try await files.open(source, OpenFlags(rawValue: 0), by: World.caller).handle
        defer { files.release(from) }
        _ = try await files.copy(1 << 20, from: from, at: 0, to: handle, at: 0, by: World.caller)
    }

    func flush(_ handle: HandleNumber) async throws(Errno) {
        try await files.flush(handle, by: World.caller)
    }

    func close(_ handle: HandleNumber) async throws(Errno) {
        defer { files.release(handle) }
        try await flush(handle)
    }

    func unlink(_ name: String) async throws(Errno) {
        try await files.unlink(name, in: inode, by: World.caller)
    }

    func rename(_ name: String, to newName: String) async throws(Errno) {
        try await files.rename(name, in: inode, to: newName, in: inode, replacing: true, by: World.caller)
    }

    /// `mv` of a photo of the place.
    func move(_ photo: String, to name: String) async throws(Errno) {
        try await files.rename(photo + ".jpg", in: place, to: name, in: inode, replacing: true, by: World.caller)
    }
}
