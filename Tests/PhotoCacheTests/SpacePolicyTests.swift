import Fuzzing
import Promises
import Testing

@testable import PhotoCache

@Suite("SpacePolicy")
struct SpacePolicyTests {
    private let kib: Int64 = 1 << 10

    private func policy(limit: Int64) -> SpacePolicy {
        var policy = SpacePolicy(limit: limit)
        _ = policy.counted(now: .zero)
        return policy
    }

    /// A whole photo of `bytes`, nobody's.
    private func keep(
        _ number: UInt64, _ bytes: Int64, viewed: Int64, isOpen: Bool = false, in policy: inout SpacePolicy
    ) {
        policy.found(FileNumber(number), length: bytes, viewed: viewed, isOpen: isOpen, now: .zero)
    }

    @Test func `a download reserves in steps and at most what it will need`() {
        var policy = policy(limit: 1000 * kib)
        policy.began(FileNumber(1), expected: nil)
        #expect(policy.wish(FileNumber(1), length: 1, now: .zero) == [.grant(FileNumber(1))])
        #expect(policy.used == 64 * kib)
        policy.began(FileNumber(2), expected: 5000)
        #expect(policy.wish(FileNumber(2), length: 1, now: .zero) == [.grant(FileNumber(2))])
        #expect(policy.used == 72 * kib)
        _ = policy.finished(FileNumber(1), length: 100, viewed: 0, isOpen: false, now: .zero)
        #expect(policy.used == 12 * kib)
    }

    @Test(.proves("Hostile heads: a megabyte"))
    func `files of any length can be counted, and a limit of any size be kept`() {
        var policy = policy(limit: .max)
        for number in 1...20 { keep(UInt64(number), .max, viewed: .max, in: &policy) }
        #expect(!policy.fits(.max) && !SpacePolicy(limit: 5000).fits(.max))
        policy.began(FileNumber(30), expected: .max)
        #expect(policy.wish(FileNumber(30), length: 5000, now: .zero).count > 19, "the impossible ones go first")
        for number in 1...20 { _ = policy.freed(FileNumber(UInt64(number)), now: .zero) }
        #expect(policy.used == 64 * kib)
    }

    @Test func `closed photos go before open ones, and those viewed longest ago first`() {
        var policy = policy(limit: 256 * kib)
        keep(1, 64 * kib, viewed: 1, isOpen: true, in: &policy)
        keep(2, 64 * kib, viewed: 30, in: &policy)
        keep(3, 64 * kib, viewed: 20, in: &policy)
        keep(4, 64 * kib, viewed: 40, in: &policy)
        policy.began(FileNumber(5), expected: nil)
        #expect(policy.wish(FileNumber(5), length: 1, now: .seconds(9)) == [.evict(FileNumber(3))])
        #expect(policy.freed(FileNumber(3), now: .seconds(9)) == [.grant(FileNumber(5))])
        #expect(policy.wish(FileNumber(5), length: 65 * kib, now: .seconds(9)) == [.evict(FileNumber(2))])
        _ = policy.freed(FileNumber(2), now: .seconds(9))
        #expect(policy.wish(FileNumber(5), length: 129 * kib, now: .seconds(9)) == [.evict(FileNumber(4))])
        _ = policy.freed(FileNumber(4), now: .seconds(9))
        #expect(policy.wish(FileNumber(5), length: 193 * kib, now: .seconds(9)) == [.evict(FileNumber(1))])
    }

