import HTTP
import LinuxProcess
import Synchronization
import TestClock

@testable import PlacesFileSystem

/// An image host that has a photo under every address, but for those that a test takes away.
final class ImageTransport: HTTPTransport {
    private let state = Mutex((requests: [String](), missing: Set<String>(), spoilt: Set<String>()))
    private let cuts = Mutex<Set<String>>([])
    private let refused = Mutex<Set<String>>([])
    /// So many more requests come through; nil: all do.
    private let answers = Mutex<Int?>(nil)
    private let asked = Mutex<[CallingProcess?]>([])
    /// Whose reading asked, a request.
    var readers: [CallingProcess?] { asked.withLock { $0 } }

    /// The addresses asked for so far.
    var requests: [String] { state.withLock { $0.requests } }

    /// It has nothing there from now on.
    func remove(_ url: String) {
        state.withLock { _ = $0.missing.insert(url) }
    }

    /// It does not serve that width from now on.
    func refuse(_ url: String) { refused.withLock { _ = $0.insert(url) } }

    /// It has a page there from now on that is no photo, or the photo again.
    func spoil(_ url: String, _ isSpoilt: Bool = true) {
        state.withLock { state in
            if isSpoilt { state.spoilt.insert(url) } else { state.spoilt.remove(url) }
        }
    }

    /// From now on only so many requests come through; nil: all do.
    func answer(only count: Int?) { answers.withLock { $0 = count } }

    /// From now on the transfer of what lies there ends half way, or no more.
    func cut(_ url: String, _ isCut: Bool = true) {
        cuts.withLock { cuts in if isCut { cuts.insert(url) } else { cuts.remove(url) } }
    }

    /// Another picture for each address, all of the same length.
    static func bytes(_ url: String) -> [UInt8] {
        let name = Array("GIF89a \(url) ".utf8)
        return (0..<3000).map { name[$0 % name.count] }
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let reader = ImageReader.current?.process()
        asked.withLock { $0.append(reader) }
        let isAway = answers.withLock { answers in
            guard let count = answers else { return false }
            answers = max(0, count - 1)
            return count == 0
        }
        guard !isAway else { throw .unreachable("no route") }
        let (isMissing, isSpoilt) = state.withLock { state in
            state.requests.append(request.url)
            return (state.missing.contains(request.url), state.spoilt.contains(request.url))
        }
        let page = Array("<html>".utf8) + Self.bytes(request.url).dropFirst(6)
        let pieces = Mutex(isMissing ? [] : [isSpoilt ? page : Self.bytes(request.url)])
        let isCut = cuts.withLock { $0.contains(request.url) }
        if isCut { pieces.withLock { $0 = [Array(Self.bytes(request.url).prefix(1500))] } }
        return HTTPResponse(
            status: isMissing ? 404 : refused.withLock { $0.contains(request.url) } ? 400 : 200, url: request.url,
            headers: isMissing ? [:] : ["content-length": "3000", "x-ttdb-l": "3000"],
            body: HTTPBody(
                next: { () async throws(HTTPError) in
                    if let piece = pieces.withLock({ $0.popLast() }) { return piece }
                    if isCut { throw .cutShort("the connection ended") }
                    return nil
                }, cancel: {}))
    }
}
