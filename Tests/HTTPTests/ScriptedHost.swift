import HTTP
import Synchronization
import TestClock
import Testing

/// Answers from a script, by path; what is not in it waits until it is told.
final class ScriptedHost: HTTPTransport {
    enum Answer: Sendable {
        case status(Int, [String: String] = [:])
        case fails(HTTPError)
        /// 200 with a body that ends when the test says so.
        case held
        /// 200 with a body that is all here, however late it is pulled.
        case arrived
        /// 200 with a body that is cut short after one piece.
        case breaks
        /// No head until the task is cancelled.
        case silent
    }

    private struct State {
        var asked: [String] = []
        var script: [String: [Answer]] = [:]
        var open = 0
        var mostOpen = 0
    }

    private let state = Mutex(State())

    /// Paths in the order in which they were asked.
    var asked: [String] { state.withLock { $0.asked } }
    var mostOpen: Int { state.withLock { $0.mostOpen } }
    var open: Int { state.withLock { $0.open } }

    /// The answers to a path, one after another; the last goes on for ever. Unscripted: an empty 200.
    func script(_ path: String, _ answers: Answer...) {
        state.withLock { $0.script[path] = answers }
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let path = String(request.url.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" })
        let answer = state.withLock { state in
            state.asked.append(path)
            state.open += 1
            state.mostOpen = max(state.mostOpen, state.open)
            let answers = state.script[path] ?? []
            if answers.count > 1 { state.script[path]?.removeFirst() }
            return answers.first ?? .status(200)
        }
        switch answer {
        case .status(let status, let headers): return response(status, headers, pieces: [])
        case .held: return response(200, [:], pieces: [[1], [2], [3]])
        case .arrived: return response(200, [:], pieces: [[1], [2], [3]], hasArrived: true)
        case .breaks: return response(200, [:], pieces: [[1]], failure: .cutShort("half way"))
        case .fails(let error):
            ended()
            throw error
        case .silent:
            await until { Task.isCancelled }
            ended()
            throw .cancelled
        }
    }

    private func response(
        _ status: Int, _ headers: [String: String], pieces: [[UInt8]], failure: HTTPError? = nil,
        hasArrived: Bool = false
    ) -> HTTPResponse {
        let rest = Mutex(pieces)
        let isOpen = Mutex(true)
        let end: @Sendable () -> Void = { [self] in
            let wasOpen = isOpen.withLock { isOpen in
                defer { isOpen = false }
                return isOpen
            }
            if wasOpen { ended() }
        }
        let body = HTTPBody(
            next: { () async throws(HTTPError) in
                let piece = rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                if piece == nil { end() }
                if piece == nil, let failure { throw failure }
                return piece
            }, cancel: end, hasArrived: { hasArrived })
        return HTTPResponse(status: status, url: "", headers: headers, body: body)
    }

    private func ended() {
        state.withLock { $0.open -= 1 }
    }
}
