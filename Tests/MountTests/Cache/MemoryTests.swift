import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("The daemon's memory", .enabled(if: Repository.canMount), .serialized)
struct MemoryTests {
    /// 40 MiB are promised of what users run. Code that is not optimized is larger, and so are its pages in memory.
    private static let bound = (isRelease ? 40 : 80) << 10

    private static let isRelease = URL(fileURLWithPath: Repository.placesfs).resolvingSymlinksInPath().path
        .contains("/release/")

    @Test(.proves("Memory grows"), arguments: ["300M", "10M"])
    func `stays small while 32 readers read 50 photos of 5 MB`(cacheSize: String) async throws {
        let peak = try await Self.peak(photoBytes: 5_000_000, cacheSize: cacheSize)
        print("\(Self.isRelease ? "release" : "debug") build, --cache-size \(cacheSize): at most \(peak) KiB")
        #expect(peak < Self.bound)
    }

    @Test(.proves("Memory grows")) func `does not grow with the size of photos`() async throws {
        let small = try await Self.peak(photoBytes: 1_000_000, cacheSize: "300M")
        let large = try await Self.peak(photoBytes: 5_000_000, cacheSize: "300M")
        print("photos of 1 MB: at most \(small) KiB; of 5 MB: \(large) KiB")
        #expect(Double(large) <= 1.25 * Double(small))
    }

    /// However many threads 32 readers keep busy; each heap would keep for itself what its threads gave back.
    private static func expectFewHeaps(_ daemon: Int32) throws {
        let maps = try String(contentsOfFile: "/proc/\(daemon)/maps", encoding: .utf8).split(separator: "\n")
        // "7f6f60000000-7f6f605e7000 rw-p 00000000 00:00 0": glibc aligns heaps to 64 MiB.
        let heaps = maps.filter { line in
            let words = line.split(separator: " ")
            guard words.count == 5, words[1] == "rw-p", let start = UInt(words[0].prefix { $0 != "-" }, radix: 16)
            else { return false }
            return start.isMultiple(of: 64 << 20)
        }
        #expect(heaps.count <= 1, "\(heaps)")
    }

    /// The most memory in KiB that a daemon ever had resident (VmHWM, proc(5)), all its photos read.
    private static func peak(photoBytes: Int, cacheSize: String) async throws -> Int {
        let numbered = NumberedLibrary(photosPerPlace: 50, imageBytes: photoBytes...photoBytes)
        let options = ["--cache-size", cacheSize]
        return try await TestMount.run(numbered.configuration, options: options) { mount in
            let read = try await mount.shell(
                """
                read_one() { [ "$(wc -c < <(cat "$M/\(NumberedLibrary.directory())/photo $1.jpg"))" = \(photoBytes) ]; }
                export -f read_one
                for number in $(seq 0 49); do echo $number; done | xargs -P 32 -I N bash -c "read_one N"
                """, timeout: .seconds(200))
            #expect(read.status == 0, "\(read.errors)")
            let daemon = try await mount.daemon()
            try expectFewHeaps(daemon)
            let status = try String(contentsOfFile: "/proc/\(daemon)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            return try #require(Int(line.filter(\.isNumber)))
        }
    }
}
