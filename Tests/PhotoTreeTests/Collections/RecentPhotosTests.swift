import Fuzzing
import PhotoTree
import Testing

@Suite("RecentPhotos")
struct RecentPhotosTests {
    private func photos(_ names: String) -> [PhotoID] {
        names.map { PhotoID(String($0)) }
    }

    private func text(_ recents: RecentPhotos) -> String {
        recents.shown.map(\.rawValue).joined()
    }

    @Test
    func `A, B, A gives A, B`() {
        var recents = RecentPhotos([])
        for (viewing, photo) in photos("ABA").enumerated() {
            recents.view(photo, by: viewing)
            recents.confirm(viewing)
        }
        #expect(text(recents) == "AB")
    }

    @Test(arguments: [
        ("", ""), ("CBA", "CBA"), ("ABACAB", "ABC"), ("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrst"),
    ])
    func `what is stored is shown, each photo once and no more than twenty`(stored: String, shown: String) {
        #expect(text(RecentPhotos(photos(stored))) == shown)
    }

    @Test
    func `a view counts at once, and what it pushed off comes back when it was none`() {
        let twenty = "abcdefghijklmnopqrst"
        var recents = RecentPhotos(photos(twenty))
        recents.view(PhotoID("X"), by: 1)
        recents.view(PhotoID("t"), by: 2)
        recents.view(PhotoID("Y"), by: 3)
        #expect(text(recents) == "YtXabcdefghijklmnopq")
        recents.retract(2)
        #expect(text(recents) == "YXabcdefghijklmnopqr")
        recents.confirm(1)
        recents.retract(1)
        recents.retract(3)
        #expect(text(recents) == "Xabcdefghijklmnopqrs")
    }

    @Test
    func `a view that is confirmed late keeps its place`() {
        var recents = RecentPhotos([])
        recents.view(PhotoID("A"), by: 1)
        recents.view(PhotoID("B"), by: 2)
        recents.confirm(2)
        recents.confirm(1)
        #expect(text(recents) == "BA")
    }

    @Test
    func `two views of one photo are two`() {
        var recents = RecentPhotos(photos("B"))
        recents.view(PhotoID("A"), by: 1)
        recents.view(PhotoID("A"), by: 2)
        recents.retract(1)
        #expect(text(recents) == "AB")
        recents.retract(2)
        #expect(text(recents) == "B")
    }

    @Test
    func `a photo taken off is gone with its open views, until it is viewed again`() {
        var recents = RecentPhotos(photos("CBA"))
        recents.view(PhotoID("B"), by: 1)
        recents.remove(PhotoID("B"))
        recents.confirm(1)
        #expect(text(recents) == "CA")
        recents.view(PhotoID("B"), by: 2)
        #expect(text(recents) == "BCA")
        recents.remove(PhotoID("unknown"))
        #expect(text(recents) == "BCA")
    }

    /// Everything that ever happened, oldest first; the list is read off it anew each time.
    private struct Log {
        var views: [(photo: PhotoID, viewing: Int, isOpen: Bool)]

        var shown: [PhotoID] { Self.newest(views.map(\.photo)) }

        private static func newest(_ photos: [PhotoID]) -> [PhotoID] {
            var list: [PhotoID] = []
            for photo in photos.reversed() where !list.contains(photo) { list.append(photo) }
            return Array(list.prefix(20))
        }

        /// The list as it would be stored has twenty photos; what has left it does not come back when one is removed.
        mutating func forget() {
            let stored = Self.newest(views.filter { !$0.isOpen }.map(\.photo))
            views.removeAll { !$0.isOpen && !stored.contains($0.photo) }
        }

        /// Nor do views that are open still and had left it.
        mutating func remove(_ photo: PhotoID) {
            let shown = shown
            if shown.contains(photo) { views.removeAll { !shown.contains($0.photo) } }
            views.removeAll { $0.photo == photo }
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `whatever is viewed, confirmed, taken back and removed, the list is that of the whole log`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pool = (0..<Int.random(in: 3...40, using: &random)).map { PhotoID("\($0)") }
        let stored = (0..<Int.random(in: 0...30, using: &random)).compactMap { _ in pool.randomElement(using: &random) }
        var recents = RecentPhotos(stored)
        var log = Log(views: stored.reversed().map { ($0, -1, false) })
        log.forget()
        for step in 0..<400 {
            let open = log.views.filter(\.isOpen).map(\.viewing)
            let viewing = open.randomElement(using: &random) ?? -2
            let photo = pool.randomElement(using: &random) ?? PhotoID("x")
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<9:
                // Now and then a view is told twice.
                let viewing = Int.random(in: 0..<20, using: &random) == 0 && !open.isEmpty ? viewing : step
                recents.view(photo, by: viewing)
                log.views.append((photo, viewing, true))
            case 9..<14:
                recents.confirm(viewing)
                for index in log.views.indices where log.views[index].viewing == viewing {
                    log.views[index].isOpen = false
                }
                log.forget()
            case 14..<18:
                recents.retract(viewing)
                log.views.removeAll { $0.isOpen && $0.viewing == viewing }
            case 18:
                recents.remove(photo)
                log.remove(photo)
            default:
                let closed = Int.random(in: 0...step, using: &random)
                guard !open.contains(closed) else { continue }
                recents.confirm(closed)
                recents.retract(closed)
            }
            #expect(recents.shown == log.shown, "step \(step)")
        }
    }

    @Test
    func `the twenty-first does not come back while views are open, unless a newer one was none`() {
        var recents = RecentPhotos([])
        for number in 0..<22 { recents.view(PhotoID("\(number)"), by: number) }
        recents.retract(21)
        #expect(recents.shown.first == PhotoID("20") && recents.shown.last == PhotoID("1"))
        recents.remove(PhotoID("unknown"))
        for number in 1..<21 { recents.remove(PhotoID("\(number)")) }
        #expect(recents.shown.isEmpty)
        recents.view(PhotoID("new"), by: 22)
        #expect(recents.shown == [PhotoID("new")])
    }

    @Test
    func `the twenty-first does not come back, so no list outgrows what is shown`() {
        var recents = RecentPhotos([])
        for number in 0..<10_000 {
            recents.view(PhotoID("\(number)"), by: number)
            recents.confirm(number)
        }
        for number in 9_980..<10_000 { recents.remove(PhotoID("\(number)")) }
        #expect(recents.shown.isEmpty && recents == RecentPhotos([]))
    }
}
