import Foundation
import Testing

@testable import placesfs

/// What `doctor` says of the clock.
@Suite struct ClockTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `a clock that was never set is wrong, whatever hosts say`() {
        #expect(!Checkup.clock(Date(timeIntervalSince1970: 1_000_000_000), hosts: nil).isGood)
    }

    @Test func `a clock that differs from a host's is wrong, forwards and backwards`() {
        for years in [-1.0, 5] {
            let finding = Checkup.clock(now + years * 31_557_600, hosts: now)
            #expect(!finding.isGood && finding.words.contains("the source says it is 2027-01-15T08:00:00Z"))
            #expect(finding.words.contains("timedatectl set-ntp true"))
        }
        #expect(Checkup.clock(now + 60, hosts: now).isGood && Checkup.clock(now, hosts: nil).isGood)
    }

    @Test func `a host's date is read as HTTP writes it`() {
        #expect(Reachability.time("Sun, 06 Nov 1994 08:49:37 GMT") == Date(timeIntervalSince1970: 784_111_777))
        #expect(Reachability.time("soon") == nil)
    }
}
