import Glibc
import PhotoSimulator
import Promises
import TestSupport
import Testing

/// The true size reaches whoever opens a photo first, however it is opened.
@Suite("The size of a photo at its first open", .enabled(if: Repository.canMount))
struct SizeUptakeTests {
    /// Estimates are above the truth, then below.
    private static func library(_ count: Int) -> NumberedLibrary {
        let numbered = NumberedLibrary(photosPerPlace: count, imageBytes: 250_000...300_000)
        for number in 0..<count {
            numbered.library.edit(NumberedLibrary.id(number)) { photo in
                let width = number % 2 == 0 ? 1024 : TestSource.current == .flickr ? 120 : 645
                photo.renditions = [.init(suffix: "b", width: width, height: width == 1024 ? 683 : 40)]
            }
        }
        return numbered
    }

    private static func write(_ numbered: NumberedLibrary, _ count: Int, _ mount: TestMount) throws {
        for number in 0..<count {
            try mount.write(numbered.bytes(number), to: "want \(number)")
        }
    }

    /// It opens what others open by dentry_open(), which does not look a name up again on ESTALE.
    @Test(.proves("A virus scanner asks"), .enabled(if: geteuid() == 0, "permission events take root"))
    func `a virus scanner that asks for permission disturbs nobody, and reads all of it`() async throws {
        let numbered = Self.library(6)
        try await TestMount.run(numbered.configuration) { mount in
            try Self.write(numbered, 6, mount)
            let script = Script.text("Copies/size-uptake.py")
            try mount.write(Array(script.utf8), to: "scan.py")
            let result = try await mount.shell("python3 scan.py \"$M\" \"$M/\(NumberedLibrary.directory())\"")
            #expect(result.text == "" && result.status == 0, "\(result.text)\(result.errors)")
        }
    }

    /// Then the kernel cannot be brought to take the size up from outside, and looks the name up again.
    @Test(.proves("A virus scanner asks"), .enabled(if: geteuid() == 0, "mounting over takes root"))
    func `whoever stands in a mount that was covered gets the exact bytes, too`() async throws {
        let numbered = Self.library(4)
        try await TestMount.run(numbered.configuration) { mount in
            try Self.write(numbered, 4, mount)
            let result = try await mount.shell(
                """
                cd "$M/\(NumberedLibrary.directory())" && ls > /dev/null && mount -t tmpfs none "$M"
                for number in 0 1 2 3; do
                    python3 -c '
                import os, sys
                file = os.open(sys.argv[1], 0)
                while os.sendfile(1, file, None, 1 << 20): pass' "photo $number.jpg" > "$T/got"
                    cmp "$T/got" "$T/want $number"
                done
                umount "$M"
                """)
            #expect(result.text == "" && result.status == 0, "\(result.text)\(result.errors)")
        }
    }

    @Test func `the name it is asked by is nobody else's`() async throws {
        try await TestMount.run(Self.library(1).configuration) { mount in
            let asked = try await mount.shell(
                "cat \"$M/\(NumberedLibrary.path(0))\" | wc -c; ls -d \"$M/.placesfs-size\"")
            #expect(asked.status == 2 && asked.errors.contains("No such file"), "\(asked.errors)")
        }
    }
}
