internal import HTTP

/// The state that a transfer's reader and the curl thread share: the head, the pieces not yet pulled, and how the
/// transfer ended.
struct TransferState {
    struct Head: Sendable {
        var status: Int
        var url: String
        var headers: [String: String]
    }

    typealias HeadWaiter = CheckedContinuation<Result<Head, HTTPError>, Never>
    typealias BodyWaiter = CheckedContinuation<Result<[UInt8]?, HTTPError>, Never>

    enum Ending {
        case whole
        case failed(HTTPError)
    }

    static let pieceLength = 64 * 1_024
    /// When this much has not been pulled, the sender is held back …
    static let fullLength = 128 * 1_024
    /// … until at most this much is left.
    static let refillLength = 64 * 1_024

    private(set) var ending: Ending?
    private var isHeldBack = false
    private var head: Head?
    private var pieces: [[UInt8]] = []
    private var waitingLength = 0
    private var headWaiter: HeadWaiter?
    private var bodyWaiter: BodyWaiter?

    mutating func begin(with head: Head) {
        self.head = head
    }

    /// False if the bytes were not taken, because too many have not been pulled yet.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard waitingLength < Self.fullLength else {
            isHeldBack = true
            return false
        }
        var rest = unsafe bytes
        while unsafe !rest.isEmpty {
            if pieces.last.map({ $0.count < Self.pieceLength }) != true {
                pieces.append([])
                if pieces.count > 1 { pieces[pieces.count - 1].reserveCapacity(Self.pieceLength) }
            }
            let room = Self.pieceLength - pieces[pieces.count - 1].count
            unsafe pieces[pieces.count - 1].append(contentsOf: rest.prefix(room))
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(room))
        }
        waitingLength += bytes.count
        return true
    }

    /// Only the first ending counts. Cancelling drops the pieces, since nobody will pull them.
    mutating func end(_ ending: Ending) {
        guard self.ending == nil else { return }
        self.ending = ending
        if case .failed(.cancelled) = ending {
            pieces = []
            waitingLength = 0
        }
    }

    /// The next piece, or `.success(nil)` at the end; nil if the reader has to wait.
    mutating func take() -> Result<[UInt8]?, HTTPError>? {
        if !pieces.isEmpty {
            let piece = pieces.removeFirst()
            waitingLength -= piece.count
            return .success(piece)
        }
        return switch ending {
        case nil: nil
        case .whole: .success(nil)
        case .failed(let error): .failure(error)
        }
    }

    /// Whether the sender may continue; true once for each time it was held back.
    mutating func mayRefill() -> Bool {
        guard isHeldBack, waitingLength <= Self.refillLength, ending == nil else { return false }
        isHeldBack = false
        return true
    }

    // MARK: Waiters: these return closures that resume a waiter with its answer; call them outside the lock.

    mutating func waitForHead(_ waiter: HeadWaiter) -> (() -> Void)? {
        headWaiter = waiter
        return answerHead()
    }

    mutating func waitForPiece(_ waiter: BodyWaiter) -> (() -> Void)? {
        guard bodyWaiter == nil else {
            return { waiter.resume(returning: .failure(.failed("a body has one reader"))) }
        }
        bodyWaiter = waiter
        return answerBody()
    }

    mutating func answerHead() -> (() -> Void)? {
        guard let waiter = headWaiter else { return nil }
        let answer: Result<Head, HTTPError>
        switch (head, ending) {
        case (_, .failed(.cancelled)): answer = .failure(.cancelled)
        case (let head?, _): answer = .success(head)
        case (nil, .failed(let error)): answer = .failure(error)
        case (nil, .whole): answer = .failure(.cutShort("no answer"))
        case (nil, nil): return nil
        }
        headWaiter = nil
        return { waiter.resume(returning: answer) }
    }

    mutating func answerBody() -> (() -> Void)? {
        guard let waiter = bodyWaiter, let answer = take() else { return nil }
        bodyWaiter = nil
        return { waiter.resume(returning: answer) }
    }
}

/// Detects a body that has been slower than a limit for a period.
///
/// libcurl's own low-speed check averages over five seconds and knows only whole seconds. This one checks several times
/// in a period, and starts again after we have held the sender back.
struct SpeedWatch: Sendable {
    typealias Instant = SuspendingClock.Instant

    let limit: Int64
    let period: Duration
    private var sample: (start: Instant, bytes: Int64)
    private var slowSince: Instant?

    init(limit: Int64, period: Duration, now: Instant, bytes: Int64 = 0) {
        self.limit = limit
        self.period = period
        sample = (now, bytes)
    }

    /// Whether the body has been too slow for a whole period; by `now`, `bytes` of it have arrived.
    mutating func hasStalled(at now: Instant, bytes: Int64) -> Bool {
        let elapsed = sample.start.duration(to: now)
        guard elapsed >= min(.seconds(1), period / 5) else { return false }
        let isSlow = .seconds(bytes - sample.bytes) < elapsed * Int(clamping: limit)
        slowSince = isSlow ? slowSince ?? sample.start : nil
        sample = (now, bytes)
        return slowSince.map { $0.duration(to: now) >= period } ?? false
    }

    /// Starts again, after a time in which nobody pulled.
    mutating func restart(at now: Instant, bytes: Int64) {
        sample = (now, bytes)
        slowSince = nil
    }
}
