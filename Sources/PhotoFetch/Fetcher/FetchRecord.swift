import PhotoCache
import PhotoTree
import Waiting

/// What is going on with one image: who has it open, who waits, and the one download.
///
/// Bytes are told apart by generation: each transfer that begins at 0 is a new one. `validSince` is the first generation
/// whose bytes are those of now; a handle that was served older ones is void.
struct FetchRecord {
    enum Phase {
        case idle
        case fetching(Job)
        case paused(Paused)
        /// Not kept in the cache: bytes come from the pool's cursors.
        case passing
    }

    /// The one download under way.
    struct Job {
        let number: UInt64
        var task: Task<Void, Never>?
        /// nil before the first byte, and while a photo that is not kept is read only for its length.
        var partial: PartialPhoto?
        /// Bytes present in `partial`.
        var present: Int64 = 0
        /// The image's first bytes, until they are in `partial`.
        var head: [UInt8] = []
        /// Told to end, because nobody wanted the photo any more.
        var isStopping = false

        /// All bytes before `end` are here.
        func has(_ end: Int64) -> Bool { end <= head.count || (partial != nil && present >= end) }
    }

    /// A download that ended early, with what it takes to go on.
    struct Paused {
        var stream: ImageStream
        var partial: PartialPhoto
    }

    enum Need: Hashable {
        /// The image's length, and all bytes before this one, or all there are.
        case opening(Int64)
        /// All bytes before this one.
        case bytes(Int64)
    }

    struct Waiter {
        var need: Need
        var reply: Reply<Outcome>
    }

    /// What a waiter is told.
    enum Outcome: Sendable {
        /// Look again, with what is known by now.
        case changed(LearntFile?)
        case failed(FetchError)
    }

    /// What `FetchEvents` is to be told.
    struct News {
        var learnt: LearntFile
        /// Other bytes than were known.
        var isChange: Bool
    }

    struct Handle {
        /// The first generation that served it; nil before.
        var servedSince: UInt64?
        /// Its photo in the cache was looked at.
        var isChecked = false
    }

    var photo: Photo
    let image: Rendition
    /// What open handles rely on, or the last answer told.
    var known: LearntFile?
    /// Only a hint of the host told `known`: it is believed, but for the photo's end.
    var isHinted = false
    /// What the bytes are of, once an answer was seen.
    var version: ImageVersion?
    var generation: UInt64 = 0
    var validSince: UInt64 = 0
    var phase = Phase.idle
    /// Passed through: the offset behind the furthest byte that a reader was given.
    var passed: Int64 = 0
    /// The bytes are others than those known, and `FetchEvents.lengthChanged` has not said so yet.
    var isChangeUntold = false
    var handles: [UInt64: Handle] = [:]
    /// Opens that settle the size: what they began is theirs even when it is done before they look.
    var openers = 0
    var waiters: [UInt64: Waiter] = [:]
    /// Names the last moment at which nobody wanted the photo any more.
    var grace: UInt64 = 0

    init(_ photo: Photo, _ image: Rendition, known: LearntFile?) {
        self.photo = photo
        self.image = image
        self.known = known
    }

    /// It is certain where the photo ends before its end has come.
    var isEndTold: Bool { !isHinted && version?.isConfirmed(listed: image.byteCount) == true }

    var isWanted: Bool { !handles.isEmpty || openers > 0 || !waiters.isEmpty }

    /// Whether the handle's bytes are still those of now.
    func isValid(_ number: UInt64, length: Int64) -> Bool {
        guard let handle = handles[number], known?.length == length else { return false }
        return handle.servedSince.map { $0 >= validSince } ?? true
    }

    /// Whether `number` is the download under way; nil stands for the pool's cursors.
    func isCurrent(_ number: UInt64?) -> Bool {
        switch phase {
        case .fetching(let job): job.number == number
        case .passing: number == nil
        case .idle, .paused: false
        }
    }

    func isMet(_ need: Need) -> Bool {
        guard case .fetching(let job) = phase else { return true }
        switch need {
        case .opening(let head):
            guard let known else { return false }
            return head == 0 || job.has(min(head, known.length))
        case .bytes(let count): return job.has(count)
        }
    }

    /// Those whose need is met, to be told `changed`; with `all`, everybody.
    mutating func takeWaiters(all: Bool = false) -> [Reply<Outcome>] {
        let met = waiters.filter { all || isMet($0.value.need) }
        for number in met.keys {
            waiters[number] = nil
        }
        return met.values.map(\.reply)
    }

    /// An answer's head or its end told a length, or more.
    ///
    /// - Returns: what is to be told on; nil when it is no news.
    mutating func learn(_ learnt: LearntFile, isCertain: Bool) -> News? {
        guard let known else {
            self.known = learnt
            isHinted = !isCertain
            return isCertain ? News(learnt: learnt, isChange: false) : nil
        }
        // A hint never overrules what was known.
        guard isCertain else { return nil }
        isHinted = false
        let isOther =
            known.length != learnt.length
            || known.digest.map { before in learnt.digest.map { $0 != before } ?? false } ?? false
        if isOther { validSince = generation }
        let isChange = isOther || isChangeUntold
        guard isChange || (known.digest == nil && learnt.digest != nil) else { return nil }
        isChangeUntold = false
        self.known = learnt
        return News(learnt: learnt, isChange: isChange)
    }
}
