import Promises
import Testing

@testable import PlacesFileSystem

@Suite("What counts as a view")
struct ViewingTests {
    private struct Reader {
        var viewing = Viewing()
        /// Looks that count at the moment, by id, with their photos.
        var counting: [Int: UInt64] = [:]

        /// `process` is also its first thread.
        mutating func look(
            at photo: UInt64, _ process: Int32, thread: Int32? = nil, as manner: Viewing.Manner = .viewer,
            at second: Double
        ) {
            let (look, changes) = viewing.looked(
                at: photo, by: process, thread: thread ?? process, as: manner, at: .milliseconds(Int(second * 1000)))
            for change in changes {
                switch change {
                case .counted(let id): counting[id] = photo
                case .retracted(let id): counting[id] = nil
                }
            }
            #expect((counting[look.id] != nil) == look.counts)
        }

        mutating func wait(_ process: Int32, from start: Double, to end: Double) {
            viewing.began(process, at: .milliseconds(Int(start * 1000)))
            viewing.ended(process, at: .milliseconds(Int(end * 1000)))
        }

        mutating func decide(at second: Double, stays: Bool = false) -> [UInt64] {
            viewing.decide(at: .milliseconds(Int(second * 1000))) { _ in stays }.map(\.photo).sorted()
        }

        var photos: Set<UInt64> { Set(counting.values) }
    }

    @Test func `a look counts at once`() {
        var reader = Reader()
        reader.look(at: 1, 100, at: 0)
        #expect(reader.photos == [1])
    }

    @Test func `four photos in two seconds are looked at, a fifth makes it copying`() {
        var reader = Reader()
        for photo in 1...4 {
            reader.look(at: UInt64(photo), 100, at: Double(photo) / 10)
        }
        #expect(reader.photos == [1, 2, 3, 4])
        reader.look(at: 5, 100, at: 0.5)
        #expect(reader.photos == [])
        for photo in 6...50 {
            reader.look(at: UInt64(photo), 100, at: Double(photo) / 10)
        }
        #expect(reader.photos == [])
        #expect(reader.decide(at: 60) == [])
    }

    @Test func `one photo every second is a slide show`() {
        var reader = Reader()
        for photo in 1...30 {
            reader.look(at: UInt64(photo), 100, at: Double(photo))
        }
        #expect(reader.photos.count == 30)
        #expect(reader.decide(at: 60).count == 30)
    }

    @Test func `what was looked at before the copying began stays`() {
        var reader = Reader()
        reader.look(at: 1, 100, at: 0)
        for photo in 2...10 {
            reader.look(at: UInt64(photo), 100, at: 2.1 + Double(photo) / 100)
        }
        #expect(reader.photos == [1])
    }

    @Test func `processes do not speak against each other`() {
        var reader = Reader()
        for process in Int32(1)...20 {
            reader.look(at: UInt64(process), process, at: 0)
        }
        #expect(reader.photos.count == 20)
    }

    @Test func `one photo again and again is one photo`() {
        var reader = Reader()
        for index in 0..<50 {
            reader.look(at: UInt64(index % 2), 100, at: Double(index) / 100)
        }
        #expect(reader.photos == [0, 1])
    }

    @Test func `a copy of thousands is remembered by its latest`() {
        var reader = Reader()
        for photo in 1...5_000 {
            reader.look(at: UInt64(photo), 100, at: Double(photo) / 5_000)
        }
        #expect(reader.photos == [])
        #expect(reader.decide(at: 1.5) == [])
        reader.look(at: 6_000, 100, at: 1.6)
        #expect(reader.photos == [])
    }

    @Test func `icons drawn in two reads each are no views, the last one neither`() {
        var reader = Reader()
        for photo in 1...50 {
            reader.look(at: UInt64(photo), 100, at: Double(photo) / 100)
            reader.look(at: UInt64(photo), 100, at: Double(photo) / 100 + 0.001)
        }
        #expect(reader.photos == [])
    }

    @Test func `icons drawn by four threads over a slow network are no views`() {
        var reader = Reader()
        for photo in 0..<80 {
            let thread = Int32(100 + photo % 4)
            let second = Double(photo / 4) * 5
            reader.wait(thread, from: second, to: second + 4.9)
            reader.look(at: UInt64(photo), 100, thread: thread, at: second + 4.9)
        }
        #expect(reader.photos == [])
    }

    @Test(.proves("Going through more than three")) func `a copy over a slow network is no slide show`() {
        var reader = Reader()
        var now = 0.0
        for photo in 1...20 {
            // Half of the photo takes five seconds to arrive, and the copier does nothing else.
            reader.viewing.began(100, at: .milliseconds(Int(now * 1000)))
            _ = reader.decide(at: now + 4)
            now += 5
            reader.look(at: UInt64(photo), 100, at: now)
            reader.viewing.ended(100, at: .milliseconds(Int(now * 1000)))
            now += 0.01
        }
        #expect(reader.photos == [])
        #expect(reader.decide(at: now + 10) == [])
    }

    @Test func `somebody who waits for each photo and looks at it is no copier`() {
        var reader = Reader()
        var now = 0.0
        for photo in 1...10 {
            reader.wait(100, from: now, to: now + 5)
            now += 5
            reader.look(at: UInt64(photo), 100, at: now)
            now += 3
        }
        #expect(reader.photos.count == 10)
    }

    @Test func `a look is decided when nothing can take it back any more`() {
        var reader = Reader()
        reader.look(at: 1, 100, at: 0)
        #expect(reader.decide(at: 1.9) == [])
        #expect(reader.decide(at: 2.1) == [1])
        #expect(reader.decide(at: 2.2) == [], "once")
        _ = reader.decide(at: 10)
        #expect(reader.viewing.isIdle)
    }

