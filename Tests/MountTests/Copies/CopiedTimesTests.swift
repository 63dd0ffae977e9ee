import PhotoSimulator
import Promises
import TestSupport
import Testing

/// The times of photos, and what copies and archives make of them.
@Suite("Times of photos and copies", .enabled(if: Repository.canMount))
struct CopiedTimesTests {
    /// What the photographers' clocks showed: in summer and winter time, in the hour that Paris left out and in the one
    /// that it had twice, in the first second that files can tell and the one before it, in local mean time.
    private static let clocks = [
        "2023-09-12 22:00:05", "2023-01-12 22:00:05", "2023-03-26 02:30:00", "2023-10-29 02:30:00",
        "1970-01-01 00:59:59", "1962-11-18 09:15:00", "1905-06-01 12:00:00", "1901-12-13 20:45:52",
        "1901-12-13 20:45:51", "1890-05-04 10:00:00",
    ]

    private static func configuration() -> Simulator.Configuration {
        CreditedCopies.configuration { library in
            for number in CreditedCopies.titles.indices { library.remove(CreditedCopies.id(number)) }
            for (number, clock) in clocks.enumerated() {
                library.add(
                    SimulatedPhoto(
                        id: CreditedCopies.id(100 + number), title: "photo \(number).", uploaded: 1_700_000_000,
                        taken: clock, position: .init(latitude: 48.8584, longitude: 2.2945), woeid: "615702"))
            }
        }
    }

    @Test(
        .proves("The modification time", "Dates before 1970"),
        arguments: ["Europe/Paris", "America/New_York", "Asia/Kolkata", "UTC"])
    func `a file manager in the mount's zone shows the hour in the picture`(zone: String) async throws {
        try await TestMount.run(Self.configuration()) { mount in
            try await mount.unmount()
            let again = mount.mountCommand().map { "'\($0)'" }.joined(separator: " ")
            let seen = try await mount.shell(
                """
                export TZ=\(zone); \(again) || exit 9; cd "$M/places/France/Paris" && ls > /dev/null
                python3 - '\(Self.clocks.joined(separator: "' '"))' <<'END'
                import os, sys, time
                for number, clock in enumerate(sys.argv[1:]):
                    told = os.stat(f'photo {number}.jpg').st_mtime
                    there = max(-2**31, time.mktime(time.strptime(clock, '%Y-%m-%d %H:%M:%S')[:8] + (-1,)))
                    date = os.getxattr(f'photo {number}.jpg', 'user.dublincore.date').decode()
                    assert date.startswith(clock[:10]), (date, clock)
                    print('same' if told == there else (clock, told, there))
                END
                stat -c %y 'photo 0.jpg'
                """)
            #expect(seen.lines.dropLast() == Self.clocks.map { _ in "same" }[...], "\(seen.text)\(seen.errors)")
            #expect(seen.lines.last?.hasPrefix("2023-09-12 22:00:05.0") == true, "\(seen.text)")
        }
    }

    @Test(.proves("Dates before 1970"), .enabled(if: OtherDisk.isPossible, "mounting an image takes root"))
    func `rsync to ext4 finds nothing to do a second time`() async throws {
        try await TestMount.run(Self.configuration()) { mount in
            try await OtherDisk.run(.ext4(blockSize: 4096)) { disk in
                let copied = try await mount.shell(
                    """
                    cd "$M/places/France/Paris" && ls > /dev/null
                    for time in 1 2; do rsync -ai ./*.jpg '\(disk.path)/' | grep -c jpg; done
                    """)
                #expect(copied.lines == ["\(Self.clocks.count)", "0"], "\(copied.text)\(copied.errors)")
            }
        }
    }

    @Test(.proves("Dates before 1970", "No name has dots"))
    func `archives take titles that end in dots, and zip takes old photos for those of 1980`() async throws {
        try await TestMount.run(Self.configuration()) { mount in
            let packed = try await mount.shell(
                Script.text("Copies/copied-times.sh"))
            let count = "\(Self.clocks.count)"
            #expect(
                packed.lines == [
                    count, "0", "0", count, "1980 2023", "ZIP does not support timestamps before 1980", "taken",
                ], "\(packed.text)\(packed.errors)")
        }
    }
}
