import Foundation
import PhotoTree
import Synchronization
import TestSupport
import Testing

@testable import placesfs

/// Archives, as programs that read them see them.
@Suite("Zip archives") struct ZipWriterTests {
    private final class Memory: ZipTarget {
        private let content = Mutex<[UInt8]>([])
        var bytes: [UInt8] { content.withLock(\.self) }

        func write(_ piece: [UInt8], at offset: Int64) {
            content.withLock { bytes in
                let end = Int(offset) + piece.count
                if bytes.count < end { bytes += [UInt8](repeating: 0, count: end - bytes.count) }
                bytes.replaceSubrange(Int(offset)..<end, with: piece)
            }
        }

        func read(_ count: Int, at offset: Int64) -> [UInt8] {
            content.withLock { Array($0[Int(offset)..<Int(offset) + count]) }
        }

        func cut(to length: Int64) { content.withLock { $0.removeLast($0.count - Int(length)) } }
    }

    private func python(_ bytes: [UInt8], _ script: String) async throws -> String {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/a.zip"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let script = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); " + script
        return try await TestSupport.run("python3", "-c", script, path).text
    }

    @Test func `an entry that holds the same as another is whole, whatever came between them`() async throws {
        let memory = Memory()
        var zip = ZipWriter(memory)
        let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
        try zip.begin("a/first.jpg", modified: 1_700_000_001)
        try zip.append(Array(bytes.prefix(300_000)))
        try zip.append(Array(bytes.dropFirst(300_000)))
        let content = try #require(try zip.finish())
        #expect(content.length == 700_000)
        try zip.begin("a/half.jpg", modified: 1_700_000_000)
        try zip.append([1, 2, 3])
        try zip.takeBack()
        try zip.add("b/second.jpg", as: content)
        try zip.add("c/third.jpg", as: content)
        try zip.begin("c/empty.jpg", modified: 1_700_000_000)
        let nothing = try #require(try zip.finish(isLarge: false))
        try zip.add("d/empty.jpg", as: nothing)
        try zip.close()
        let told = try await python(
            memory.bytes,
            "n = z.namelist(); print(z.testzip(), n, len({z.read(i) for i in n[:3]}), len(z.read(n[2])), len({i.date_time for i in z.infolist()[:3]}))"
        )
        #expect(
            told
                == "None ['a/first.jpg', 'b/second.jpg', 'c/third.jpg', 'c/empty.jpg', 'd/empty.jpg'] 1 700000 1")
    }

    @Test func `what was put in comes out, with its name and time, and what was dropped does not`() async throws {
        let memory = Memory()
        var zip = ZipWriter(memory)
        try zip.begin("a/金閣寺.jpg", modified: 1_700_000_001)
        try zip.append(Array("some ".utf8))
        try zip.append(Array("bytes".utf8))
        try zip.finish()
        try zip.begin("a/half.jpg", modified: 1_700_000_000)
        try zip.append([1, 2, 3])
        try zip.takeBack()
        try zip.begin("a/old.jpg", modified: -1_000_000_000)
        try zip.finish()
        try zip.close()
        let told = try await python(
            memory.bytes,
            "print(z.testzip(), [(i.filename, i.file_size, i.compress_type, i.date_time[0]) for i in z.infolist()], z.read('a/金閣寺.jpg'))"
        )
        #expect(told == "None [('a/金閣寺.jpg', 10, 0, 2023), ('a/old.jpg', 0, 0, 1980)] b'some bytes'")
    }

    @Test func `an archive of more than 65,534 files has 64-bit fields, and one of fewer has none`() async throws {
        for (count, isLarge) in [(100, false), (65_600, true)] {
            let memory = Memory()
            var zip = ZipWriter(memory)
            for number in 0..<count {
                try zip.begin("\(number)", modified: 1_700_000_000)
                try zip.finish()
            }
            try zip.close()
            #expect(memory.bytes.suffix(98).starts(with: [0x50, 0x4B, 0x06, 0x06]) == isLarge)
            #expect(
                try await python(memory.bytes, "print(len(z.namelist()), z.namelist()[-1])") == "\(count) \(count - 1)")
        }
    }
}

