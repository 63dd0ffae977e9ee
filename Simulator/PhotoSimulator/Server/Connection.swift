import NIOCore
import NIOHTTP1

/// Serves one connection: one request after the other, each delayed, limited, held and truncated as its faults say.
///
/// It frames answers itself, because some faults need wrong frames.
final class Connection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    /// Larger forms are not API calls.
    private static let longestBody = 4 << 20
    private static let longestPiece = 128 << 10

    private let site: Site
    private var number = 0
    private var incoming: Request?
    private var queue: [Request] = []
    private var exchange: Exchange?
    private var isClosing = false

    init(_ site: Site) {
        self.site = site
    }

    func channelActive(context: ChannelHandlerContext) {
        number = site.ledger.connectionOpened()
    }

    func channelInactive(context: ChannelHandlerContext) {
        finishExchange(isComplete: false)
        queue = []
        site.ledger.connectionClosed()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            incoming = Request(head)
        case .body(var part):
            guard let length = incoming?.body.readableBytes, length + part.readableBytes <= Self.longestBody else {
                context.close(promise: nil)
                return
            }
            incoming?.body.writeBuffer(&part)
        case .end:
            guard let request = incoming else { return }
            incoming = nil
            queue.append(request)
            answerNext(context)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { pump(context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError, exchange == nil, !isClosing else {
            context.close(promise: nil)
            return
        }
        // For example a blank in the address: the real host answers without HTTP's usual headers.
        var exchange = Exchange(Request.unreadable, ledgerNumber: nil, plan: FaultPlan())
        exchange.head(of: .failure(400))
        self.exchange = exchange
        sendHead(context)
    }

    // MARK: One exchange

    private func answerNext(_ context: ChannelHandlerContext) {
        guard exchange == nil, !isClosing, !queue.isEmpty else { return }
        let request = queue.removeFirst()
        if let answer = Control(site: site).response(to: request) {
            var exchange = Exchange(request, ledgerNumber: nil, plan: FaultPlan())
            exchange.head(of: answer)
            self.exchange = exchange
            sendHead(context)
            return
        }
        let (subject, arguments) = site.subject(of: request)
        let ledgerNumber = site.ledger.begin(LedgerEntry(request, subject, arguments, connection: number))
        let plan = site.faults.plan(for: subject)
        var exchange = Exchange(request, ledgerNumber: ledgerNumber, plan: plan)
        exchange.arguments = arguments
        self.exchange = exchange
        guard !plan.hangsUp else {
            close(context)
            return
        }
        let latency = plan.latency + .milliseconds(site.behaviour.latencyInMilliseconds)
        guard latency > .zero else {
            passGate(context)
            return
        }
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(latency)) { [self] in
            if self.exchange?.ledgerNumber == ledgerNumber { passGate(context) }
        }
    }

    private func passGate(_ context: ChannelHandlerContext) {
        guard let gate = exchange?.plan.gateBeforeHead, !gate.isOpen else {
            answer(context)
            return
        }
        wait(for: gate, context) { $0.answer($1) }
    }

    private func answer(_ context: ChannelHandlerContext) {
        guard let exchange else { return }
        let response = site.response(to: exchange.request, arguments: exchange.arguments, plan: exchange.plan)
        guard response.delay > .zero else { return answer(with: response, context) }
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(response.delay)) { [self] in
            if self.exchange?.ledgerNumber == exchange.ledgerNumber { answer(with: response, context) }
        }
    }

    private func answer(with response: Response, _ context: ChannelHandlerContext) {
        guard let exchange else { return }
        site.faults.note(response) { site.subject(of: exchange.request).subject }
        self.exchange?.head(of: response)
        self.exchange?.bytesPerSecond = exchange.plan.bytesPerSecond ?? site.behaviour.bytesPerSecond
        sendHead(context)
    }

    private func sendHead(_ context: ChannelHandlerContext) {
        guard let exchange else { return }
        if let ledgerNumber = exchange.ledgerNumber {
            site.ledger.headSent(ledgerNumber, status: exchange.status)
        }
        context.write(wrapOutboundOut(exchange.headBytes), promise: nil)
        pump(context)
    }

    /// Sends as much of the body as the socket, the bandwidth and the faults permit now.
    private func pump(_ context: ChannelHandlerContext) {
        while let current = exchange, current.isSending, !current.isWaiting,
            let step = exchange?.step(longest: Self.longestPiece)
        {
            switch step {
            case .send(let pieces):
                for piece in pieces { context.write(wrapOutboundOut(piece), promise: nil) }
                guard context.channel.isWritable else {
                    context.flush()
                    return
                }
            case .pause(let delay):
                exchange?.isWaiting = true
                context.flush()
                context.eventLoop.assumeIsolated().scheduleTask(in: delay) { [self] in
                    resume(current.ledgerNumber, context) { $0.pump($1) }
                }
                return
            case .hold(let gate):
                context.flush()
                wait(for: gate, context) { $0.pump($1) }
                return
            case .cut:
                close(context)
                return
            case .end(let tail):
                end(context, tail)
                return
            }
        }
    }

    private func end(_ context: ChannelHandlerContext, _ tail: ByteBuffer) {
        guard let exchange else { return }
        self.exchange?.isSending = false
        let keepsAlive = exchange.keepsAlive
        if !keepsAlive { isClosing = true }
        context.writeAndFlush(wrapOutboundOut(tail)).assumeIsolated().whenComplete { [self] result in
            if case .success = result { finishExchange(isComplete: true) } else { finishExchange(isComplete: false) }
            if keepsAlive { answerNext(context) } else { context.close(promise: nil) }
        }
    }

    /// Ends the connection after everything written so far.
    private func close(_ context: ChannelHandlerContext) {
        isClosing = true
        exchange?.isSending = false
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { [self] _ in
            finishExchange(isComplete: false)
            context.close(promise: nil)
        }
    }

    private func finishExchange(isComplete: Bool) {
        guard let exchange else { return }
        self.exchange = nil
        if let ledgerNumber = exchange.ledgerNumber {
            site.ledger.end(ledgerNumber, bytesSent: exchange.sent, isComplete: isComplete)
        }
    }

    // MARK: Waiting

    private func wait(
        for gate: Gate, _ context: ChannelHandlerContext,
        then continuing: @escaping (Connection, ChannelHandlerContext) -> Void
    ) {
        exchange?.isWaiting = true
        let loop = context.eventLoop
        let ledgerNumber = exchange?.ledgerNumber
        let bound = NIOLoopBound((connection: self, context: context, continuing: continuing), eventLoop: loop)
        gate.whenOpen {
            loop.execute {
                let (connection, context, continuing) = bound.value
                connection.resume(ledgerNumber, context, continuing)
            }
        }
    }

    /// Resumes an exchange unless it ended meanwhile.
    private func resume(
        _ ledgerNumber: Int?, _ context: ChannelHandlerContext,
        _ continuing: (Connection, ChannelHandlerContext) -> Void
    ) {
        guard exchange != nil, exchange?.ledgerNumber == ledgerNumber else { return }
        exchange?.isWaiting = false
        continuing(self, context)
    }
}
