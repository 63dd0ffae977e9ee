import HTTP
import Synchronization

/// Closed until it is opened; waiting ends with the task.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    var waiting: Int { state.withLock { $0.waiting.count } }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return state.waiting.values.map(\.self)
        }
        for continuation in waiting {
            continuation.resume(returning: true)
        }
    }

    /// False when the task was cancelled first.
    func wait() async -> Bool {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let early = state.withLock { state -> Bool? in
                    if state.isOpen { return true }
                    if Task.isCancelled { return false }
                    state.waiting[number] = continuation
                    return nil
                }
                if let early { continuation.resume(returning: early) }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: false)
        }
    }
}

/// A host in the same process, which answers each request as the test says and counts what it was asked.
final class ScriptedHost: HTTPTransport {
    enum Step: Sendable {
        case bytes([UInt8])
        case wait(Gate)
        case fail(HTTPError)
    }

    struct Answer: Sendable {
        var status = 200
        var headers: [String: String] = [:]
        var steps: [Step]
    }

    typealias Script = @Sendable (HTTPRequest, Int) throws(HTTPError) -> Answer

    private let script: Mutex<Script>
    private let seen = Mutex<[HTTPRequest]>([])
    private let ended = Mutex(0)

    init(_ script: @escaping Script) {
        self.script = Mutex(script)
    }

    var requests: [HTTPRequest] { seen.withLock { $0 } }
    /// Transfers that were ended, by either side.
    var endings: Int { ended.withLock { $0 } }

    /// From the next request on.
    func play(_ script: @escaping Script) {
        self.script.withLock { $0 = script }
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let number = seen.withLock { seen in
            seen.append(request)
            return seen.count
        }
        if Task.isCancelled { throw .cancelled }
        let answer = try script.withLock { $0 }(request, number)
        let steps = Mutex(answer.steps[...])
        let isEnded = Mutex(false)
        let body = HTTPBody(
            next: { () async throws(HTTPError) -> [UInt8]? in
                while let step = steps.withLock({ $0.popFirst() }) {
                    if Task.isCancelled || isEnded.withLock({ $0 }) { throw .cancelled }
                    switch step {
                    case .bytes(let bytes): if !bytes.isEmpty { return bytes }
                    case .wait(let gate): if await !gate.wait() { throw .cancelled }
                    case .fail(let error): throw error
                    }
                }
                return nil
            },
            cancel: { [weak self] in
                let isFirst = isEnded.withLock { isEnded in
                    defer { isEnded = true }
                    return !isEnded
                }
                if isFirst { self?.ended.withLock { $0 += 1 } }
            })
        return HTTPResponse(status: answer.status, url: request.url, headers: answer.headers, body: body)
    }
}

extension HTTPRequest {
    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name }?.value
    }

    /// The first byte that Range asks for.
    var offset: Int? {
        header("range").flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
    }
}

/// An image on a host, and how that host serves it.
struct HostedImage: Sendable {
    var bytes: [UInt8]
    var etag: String? = "\"1\""
    var hasLength = true
    var hint: Int?
    var takesRange = true
    var piece = 10_000

    /// What the host answers. The transfer fails at the offset `cut`, and before the byte at a gate's offset is sent
    /// the gate must be opened.
    func answer(to request: HTTPRequest, cutAt cut: Int? = nil, gates: [Int: Gate] = [:]) -> ScriptedHost.Answer {
        var answer = ScriptedHost.Answer(steps: [])
        answer.headers["etag"] = etag
        answer.headers["x-ttdb-l"] = hint.map(String.init)
        var offset = 0
        if takesRange, let asked = request.offset, asked < bytes.count,
            request.header("if-range").map({ $0 == etag }) ?? true
        {
            offset = asked
            answer.status = 206
            answer.headers["content-range"] = "bytes \(asked)-\(bytes.count - 1)/\(bytes.count)"
        }
        if hasLength { answer.headers["content-length"] = "\(bytes.count - offset)" }
        let stops = Set(gates.keys.filter { $0 >= offset }).union(cut.map { [$0] } ?? []).sorted()
        for stop in stops + [bytes.count] {
            while offset < stop {
                let end = min(stop, offset + piece)
                answer.steps.append(.bytes(Array(bytes[offset..<end])))
                offset = end
            }
            if stop == cut {
                answer.steps.append(.fail(.cutShort("cut")))
                return answer
            }
            if let gate = gates[stop] { answer.steps.append(.wait(gate)) }
        }
        return answer
    }
}
