import Foundation
import PhotoSimulator
import Promises
import TestSupport
import Testing

@Suite("Hosts that refuse or are down", .enabled(if: Repository.canMount))
struct HostTroubleTests {
    private static let id = NumberedLibrary.id(0)
    private static let directory = "$M/" + NumberedLibrary.directory()

    // MARK: Refusals

    @Test(.proves("429 with Retry-After and"))
    func `Retry-After is obeyed, and by all requests of the host`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 6)
        try await TestMount.run(numbered.configuration, options: ["--retry-pause", "50ms"]) { mount in
            _ = try await mount.shell("ls \"\(Self.directory)\"")
            mount.simulator.ledger.reset()
            mount.simulator.faults.add(.status(429, retryAfter: "2"), on: .photo(Self.id), times: 1)
            let first = try mount.start("cat \"\(Self.directory)/photo 0.jpg\" > out0")
            #expect(await mount.simulator.ledger.wait(for: 1) { $0.isImage && $0.ended != nil })
            let others = try await mount.shell(
                "for n in 1 2 3 4 5; do cat \"\(Self.directory)/photo $n.jpg\" > out$n & pids+=($!); done; "
                    + "for pid in ${pids[@]}; do wait $pid || exit 1; done")
            #expect(others.status == 0, "\(others.errors)")
            #expect(await first.result().status == 0)
            for number in 0..<6 {
                try mount.write(numbered.bytes(number), to: "want\(number)")
                #expect(try await mount.shell("cmp out\(number) want\(number)").status == 0)
            }
            let asked = mount.simulator.ledger.entries.filter(\.isImage)
            let refused = try #require(asked.first?.started)
            #expect(asked.count == 7 && asked[0].status == 429)
            #expect(asked.dropFirst().allSatisfy { $0.started - refused >= .seconds(2) })
        }
    }

    @Test(.proves("429 with Retry-After and"))
    func `a host that asks for a long rest is an error at once, and its listings stand`() async throws {
        let numbered = NumberedLibrary(places: 2, photosPerPlace: 3)
        let options = ["--listing-lifetime", "1s", "--host-wait", "2s"]
        try await TestMount.run(numbered.configuration, options: options) { mount in
            let old = try await mount.shell("ls \"\(Self.directory)\" \"$M/\(NumberedLibrary.country)\"")
            mount.simulator.faults.add(.status(429, retryAfter: "300"), on: .everything)
            let refused = try await mount.shell("cat \"\(Self.directory)/photo 0.jpg\"")
            #expect(refused.status == 1 && refused.errors.contains("Input/output error"), "\(refused.errors)")
            let place = try await mount.shell("ls \"$M/\(NumberedLibrary.directory(1))\"")
            #expect(place.status == 2 && place.errors.contains("Input/output error"), "\(place.errors)")
            mount.simulator.ledger.reset()
            let begun = ContinuousClock.now
            let others = try await mount.shell(
                "cat \"\(Self.directory)/photo 1.jpg\"; cat \"\(Self.directory)/photo 2.jpg\"")
            #expect(others.status == 1 && !others.errors.contains("No such file"), "\(others.errors)")
            #expect(begun.duration(to: .now) < .seconds(10), "not 300")
            #expect(mount.simulator.ledger.imageRequests == 0)
            let shown = try await mount.shell("ls \"\(Self.directory)\" \"$M/\(NumberedLibrary.country)\"")
            #expect(shown.text == old.text, "stale listings are served meanwhile")
            let status = try await mount.shell(
                "grep '^host .*left alone, next try at [0-2][0-9]:[0-5][0-9]' \"$M/.placesfs/status\"")
            #expect(status.lines.count == 2, "\(status.text)")
        }
    }

    @Test func `refreshes that nobody waits for keep nobody waiting when the host wants a rest`() async throws {
        let numbered = NumberedLibrary(places: 8, photosPerPlace: 3)
        let options = ["--listing-lifetime", "1s", "--host-wait", "2s"]
        try await TestMount.run(numbered.configuration, options: options) { mount in
            let places = (0..<7).map { "\"$M/\(NumberedLibrary.directory($0))\"" }
            for place in places { #expect(try await mount.shell("ls \(place)").status == 0) }
            mount.simulator.faults.add(.status(429, retryAfter: "600"), on: .api)
            // Stale after a second: each look has one asked for behind it.
            let stale = try await mount.shell(
                FreshnessTests.await(
                    "ls \(places.joined(separator: " ")) && grep -q 'left alone, next try at' \"$M/.placesfs/status\""))
            #expect(stale.status == 0, "\(stale.errors)")
            for place in places { #expect(try await mount.shell("ls \(place)").status == 0) }
            let begun = ContinuousClock.now
            let new = try await mount.shell("ls \"$M/\(NumberedLibrary.directory(7))\"", timeout: .seconds(30))
            #expect(new.status == 2 && new.errors.contains("Input/output error"), "\(new.status) \(new.errors)")
            #expect(begun.duration(to: .now) < .seconds(5))
        }
    }

    @Test(.proves("A burst of 5xx"), arguments: [429, 500, 502, 503, 504])
    func `a burst of refusals is waited out with ever longer pauses, and nobody hears of it`(
        status: Int
    ) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 2)
        try await TestMount.run(numbered.configuration, options: ["--retry-pause", "100ms"]) { mount in
            _ = try await mount.shell("ls \"\(Self.directory)\"")
            mount.simulator.faults.add(.status(status), on: .photo(Self.id), times: 3)
            try mount.write(numbered.bytes(0), to: "want")
            let read = try await mount.shell("cmp \"\(Self.directory)/photo 0.jpg\" want")
            #expect(read.status == 0, "\(read.errors)")
            let asked = mount.simulator.ledger.images(of: Self.id)
            #expect(asked.map(\.status) == [status, status, status, 200])
            for (number, (before, after)) in zip(asked, asked.dropFirst()).enumerated() {
                #expect(after.started - before.started >= .milliseconds(100 << number))
            }
        }
    }

    @Test func `readers that are refused together wait as long as one would, and none hears of it`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 8)
        try await TestMount.run(numbered.configuration, options: ["--retry-pause", "200ms"]) { mount in
            _ = try await mount.shell("ls \"\(Self.directory)\"")
            mount.simulator.faults.add(.status(429), on: .images, times: 8)
            let read = try await mount.shell(
                "for n in 0 1 2 3 4 5 6 7; do cat \"\(Self.directory)/photo $n.jpg\" > out$n & pids+=($!); done; "
                    + "for pid in ${pids[@]}; do wait $pid || exit 1; done")
            #expect(read.status == 0, "\(read.errors)")
            #expect(mount.simulator.ledger.imageRequests == 16)
        }
    }

    @Test(.proves("A burst of 5xx"))
    func `what goes on refusing is asked so often and no more, and is never remembered as absent`() async throws {
        let numbered = NumberedLibrary(photosPerPlace: 2)
        try await TestMount.run(numbered.configuration, options: ["--retry-pause", "20ms", "--retries", "2"]) { mount in
            _ = try await mount.shell("ls \"\(Self.directory)\"")
            mount.simulator.faults.add(.status(500), on: .photo(Self.id))
            let failed = try await mount.shell("cat \"\(Self.directory)/photo 0.jpg\"")
            #expect(failed.status == 1 && failed.errors.contains("Input/output error"), "\(failed.errors)")
            #expect(mount.simulator.ledger.imageRequests(of: Self.id) == 3)
            #expect(try await mount.shell("stat \"\(Self.directory)/photo 0.jpg\"").status == 0)
            mount.simulator.faults.removeAll()
            try mount.write(numbered.bytes(0), to: "want")
            let again = try await mount.shell(
                FreshnessTests.await("cmp \"\(Self.directory)/photo 0.jpg\" want 2> /dev/null"))
            #expect(again.status == 0)
        }
    }

    // MARK: Circuit breaker

    /// How a host is down, and what reading from it says.
    enum Outage: Sendable, CaseIterable {
        case silent, unreachable

        var message: String {
            switch self {
            case .silent: "Connection timed out"
            case .unreachable: "Network is unreachable"
            }
        }
    }

    @Test(.proves("A host is down"), arguments: Outage.allCases)
    func `a host that is down fails others at once, is tried now and then, and is back by itself`(
        outage: Outage
    ) async throws {
        let numbered = NumberedLibrary(photosPerPlace: 40)
        let relay = try await Relay()
        let limits = [
            "--first-byte-timeout", "2s", "--connect-timeout", "2s", "--retry-pause", "50ms", "--host-down-after", "3",
            "--host-probe-pause", "500ms",
        ]
        try await relay.run(numbered.configuration, limits) { mount in
            try mount.write(numbered.bytes(0), to: "want")
            #expect(try await mount.shell("cmp \"\(Self.directory)/photo 0.jpg\" want").status == 0)
            switch outage {
            case .silent: mount.simulator.faults.add(.stallBeforeHead, on: .images)
            case .unreachable: try await relay.stop()
            }
            let first = try await mount.shell(
                "for n in 1 2 3; do cat \"\(Self.directory)/photo $n.jpg\" & done; wait")
            #expect(first.errors.components(separatedBy: outage.message).count == 4, "\(first.errors)")
            // While one of them asks the host, all others are told what was wrong with it.
            mount.simulator.ledger.reset()
            let begun = ContinuousClock.now
            let others = try await mount.shell(
                "for n in $(seq 4 33); do cat \"\(Self.directory)/photo $n.jpg\" & done; wait")
            let taken = begun.duration(to: .now)
            print("\(outage): 30 others failed in \(taken)")
            #expect(others.errors.components(separatedBy: outage.message).count == 31, "\(others.errors)")
            #expect(mount.simulator.ledger.imageRequests <= 4)
            #expect(taken < .seconds(8), "one after the other it would take a minute")
            #expect(try await mount.shell("grep -c 'down, probed' \"$M/.placesfs/status\"").text == "1")
            // What is kept is read as ever.
            #expect(try await mount.shell("cmp \"\(Self.directory)/photo 0.jpg\" want").status == 0)

            switch outage {
            case .silent: mount.simulator.faults.removeAll()
            case .unreachable: try await relay.start()
            }
            try mount.write(numbered.bytes(35), to: "want35")
            let back = try await mount.shell(
                FreshnessTests.await("cmp \"\(Self.directory)/photo 35.jpg\" want35 2> /dev/null"))
            #expect(back.status == 0, "without a remount")
            let rest = try await mount.shell("cat \"\(Self.directory)/photo 36.jpg\" | wc -c")
            #expect(rest.text == "\(numbered.bytes(36).count)")
            #expect(try await mount.shell("grep -c 'down, probed' \"$M/.placesfs/status\"").text == "0")
        }
    }
}
