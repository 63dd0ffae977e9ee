import HTTP
import LinuxProcess
import Synchronization
import TestClock

@testable import PlacesFileSystem

/// An image host that has a photo under every address, but for those that a test takes away.
final class ImageTransport: HTTPTransport {
    private let state = Mutex((requests: [String](), missing: Set<String>(), spoilt: Set<String>()))
    private let asked = Mutex<[CallingProcess?]>([])
    /// Whose reading asked, a request.
    var readers: [CallingProcess?] { asked.withLock { $0 } }

    /// The addresses asked for so far.
    var requests: [String] { state.withLock { $0.requests } }

    /// It has nothing there from now on.
    func remove(_ url: String) {
        state.withLock { _ = $0.missing.insert(url) }
    }

    /// It has a page there from now on that is no photo, or the photo again.
    func spoil(_ url: String, _ isSpoilt: Bool = true) {
        state.withLock { state in
            if isSpoilt { state.spoilt.insert(url) } else { state.spoilt.remove(url) }
        }
    }

    /// Another picture for each address, all of the same length.
    static func bytes(_ url: String) -> [UInt8] {
        let name = Array("GIF89a \(url) ".utf8)
        return (0..<3000).map { name[$0 % name.count] }
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let reader = ImageReader.current?.process()
        asked.withLock { $0.append(reader) }
        let (isMissing, isSpoilt) = state.withLock { state in
            state.requests.append(request.url)
            return (state.missing.contains(request.url), state.spoilt.contains(request.url))
        }
        let page = Array("<html>".utf8) + Self.bytes(request.url).dropFirst(6)
        let pieces = Mutex(isMissing ? [] : [isSpoilt ? page : Self.bytes(request.url)])
        return HTTPResponse(
            status: isMissing ? 404 : 200, url: request.url,
            headers: isMissing ? [:] : ["content-length": "3000", "x-ttdb-l": "3000"],
            body: HTTPBody(next: { () async throws(HTTPError) in pieces.withLock { $0.popLast() } }, cancel: {}))
    }
}
