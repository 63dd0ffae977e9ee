import PhotoFetch
import PhotoTree
import Synchronization

/// A thumbnailer's handle on a photo. Direct reads get the bytes of the small rendition. The kernel gets the photo's
/// own bytes when it fills the page cache, which all processes share.
final class OpenThumbnail: Sendable {
    enum Content: Hashable, Sendable {
        case small
        /// The photo as other programs see it.
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

    /// What direct reads get; nil before the first one was answered.
    var content: Content? {
        state.withLock { $0.content }
    }

    /// Called when a direct read has bytes of `content`. The first call decides for the whole handle: no reader gets
    /// some bytes of the one and some of the other.
    ///
    /// - Returns: What the handle serves, and whether this call decided it.
    func decide(on content: Content) -> (content: Content, isNew: Bool) {
        state.withLock { state in
            if let decided = state.content { return (decided, false) }
            state.content = content
            return (content, true)
        }
    }

    /// The photo that was opened for `content`, if one was.
    func open(_ content: Content) -> OpenPhoto? {
        state.withLock { $0.opens[content] }
    }

    /// Keeps `open`, unless another read was faster or the handle is closed.
    ///
    /// - Returns: The photo to read from, and the one to close; the former is nil when the handle is closed.
    func put(_ open: OpenPhoto, as content: Content) -> (used: OpenPhoto?, spare: OpenPhoto?) {
        state.withLock { state in
            guard !state.isClosed else { return (nil, open) }
            if let sooner = state.opens[content] { return (sooner, open) }
            state.opens[content] = open
            return (open, nil)
        }
    }

    /// Closes the handle, so that nothing more is opened; returns what was open, for the caller to close.
    func close() -> [Content: OpenPhoto] {
        state.withLock { state in
            defer { state.opens = [:] }
            state.isClosed = true
            return state.opens
        }
    }
}
