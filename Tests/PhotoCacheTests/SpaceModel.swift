import Fuzzing

@testable import PhotoCache

/// A random life of a cache whose disk is a table: what `SpacePolicy` decides is done later, or sooner.
struct SpaceModel {
    struct Download {
        var total: Int64
        var written: Int64 = 0
        var wish: Int64?
    }

    var policy: SpacePolicy
    private var random: SeededGenerator
    private var now: Duration = .zero
    private var last: UInt64 = 0
    private var downloads: [FileNumber: Download] = [:]
    private var paused: [FileNumber: Download] = [:]
    private var kept: [FileNumber: Int64] = [:]
    private var leaving: [FileNumber: Int64] = [:]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        policy = SpacePolicy(limit: Int64.random(in: 100_000...3_000_000, using: &random))
        _ = policy.counted(now: .zero)
    }

    var bytesOnDisk: Int64 {
        let sizes =
            Array(kept.values) + leaving.values + (downloads.values.map(\.written) + paused.values.map(\.written))
        return sizes.reduce(0) { $0 + SpacePolicy.rounded($1) }
    }

    mutating func step() {
        now += .milliseconds(Int.random(in: 0...400, using: &random))
        switch Int.random(in: 0..<12, using: &random) {
        case 0: begin()
        case 1...5: write()
        case 6: free()
        case 7: act(policy.tick(now: now))
        case 8: pause()
        case 9: resume()
        case 10: read()
        default: open()
        }
    }

    /// Time passes and files are closed: whether no download waits any more, and each can run to its end.
    mutating func settles() -> Bool {
        for _ in 0..<10_000 {
            while !leaving.isEmpty { free() }
            if downloads.isEmpty { return true }
            write()
            now += .milliseconds(200)
            act(policy.tick(now: now))
        }
        return false
    }

    mutating func clear() {
        for file in Array(kept.keys) + paused.keys {
            act(policy.remove(file))
        }
        while !leaving.isEmpty { free() }
    }

    private mutating func begin() {
        last += 1
        let total = Int64.random(in: 1...600_000, using: &random)
        guard policy.fits(total) || Bool.random(using: &random) else { return }
        policy.began(FileNumber(last), expected: Bool.random(using: &random) ? total : nil)
        downloads[FileNumber(last)] = Download(total: total)
    }

    private mutating func write() {
        let ready = downloads.filter { $0.value.wish == nil }.keys.sorted()
        guard let file = ready.randomElement(using: &random), let download = downloads[file] else { return }
        if download.written == download.total {
            downloads[file] = nil
            kept[file] = download.total
            let isOpen = Bool.random(using: &random)
            act(policy.finished(file, length: download.total, viewed: Int64(last), isOpen: isOpen, now: now))
            return
        }
        let length = min(download.total, download.written + Int64.random(in: 1...100_000, using: &random))
        downloads[file]?.wish = length
        act(policy.wish(file, length: length, now: now))
    }

    private mutating func pause() {
        let ready = downloads.filter { $0.value.wish == nil && $0.value.written > 0 }.keys.sorted()
        guard let file = ready.randomElement(using: &random), let download = downloads.removeValue(forKey: file) else {
            return
        }
        paused[file] = download
        act(policy.paused(file, length: download.written, now: now))
    }

    private mutating func resume() {
        guard let file = paused.keys.sorted().randomElement(using: &random), let download = paused[file] else { return }
        guard policy.resumed(file, expected: nil) else { return }
        paused[file] = nil
        downloads[file] = download
    }

    private mutating func read() {
        guard let file = kept.keys.sorted().randomElement(using: &random) else { return }
        policy.readBegan(file)
        act(policy.tick(now: now))
        policy.readEnded(file, now: now)
    }

    private mutating func open() {
        guard let file = kept.keys.sorted().randomElement(using: &random) else { return }
        act(policy.setOpen(Bool.random(using: &random), file, now: now))
    }

    private mutating func free() {
        guard let file = leaving.keys.sorted().randomElement(using: &random) else { return }
        leaving[file] = nil
        act(policy.freed(file, now: now))
    }

    private mutating func act(_ actions: [SpacePolicy.Action]) {
        for action in actions {
            switch action {
            case .grant(let file):
                guard let length = downloads[file]?.wish else { continue }
                downloads[file]?.written = length
                downloads[file]?.wish = nil
            case .evict(let file), .giveWay(let file):
                leaving[file] =
                    kept.removeValue(forKey: file) ?? downloads.removeValue(forKey: file)?.written
                    ?? paused.removeValue(forKey: file)?.written ?? 0
            }
        }
    }
}
