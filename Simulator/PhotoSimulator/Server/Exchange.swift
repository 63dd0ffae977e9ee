import NIOCore

/// One request and the state of its answer. The exchange decides what to send next; the connection sends it.
struct Exchange {
    enum Step {
        case send([ByteBuffer])
        case pause(TimeAmount)
        case hold(Gate)
        case cut
        case end(ByteBuffer)
    }

    let request: Request
    /// nil for requests that are not in the ledger.
    let ledgerNumber: Int?
    let plan: FaultPlan
    var arguments: Arguments?
    var bytesPerSecond: Int?
    /// True until a timer or a gate resumes the exchange.
    var isWaiting = false
    private(set) var status = 0
    private(set) var headBytes = ByteBuffer()
    private(set) var keepsAlive: Bool
    /// The head was written, the end was not yet.
    var isSending = false
    /// How many bytes of the body were sent.
    private(set) var sent = 0
    private var cursor = ContentCursor(Content())
    private var isChunked = false
    private var isEndless = false
    /// What is sent behind the answer.
    private var excess: [UInt8] = []
    /// How many bytes may be sent before the next pause.
    private var allowance = 0

    init(_ request: Request, ledgerNumber: Int?, plan: FaultPlan) {
        self.request = request
        self.ledgerNumber = ledgerNumber
        self.plan = plan
        keepsAlive = request.keepsAlive
    }

    /// Frames an answer; afterwards the body may be sent.
    mutating func head(of response: Response) {
        status = response.status
        isSending = true
        let isBodiless = request.verb == "HEAD" || status == 304
        var lines = "HTTP/1.1 \(status) \(Response.reason(status))\r\nServer: Jubilee\r\n"
        for header in response.headers { lines += "\(header.name): \(header.value)\r\n" }
        switch response.framing {
        case .contentLength:
            let length = response.announcedLength ?? response.content.count
            if status != 304 { lines += "Content-Length: \(length)\r\n" }
            // The client cannot find the next answer after a wrong length.
            if length != response.content.count { keepsAlive = false }
        case .chunked where request.understandsChunks:
            lines += "Transfer-Encoding: chunked\r\n"
            isChunked = !isBodiless
        case .chunked, .untilClose:
            keepsAlive = keepsAlive && isBodiless
        }
        lines += keepsAlive ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n"
        headBytes = ByteBuffer(string: lines)
        excess = response.excess
        if !isBodiless {
            cursor = ContentCursor(response.content)
            isEndless = response.isEndless
        }
    }

    mutating func step(longest: Int) -> Step {
        if isEndless, cursor.remaining == 0 {
            cursor = ContentCursor(Content(Noise.pieces(from: UInt64(sent), count: 1 << 20)))
        }
        var most = min(longest, cursor.remaining)
        if let cut = plan.cutAfterBytes {
            guard sent < cut else { return .cut }
            most = min(most, cut - sent)
        }
        if let stall = plan.stall, !stall.gate.isOpen {
            guard sent < stall.afterBytes else { return .hold(stall.gate) }
            most = min(most, stall.afterBytes - sent)
        }
        guard cursor.remaining > 0 else {
            return .end(ByteBuffer(bytes: (isChunked ? Array("0\r\n\r\n".utf8) : []) + excess))
        }
        if let bytesPerSecond {
            // Sends what fits into a twentieth of a second at a time.
            if allowance <= 0 {
                allowance = max(1, min(bytesPerSecond / 20, 1 << 20))
                if sent > 0 { return .pause(.nanoseconds(Int64(allowance) * 1_000_000_000 / Int64(bytesPerSecond))) }
            }
            most = min(most, allowance)
        }
        guard let piece = cursor.next(most) else { return .end(ByteBuffer()) }
        sent += piece.readableBytes
        allowance -= piece.readableBytes
        guard isChunked else { return .send([piece]) }
        return .send([
            ByteBuffer(string: String(piece.readableBytes, radix: 16) + "\r\n"), piece, ByteBuffer(string: "\r\n"),
        ])
    }
}
