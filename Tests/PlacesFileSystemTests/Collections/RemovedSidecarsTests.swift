import LinuxProcess
import PhotoTree
import TestClock
import Testing

@testable import PlacesFileSystem

@Suite("Sidecars that went with their photo")
struct RemovedSidecarsTests {
    private let clock = ManualClock()
    private let departed: RemovedSidecars
    private let name = "one.geojson"
    private let entry = ListingEntry(
        name: "one.jpg", photo: Photo(id: PhotoID("1")), number: NodeNumber(7), sidecarNumber: NodeNumber(8),
        directoryCount: 1)
    private let pin = DirectoryKey.pin(NodeNumber(7))

    init() {
        departed = RemovedSidecars(clock: clock)
    }

    private func isFound(by process: CallingProcess, removedBy remover: CallingProcess) -> Bool {
        departed.add(entry, in: pin, removedBy: remover)
        return departed.entry(ofSidecar: name, in: pin, for: process) == entry
    }

    @Test func `the process that removed the photo finds them, and others of its program`() {
        let remover = CallingProcess(id: 10, program: "rm")
        #expect(isFound(by: remover, removedBy: remover))
        #expect(isFound(by: CallingProcess(id: 11, program: "rm"), removedBy: remover))
        #expect(!isFound(by: CallingProcess(id: 11, program: "ls"), removedBy: remover))
        clock.advance(by: .seconds(60))
        #expect(departed.entry(ofSidecar: name, in: pin, for: remover) == nil)
    }

    @Test func `who found one reads it, and no other of its name`() {
        #expect(isFound(by: CallingProcess(id: 10, program: "rm"), removedBy: CallingProcess(id: 10, program: "rm")))
        #expect(departed.entry(ofSidecar: NodeNumber(8), named: name, in: pin) == entry)
        #expect(departed.entry(ofSidecar: NodeNumber(9), named: name, in: pin) == nil)
        clock.advance(by: .seconds(60))
        #expect(departed.entry(ofSidecar: NodeNumber(8), named: name, in: pin) == nil)
    }

    @Test
    func `departed sidecars are found in recents by every rank that they had, in a collection by their name alone`() {
        let remover = CallingProcess(id: 10, program: "rm")
        var ranked = entry
        ranked.name = "01 one.jpg"
        for key in [DirectoryKey.recents, pin] {
            departed.add(ranked, in: key, removedBy: remover)
            #expect(departed.entry(ofSidecar: "01 one.geojson", in: key, for: remover) == ranked)
            let older = departed.entry(ofSidecar: "03 one.geojson", in: key, for: remover)
            #expect(older == (key == pin ? nil : ranked))
            #expect(departed.entry(ofSidecar: NodeNumber(8), named: "03 one.geojson", in: key) == older)
        }
        #expect(departed.entry(ofSidecar: "01 two.geojson", in: .recents, for: remover) == nil)
    }

    @Test func `of processes that cannot be seen none passes for another`() {
        let unseen = CallingProcess(id: -10, program: "")
        #expect(!isFound(by: CallingProcess(id: -11, program: ""), removedBy: unseen))
        #expect(isFound(by: unseen, removedBy: unseen))
        // In another pid namespace all have the number 0.
        let foreign = CallingProcess(id: 0, program: "")
        #expect(!isFound(by: foreign, removedBy: foreign))
    }

    @Test func `ten thousand photos are removed in little more than ten times the time of a thousand`() {
        func time(_ count: Int) -> Duration {
            let departed = RemovedSidecars(clock: clock)
            return ContinuousClock().measure {
                for number in 0..<count {
                    var entry = entry
                    entry.name = "\(number).jpg"
                    departed.add(entry, in: pin, removedBy: CallingProcess(id: 10, program: "rm"))
                }
            }
        }
        _ = time(100)
        let few = time(1_000)
        let many = time(10_000)
        #expect(many < max(few * 40, .seconds(3)), "\(few), \(many)")
    }
}
