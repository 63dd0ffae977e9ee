import Foundation
import Testing

@testable import PlacesFileSystem

/// By the conventions of Prometheus: "Metric and label naming", "Exposition formats".
@Suite struct MetricsTests {
    private func metrics(_ change: (inout StatusReport) -> Void = { _ in }) async throws -> [String] {
        var report = await (try World()).files.folders.status()
        change(&report)
        return report.metrics.components(separatedBy: "\n")
    }

    @Test func `each metric has help and type, once, before its samples`() async throws {
        let lines = try await metrics {
            $0.hosts = ["a", "b"].map {
                StatusReport.Host(host: $0, requests: 1, running: 0, queued: 0, isDown: false, note: nil)
            }
        }
        #expect(lines.last == "", "the last line ends, too")
        var current = ""
        var known: Set<String> = []
        for line in lines.dropLast() {
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            if words[0] == "#" {
                #expect(["HELP", "TYPE"].contains(words[1]) && words.count == 4, "\(line)")
                if words[1] == "HELP" {
                    let isNew = known.insert(words[2]).inserted
                    #expect(isNew, "\(line)")
                }
                if words[1] == "TYPE" {
                    #expect(words[2] == current)
                    #expect((words[3] == "counter") == words[2].hasSuffix("_total"), "\(line)")
                }
                current = words[2]
            } else {
                #expect(line.prefix { $0 != "{" && $0 != " " } == current, "\(line)")
            }
        }
        #expect(known.count > 20 && known.allSatisfy { $0.hasPrefix("placesfs_") })
    }

    @Test func `bytes and seconds end in their units`() async throws {
        for line in try await metrics() where line.hasPrefix("# HELP") {
            let name = String(line.split(separator: " ")[2])
            if line.contains("Bytes of") { #expect(name.contains(/_bytes(_total)?$/), "\(line)") }
            if line.contains("seconds") { #expect(name.hasSuffix("_seconds"), "\(line)") }
        }
    }

    @Test func `a host that is down is 0, and a label is escaped`() async throws {
        let lines = try await metrics {
            $0.version = "1\\2\"3\n4"
            $0.hosts = [
                StatusReport.Host(host: "api", requests: 7, running: 0, queued: 2, isDown: true, note: nil),
                StatusReport.Host(host: "img:1", requests: 9, running: 1, queued: 0, isDown: false, note: nil),
            ]
        }
        #expect(
            lines.contains("placesfs_host_up{host=\"api\"} 0") && lines.contains("placesfs_host_up{host=\"img:1\"} 1"))
        #expect(lines.contains("placesfs_requests_total{host=\"img:1\"} 9"))
        #expect(lines.contains { $0.hasPrefix("placesfs_build_info{version=\"1\\\\2\\\"3\\n4\",source=") })
    }

    @Test func `without a host there is no metric of hosts`() async throws {
        let lines = try await metrics { $0.hosts = [] }
        #expect(!lines.contains { $0.contains("requests_total") })
    }
}