    @Test func `what was read or opened last goes last, whatever was viewed before`() {
        var policy = policy(limit: 256 * kib)
        for number in 1...4 { keep(UInt64(number), 64 * kib, viewed: Int64(number), in: &policy) }
        policy.readBegan(FileNumber(1))
        policy.readEnded(FileNumber(1), now: .zero)
        policy.noteUse(of: FileNumber(2))
        // Settled only now, and read before both.
        _ = policy.viewed(FileNumber(1), at: 99)
        policy.began(FileNumber(5), expected: 256 * kib)
        #expect(
            policy.wish(FileNumber(5), length: 256 * kib, now: .seconds(9))
                == [3, 4, 1, 2].map { .evict(FileNumber($0)) })
    }

    @Test(.proves("The clock is set"))
    func `a clock that is set back makes nothing that is viewed now the first to go`() {
        var policy = policy(limit: 256 * kib)
        let (year, now) = (Int64(31_536_000_000_000_000), Int64(1_700_000_000_000_000_000))
        for number in 1...3 { keep(UInt64(number), 64 * kib, viewed: now + Int64(number), in: &policy) }
        // By years: one is viewed, another is fetched, the first is viewed again.
        _ = policy.viewed(FileNumber(1), at: now - 10 * year)
        policy.began(FileNumber(4), expected: 64 * kib)
        _ = policy.wish(FileNumber(4), length: 64 * kib, now: .zero)
        _ = policy.finished(FileNumber(4), length: 64 * kib, viewed: now - 9 * year, isOpen: false, now: .zero)
        let moment = policy.viewed(FileNumber(1), at: now - 10 * year + 5)
        #expect(moment > now, "and what is written down of it is in order too")
        policy.began(FileNumber(5), expected: 256 * kib)
        let evicted = policy.wish(FileNumber(5), length: 256 * kib, now: .zero)
        // Nobody read the first again after the fourth had come.
        #expect(evicted == [2, 3, 1, 4].map { .evict(FileNumber($0)) })
        // By seconds: views are told a little late.
        #expect(policy.viewed(FileNumber(1), at: now - 7) == now - 7)
    }

    @Test func `an evicted file counts until it is closed`() {
        var policy = policy(limit: 64 * kib)
        keep(1, 64 * kib, viewed: 1, in: &policy)
        policy.began(FileNumber(2), expected: nil)
        #expect(policy.wish(FileNumber(2), length: 1, now: .zero) == [.evict(FileNumber(1))])
        #expect(policy.used == 64 * kib)
        #expect(policy.freed(FileNumber(1), now: .zero) == [.grant(FileNumber(2))])
        #expect(policy.used == 64 * kib)
    }

    @Test func `an open photo is let alone while it is read`() {
        var policy = policy(limit: 64 * kib)
        keep(1, 64 * kib, viewed: 1, isOpen: true, in: &policy)
        policy.readBegan(FileNumber(1))
        policy.began(FileNumber(2), expected: nil)
        #expect(policy.wish(FileNumber(2), length: 1, now: .seconds(2)) == [])
        policy.readEnded(FileNumber(1), now: .seconds(3))
        #expect(policy.tick(now: .seconds(3)) == [])
        #expect(policy.tick(now: .seconds(4)) == [.evict(FileNumber(1))])
    }

    @Test func `when nothing can go the youngest download gives way after five seconds`() {
        var policy = policy(limit: 256 * kib)
        for number in [UInt64(1), 2] {
            policy.began(FileNumber(number), expected: nil)
            #expect(policy.wish(FileNumber(number), length: 1, now: .zero) == [.grant(FileNumber(number))])
        }
        policy.began(FileNumber(3), expected: 256 * kib)
        #expect(policy.wish(FileNumber(3), length: 1, now: .milliseconds(500)) == [])
        #expect(policy.wish(FileNumber(1), length: 256 * kib, now: .zero) == [])
        // The second moves on within what it has.
        #expect(policy.wish(FileNumber(2), length: 2, now: .milliseconds(4500)) == [.grant(FileNumber(2))])
        #expect(policy.tick(now: .milliseconds(4900)) == [])
        // The third is younger, but has nothing to give.
        #expect(policy.tick(now: .seconds(5)) == [.giveWay(FileNumber(2))])
        #expect(policy.freed(FileNumber(2), now: .seconds(5)) == [.grant(FileNumber(1))])
        #expect(policy.tick(now: .milliseconds(5500)) == [.giveWay(FileNumber(3))])
    }

    @Test func `a younger download does not take what an older one will need`() {
        var policy = policy(limit: 256 * kib)
        policy.began(FileNumber(1), expected: 200 * kib)
        policy.began(FileNumber(2), expected: 200 * kib)
        #expect(policy.wish(FileNumber(1), length: 1, now: .zero) == [.grant(FileNumber(1))])
        #expect(policy.wish(FileNumber(2), length: 1, now: .zero) == [])
        #expect(policy.wish(FileNumber(1), length: 200 * kib, now: .zero) == [.grant(FileNumber(1))])
        // 56 KiB are free, and the step is 64: the finished photo, which nobody has open, makes room.
        let actions = policy.finished(FileNumber(1), length: 200 * kib, viewed: 0, isOpen: false, now: .zero)
        #expect(actions == [.evict(FileNumber(1))])
    }

    @Test func `a download that has stalled is promised nothing, and gives way where nothing else can go`() {
        var policy = policy(limit: 256 * kib)
        policy.began(FileNumber(1), expected: 200 * kib)
        policy.began(FileNumber(2), expected: 200 * kib)
        #expect(policy.wish(FileNumber(1), length: 1, now: .zero) == [.grant(FileNumber(1))])
        #expect(policy.wish(FileNumber(2), length: 1, now: .milliseconds(500)) == [])
        #expect(policy.tick(now: .milliseconds(999)) == [])
        #expect(policy.tick(now: .seconds(1)) == [.grant(FileNumber(2))])
        #expect(policy.wish(FileNumber(2), length: 192 * kib, now: .seconds(1)) == [.grant(FileNumber(2))])
        #expect(policy.wish(FileNumber(2), length: 200 * kib, now: .seconds(1)) == [.giveWay(FileNumber(1))])
        #expect(policy.freed(FileNumber(1), now: .seconds(1)) == [.grant(FileNumber(2))])
    }

    @Test func `what is larger than the limit gives way at once and evicts nothing`() {
        var policy = policy(limit: 128 * kib)
        keep(1, 128 * kib, viewed: 1, in: &policy)
        policy.began(FileNumber(2), expected: nil)
        #expect(!policy.fits(128 * kib + 1))
        #expect(policy.wish(FileNumber(2), length: 128 * kib + 1, now: .zero) == [.giveWay(FileNumber(2))])
        #expect(policy.used == 128 * kib)
    }

    @Test func `nothing is granted before the files of earlier lives are counted, and too many of them go`() {
        var policy = SpacePolicy(limit: 128 * kib)
        policy.began(FileNumber(9), expected: nil)
        #expect(policy.wish(FileNumber(9), length: 1, now: .zero) == [])
        keep(1, 100 * kib, viewed: 2, in: &policy)
        keep(2, 100 * kib, viewed: 1, in: &policy)
        let actions = policy.counted(now: .zero)
        #expect(actions.first == .evict(FileNumber(2)))
        _ = policy.freed(FileNumber(2), now: .zero)
        #expect(policy.used <= 128 * kib)
    }

    @Test(arguments: 0..<20) func `photos go in the order of their last uses, whatever happens before`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var policy = policy(limit: 100 * 64 * kib)
        // By number: whether it is open, and when it was last used.
        var photos: [UInt64: (isOpen: Bool, use: Int)] = [:]
        for step in 1...3000 {
            let now = Duration.seconds(2 * step)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let file = FileNumber(UInt64(step))
                policy.began(file, expected: 64 * kib)
                let evicted = policy.wish(file, length: 64 * kib, now: now)
                let first = photos.min {
                    ($0.value.isOpen ? 1 : 0, $0.value.use) < ($1.value.isOpen ? 1 : 0, $1.value.use)
                }
                if photos.count == 100, let first = first?.key {
                    #expect(evicted == [.evict(FileNumber(first))])
                    photos[first] = nil
                    #expect(policy.freed(FileNumber(first), now: now) == [.grant(file)])
                }
                let isOpen = Bool.random(using: &random)
                _ = policy.finished(file, length: 64 * kib, viewed: 0, isOpen: isOpen, now: now)
                photos[UInt64(step)] = (isOpen, step)
            case 1:
                guard let file = photos.keys.sorted().randomElement(using: &random) else { continue }
                policy.noteUse(of: FileNumber(file))
                photos[file]?.use = step
            case 2:
                guard let file = photos.keys.sorted().randomElement(using: &random) else { continue }
                _ = policy.setOpen(false, FileNumber(file), now: now)
                photos[file]?.isOpen = false
            default:
                guard let file = photos.keys.sorted().randomElement(using: &random) else { continue }
                _ = policy.setOpen(true, FileNumber(file), now: now)
                photos[file]?.isOpen = true
            }
        }
    }

    @Test func `evicting a photo takes no longer among twenty thousand than among a thousand`() throws {
        func time(of count: UInt64) -> Duration {
            var policy = policy(limit: Int64(count) * 4 * kib)
            for number in 1...count { keep(number, 4 * kib, viewed: Int64(number), in: &policy) }
            return ContinuousClock().measure {
                for number in count + 1...count + 300 {
                    let (file, first) = (FileNumber(number), FileNumber(number - count))
                    policy.began(file, expected: 4 * kib)
                    #expect(policy.wish(file, length: 4 * kib, now: .zero) == [.evict(first)])
                    _ = policy.freed(first, now: .zero)
                    _ = policy.finished(file, length: 4 * kib, viewed: 0, isOpen: false, now: .zero)
                }
            }
        }
        func best(of count: UInt64) -> Duration? { (0..<3).map { _ in time(of: count) }.min() }
        let (few, many) = try (#require(best(of: 1000)), #require(best(of: 20_000)))
        // The first eviction puts all in order.
        #expect(many < few * 8, "\(few), \(many)")
    }

    @Test(arguments: 0..<60) func `whatever happens the limit holds and every download is answered`(seed: UInt64) {
        var model = SpaceModel(seed: seed)
        for _ in 0..<1500 {
            model.step()
            #expect(model.policy.used <= model.policy.limit)
            #expect(model.bytesOnDisk <= model.policy.used)
        }
        let isSettled = model.settles()
        #expect(isSettled)
        model.clear()
        #expect(model.policy.used == 0)
    }
}
