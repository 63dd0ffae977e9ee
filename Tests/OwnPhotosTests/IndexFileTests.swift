import Foundation
import GRDB
import Logging
import PhotoTree
import TestSupport
import Testing

@testable import OwnPhotos

@Suite("The file of the index of own photos")
struct IndexFileTests {
    private let folder: OwnFolder
    private let path: String

    init() throws {
        folder = try OwnFolder()
        path = folder.folder.path + "/index.sqlite"
    }

    private func index() throws -> PhotoIndex {
        try PhotoIndex(at: path, owner: OwnerOfPhotos(), waitingForLocks: .zero, logger: Logger(label: "test"))
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.folder.path).sorted() }
    }

    @Test func `an index that another process holds is refused in one line, and loses nothing`() throws {
        let other = try index()
        try other.setRootInode(7)
        try other.writeNow { _ in
            let error = #expect(throws: OwnPhotosError.self) { try index() }
            #expect(
                error?.isLocked == true && error?.description.contains("\n") == false, "\(String(describing: error))")
        }
        #expect(try index().rootInode() == 7)
        other.close()
        #expect(try index().rootInode() == 7)
    }

    @Test(arguments: [
        Data(repeating: 0x41, count: 8192), Data("SQLite format 3\0".utf8) + Data(repeating: 1, count: 9000),
    ])
    func `a damaged index is set aside, and a new one is begun`(damage: Data) throws {
        try damage.write(to: URL(fileURLWithPath: path))
        let new = try index()
        #expect(try new.rootInode() == nil)
        try new.setRootInode(8)
        new.close()
        #expect(try names == ["index.sqlite", "index.sqlite.damaged-1"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path + ".damaged-1")) == damage)
        #expect(try index().rootInode() == 8)
    }

    @Test func `an index whose damage shows later is set aside by the next mount`() throws {
        let first = try index()
        // Of the table and what finds its rows.
        let (roots, size) = try first.scanNow { db in
            (
                try Int.fetchAll(db, sql: "SELECT rootpage FROM sqlite_master WHERE tbl_name = 'file'"),
                try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
            )
        }
        try first.setRootInode(9)
        first.close()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        for root in roots {
            bytes.replaceSubrange((root - 1) * size..<root * size, with: Data(repeating: 0x41, count: size))
        }
        try bytes.write(to: URL(fileURLWithPath: path))
        let damaged = try index()
        #expect(throws: (any Error).self) { try damaged.files(inFolder: []) }
        damaged.close()
        let new = try index()
        #expect(try new.files(inFolder: []).isEmpty && new.rootInode() == nil)
        new.close()
        #expect(try names == ["index.sqlite", "index.sqlite.damaged-1"])
        #expect(try index().rootInode() == nil)
    }

    @Test func `where nothing can be written, what the disk has is there in memory`() throws {
        let first = try index()
        try first.setRootInode(9)
        first.close()
        // As where the disk has no room for it: SQLite's shared memory can be made by nobody, root included.
        try FileManager.default.createDirectory(atPath: path + "-shm", withIntermediateDirectories: false)
        let copy = try index()
        #expect(try copy.rootInode() == 9)
        try copy.setRootInode(10)
        copy.close()
        try FileManager.default.removeItem(atPath: path + "-shm")
        #expect(try !names.contains { $0.contains("damaged") })
        #expect(try index().rootInode() == 9)
    }

    @Test func `an index that can neither be opened nor copied is refused and stays`() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: OwnPhotosError.self) { try index() }
        #expect(try names == ["index.sqlite"])
    }
}