    @Test func `a decided look still speaks against the next ones`() {
        var reader = Reader()
        for photo in 1...4 {
            reader.look(at: UInt64(photo), 100, at: Double(photo) / 100)
        }
        #expect(reader.decide(at: 2.05) == [1, 2, 3, 4].filter { Double($0) / 100 < 0.05 })
        reader.look(at: 5, 100, at: 2.01)
        #expect(reader.photos == [1, 2, 3, 4], "what was decided is not taken back, and the fifth does not count")
    }

    @Test func `a reader that still waits is not decided`() {
        var reader = Reader()
        reader.look(at: 1, 100, at: 0)
        reader.viewing.began(100, at: .milliseconds(10))
        #expect(reader.decide(at: 100) == [])
        reader.viewing.ended(100, at: .seconds(100))
        #expect(reader.decide(at: 101) == [])
        #expect(reader.decide(at: 103) == [1])
    }

    @Test func `at the end of a mount all that counts is a view`() {
        var reader = Reader()
        reader.look(at: 1, 100, at: 0)
        for photo in 2...8 { reader.look(at: UInt64(photo), 200, at: 0) }
        #expect(reader.viewing.decideAll().map(\.photo) == [1])
        #expect(reader.viewing.isIdle)
    }

    // MARK: Viewers that read neighbours

    @Test(.proves("The one photo that a program"))
    func `the photo that a process was started with is a view, whatever else it reads`() {
        for order in [[1, 2, 3, 4, 5, 6, 7], [2, 3, 4, 5, 6, 7, 1], [2, 3, 4, 1, 5, 6, 7]] {
            var reader = Reader()
            for (index, photo) in order.enumerated() {
                reader.look(at: UInt64(photo), 100, as: photo == 1 ? .named : .viewer, at: Double(index) / 10)
            }
            #expect(reader.photos == [1])
            #expect(reader.decide(at: 10, stays: true) == [1], "and no neighbour")
        }
    }

    @Test(.proves("The one photo that a program"))
    func `one or two neighbours of the photo that a process was started with are no views`() {
        for order in [[1, 2], [2, 1], [2, 1, 3], [1, 2, 3, 4]] {
            var reader = Reader()
            for (index, photo) in order.enumerated() {
                reader.look(at: UInt64(photo), 100, as: photo == 1 ? .named : .viewer, at: Double(index) / 2)
            }
            #expect(reader.photos == [1], "\(order)")
            #expect(reader.decide(at: 10, stays: true) == [1], "\(order)")
            reader.look(at: 2, 100, at: 11)
            #expect(reader.photos == [1, 2], "looked at later")
        }
    }

    @Test func `a neighbour that was long in coming is one, the next photo is none`() {
        for thread in [Int32(100), 101] {
            var reader = Reader()
            reader.wait(100, from: 0, to: 5)
            reader.look(at: 1, 100, as: .named, at: 5)
            reader.wait(thread, from: 5.1, to: 11)
            reader.look(at: 2, 100, thread: thread, at: 11)
            #expect(reader.photos == [1])
            reader.wait(thread, from: 14, to: 20)
            reader.look(at: 3, 100, thread: thread, at: 20)
            #expect(reader.photos == [1, 3])
        }
    }

    @Test func `the neighbours of one process speak against no look of another`() {
        var reader = Reader()
        reader.look(at: 1, 100, as: .named, at: 0)
        reader.look(at: 2, 200, at: 0.1)
        #expect(reader.photos == [1, 2])
    }

    @Test(.proves("The one photo that a program"))
    func `of a burst of at most eight the last is a view, if the process stays and is quiet`() {
        for (count, stays, views) in [(5, true, [5]), (8, true, [8]), (9, true, []), (5, false, []), (200, true, [])] {
            var reader = Reader()
            for photo in 1...count { reader.look(at: UInt64(photo), 100, at: Double(photo) / 10) }
            #expect(reader.photos == [])
            let end = Double(count) / 10
            #expect(reader.decide(at: end + 1.9, stays: stays) == [])
            #expect(reader.decide(at: end + 2.1, stays: stays) == views.map { UInt64($0) })
            _ = reader.decide(at: end + 10)
            #expect(reader.viewing.isIdle)
        }
    }

    @Test func `what follows a burst without two quiet seconds belongs to it`() {
        var reader = Reader()
        for photo in 1...6 { reader.look(at: UInt64(photo), 100, at: Double(photo) / 10) }
        // A viewer that draws the icons of the folder behind, a little at a time.
        for photo in 7...30 { reader.look(at: UInt64(photo), 100, at: 0.6 + Double(photo - 6) * 1.5) }
        #expect(reader.photos == [])
        #expect(reader.decide(at: 50, stays: true) == [])
        reader.look(at: 31, 100, at: 60)
        #expect(reader.photos == [31], "what comes after is looked at again")
    }

    @Test(.proves("While a slow copy runs")) func `while a copy runs nothing comes and goes`() {
        var reader = Reader()
        for photo in 1...20 {
            let second = Double(photo) * 5
            reader.wait(100, from: second, to: second + 4.9)
            reader.look(at: UInt64(photo), 100, as: .handler, at: second + 4.9)
            #expect(reader.photos == [])
            #expect(reader.decide(at: second + 4.95, stays: true) == [])
        }
        #expect(reader.decide(at: 200, stays: true) == [], "a file manager goes on after it")
    }

    @Test func `one photo that was copied counts when nothing has spoken against it`() {
        var reader = Reader()
        reader.look(at: 1, 100, as: .handler, at: 0)
        #expect(reader.photos == [])
        #expect(reader.decide(at: 1.9) == [])
        #expect(reader.decide(at: 2.1) == [1])
    }
}
