import PhotoFetch
import PhotoTree
import Synchronization

/// A thumbnailer's handle on a photo: the small rendition's bytes for those who read, the photo's own for the kernel when
/// it fills the page cache that all share.
final class OpenThumbnail: Sendable {
    enum Content: Hashable, Sendable {
        case small
        /// The photo as everybody else sees it.
        case own
    }

    private struct State {
        var opens: [Content: OpenPhoto] = [:]
        var content: Content?
        var isClosed = false
    }

    let photo: Photo
    let number: NodeNumber
    let small: Rendition
    let own: Rendition
    private let state = Mutex(State())

    init(_ photo: Photo, _ number: NodeNumber, small: Rendition, own: Rendition) {
        self.photo = photo
        self.number = number
        self.small = small
        self.own = own
    }

    /// What direct reads get; nil before the first was answered.
    var content: Content? {
        state.withLock { $0.content }
    }

    /// A direct read has bytes of `content`. The first decides: no reader gets some of the one and some of the other.
    ///
    /// - Returns: what the handle serves, and whether that was decided now.
    func decide(on content: Content) -> (content: Content, isNew: Bool) {
        state.withLock { state in
            if let decided = state.content { return (decided, false) }
            state.content = content
            return (content, true)
        }
    }

    /// What has been opened for `content` so far.
    func open(_ content: Content) -> OpenPhoto? {
        state.withLock { $0.opens[content] }
    }

    /// Keeps `open`, unless another read was sooner or the handle is closed.
    ///
    /// - Returns: the one to read from, and the one to close; the former is nil when the handle is closed.
    func keep(_ open: OpenPhoto, as content: Content) -> (used: OpenPhoto?, spare: OpenPhoto?) {
        state.withLock { state in
            guard !state.isClosed else { return (nil, open) }
            if let sooner = state.opens[content] { return (sooner, open) }
            state.opens[content] = open
            return (open, nil)
        }
    }

    /// Nothing is opened any more; returns what was, to be closed.
    func close() -> [Content: OpenPhoto] {
        state.withLock { state in
            defer { state.opens = [:] }
            state.isClosed = true
            return state.opens
        }
    }
}
