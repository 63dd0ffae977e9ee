import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Photos once fetched are kept, and damage to them is found", .enabled(if: Repository.canMount))
struct KeptPhotosTests {
    @Test(.proves("A cached photo costs", "kill -9 during a write"), arguments: [false, true])
    func `kept photos cost no request after a remount, nor after kill -9`(isKilled: Bool) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 20)
        try await TestMount.run(numbered.configuration) { mount in
            try Self.writeWanted(numbered, count: 20, to: mount)
            let read = """
                for number in $(seq 0 19); do
                    cmp "$M/\(NumberedLibrary.directory())/photo $number.jpg" want-$number || exit 1
                done
                """
            #expect(try await mount.shell(read).status == 0)
            if isKilled {
                #expect(kill(try await mount.daemon(), SIGKILL) == 0)
            } else {
                try await mount.unmount()
            }
            mount.simulator.ledger.reset()
            try await mount.mount()
            let again = try await mount.shell(read)
            #expect(again.status == 0, "\(again.text)\(again.errors)")
            #expect(mount.simulator.ledger.imageRequests == 0)
        }
    }

    /// What becomes of `$F`, a photo's file in the cache.
    private static let damages = [
        "truncate -s 1000 \"$F\"",
        "truncate -s 0 \"$F\"",
        "printf X | dd of=\"$F\" bs=1 seek=5000 conv=notrunc status=none",
        "echo more >> \"$F\"",
        "rm \"$F\" && mkdir \"$F\"",
        "rm \"$F\" && mkdir \"$F\" && touch \"$F/in it\"",
        "rm \"$F\" && ln -s \"$T/want-0\" \"$F\"",
        "rm \"$F\" && mkfifo \"$F\"",
        "rm \"$F\"",
        "cp \"$T/want-19\" \"$F\"",
        "touch \"$F\"",
    ]

    /// The last of them changed no byte.
    private static func isHarmless(_ damage: Int) -> Bool { damage == damages.count - 1 }

    @Test(.proves("Cached files are damaged"), arguments: [false, true])
    func `a damaged file is found when it is read, and the photo fetched anew`(isMounted: Bool) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 20)
        try await TestMount.run(numbered.configuration) { mount in
            try Self.writeWanted(numbered, count: 20, to: mount)
            for number in Self.damages.indices {
                let read = try await mount.shell("cmp \"$M/\(NumberedLibrary.path(number))\" want-\(number)")
                #expect(read.status == 0, "\(read.errors)")
            }
            if !isMounted { try await mount.unmount() }
            for (number, damage) in Self.damages.enumerated() {
                let damaged = try await mount.shell(
                    "F=$(ls -d \"$XDG_CACHE_HOME\"/placesfs/*/\(NumberedLibrary.cacheFile(number))) && { \(damage); }")
                #expect(damaged.status == 0, "\(damaged.errors)")
            }
            if !isMounted { try await mount.mount() }
            mount.simulator.ledger.reset()
            for (number, damage) in Self.damages.enumerated() {
                // Direct: past the copy in the kernel's page cache.
                let read = try await mount.shell(
                    """
                    dd if="$M/\(NumberedLibrary.path(number))" of=copy iflag=direct bs=64k status=none
                    cmp copy want-\(number)
                    """)
                #expect(read.status == 0, "\(damage): \(read.text)\(read.errors)")
                let requests = mount.simulator.ledger.imageRequests(of: NumberedLibrary.id(number))
                // An open file outlives its name.
                let isStillOpen = isMounted && damage.hasPrefix("rm ")
                // That its name is taken is found when the photo is whole: a reader of its end is passed a second one.
                let most = damage.contains("in it") ? 2 : 1
                let least = Self.isHarmless(number) || isStillOpen ? 0 : 1
                #expect((least...most).contains(requests), "\(damage): \(requests)")
                if Self.isHarmless(number) { #expect(requests == 0) }
            }
            // And what was fetched anew is kept, whatever lay in its place.
            try await mount.unmount()
            try await mount.mount()
            mount.simulator.ledger.reset()
            for (number, damage) in Self.damages.enumerated() {
                let read = try await mount.shell("cmp \"$M/\(NumberedLibrary.path(number))\" want-\(number)")
                #expect(read.status == 0, "\(damage): \(read.text)\(read.errors)")
                // But what is not ours is not removed: a photo whose name it took is passed through.
                guard !damage.contains("in it") else { continue }
                #expect(mount.simulator.ledger.imageRequests(of: NumberedLibrary.id(number)) == 0, "\(damage)")
            }
        }
    }

    private static func writeWanted(_ numbered: NumberedLibrary, count: Int, to mount: TestMount) throws {
        for number in 0..<count {
            try mount.write(numbered.bytes(number), to: "want-\(number)")
        }
    }
}