/// Archives beyond 4 GiB. Their zeros take no room on the disk.
@Suite(
    "Large zip archives",
    .enabled(if: ProcessInfo.processInfo.environment["PLACESFS_LONG_TESTS"] != nil, "with --long"))
struct LargeZipTests {
    private static let piece = [UInt8](repeating: 0, count: 64 << 20)

    private final class SparseFile: ZipTarget {
        private let handle: Mutex<FileHandle>

        init(_ path: String) throws {
            try Data().write(to: URL(fileURLWithPath: path))
            handle = Mutex(try FileHandle(forUpdating: URL(fileURLWithPath: path)))
        }

        func write(_ bytes: [UInt8], at offset: Int64) throws(CommandFailure) {
            // Only the pieces of zeros are so long.
            guard bytes.count < LargeZipTests.piece.count else { return }
            do {
                try handle.withLock { handle in
                    try handle.seek(toOffset: UInt64(offset))
                    try handle.write(contentsOf: Data(bytes))
                }
            } catch {
                throw CommandFailure(.handoutUnwritable, "\(error)")
            }
        }

        func read(_ count: Int, at offset: Int64) -> [UInt8] { [] }

        func cut(to length: Int64) {}
    }

    @Test(.timeLimit(.minutes(5)))
    func `a file of more than 4 GiB, and one behind it, are read by every program`() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/large.zip"
        var zip = ZipWriter(try SparseFile(path))
        try zip.begin("a/small.jpg", modified: 1_700_000_000)
        try zip.append(Array("small".utf8))
        try zip.finish()
        try zip.begin("a/large.tif", modified: 1_700_000_000, isLarge: true)
        for _ in 0..<66 { try zip.append(Self.piece) }
        try zip.append(Array("end".utf8))
        try zip.finish(isLarge: true)
        // Each is small, and together they reach further than 32 bits do.
        for number in 0..<3 {
            try zip.begin("a/far \(number).jpg", modified: 1_700_000_000)
            try zip.append(Array("far \(number)".utf8))
            try zip.finish()
        }
        try zip.close()
        let tested = try await TestSupport.run("unzip", "-tqq", path)
        #expect(tested.status == 0, "\(tested.text)\(tested.errors)")
        let read = try await TestSupport.run(
            "python3", "-c",
            """
            import sys, zipfile
            z = zipfile.ZipFile(sys.argv[1])
            print(z.testzip(), [(i.filename, i.file_size) for i in z.infolist()], z.read("a/far 2.jpg"), z.read("a/small.jpg"))
            """, path)
        #expect(
            read.text
                == "None [('a/small.jpg', 5), ('a/large.tif', \(66 * (64 << 20) + 3)), ('a/far 0.jpg', 5), ('a/far 1.jpg', 5), ('a/far 2.jpg', 5)] b'far 2' b'small'",
            "\(read.text)\(read.errors)")
        let listed = try await TestSupport.run("bsdtar", "-tvf", path)
        #expect(listed.status == 0 && listed.text.contains("\(66 * (64 << 20) + 3)"), "\(listed.text)\(listed.errors)")
        let told = try await TestSupport.run("zipinfo", "-h", path)
        #expect(told.text.contains("number of entries: 5"), "\(told.text)")
    }
}

/// Tables as they are read back.
@Suite("Rows of tables") struct CSVRowsTests {
    @Test func `cells keep commas, quotation marks and lines`() {
        let rows = Array(CSVRows("\u{FEFF}a,b\r\n\"x, \"\"y\"\"\nz\",2\r\n,\r\n"))
        #expect(rows == [["a": "x, \"y\"\nz", "b": "2"], ["a": "", "b": ""]])
    }

    @Test(arguments: ["", "a", "a,b\n\"x", "\"", "a\n\n\n,,,\n"]) func `what is no table has no rows`(text: String) {
        #expect(Array(CSVRows(text)).isEmpty)
    }
}
