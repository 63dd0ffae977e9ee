/// Where photos come from: the one seam towards Flickr, Wikimedia Commons and whatever follows.
///
/// Nothing above it knows which source it talks to.
public protocol PhotoSource: Sendable {
    /// Keys photos, state, cache and lock ("flickr"); also what `user.places.source` says.
    var namespace: String { get }
    /// What people call it ("Flickr").
    var name: String { get }
    /// The sentence the source wants shown.
    var notice: String { get }
    /// Hosts (as "host" or "host:port") that images may be fetched from and redirected to.
    var imageHosts: [String] { get }
    /// The size of image photos have unless the user chose another (Flickr: "b").
    var standardRendition: String { get }
    /// Names of the sizes this source has, smallest first.
    var renditionNames: [String] { get }
    /// The size that is the file as its author uploaded it; nil when there is none ("o" at both services).
    var originalRendition: String? { get }
    /// The size that is enough for a thumbnail, about 320 pixels (Flickr: "n"); nil when there is none so small.
    var thumbnailRendition: String? { get }
    /// Topics a new mount begins with, as `mkdir` would take them: tags of which the source has many photos.
    var firstTopics: [String] { get }
    /// How many of a query's results can be had at most, however many it says there are.
    var maximumResults: Int { get }

    /// The places people photograph most now; empty when the source has no such list.
    func topPlaces() async throws(PhotoSourceError) -> [Place]
    /// One page of results.
    func photos(_ query: PhotoQuery) async throws(PhotoSourceError) -> PhotoPage
    /// Whether it can be asked where a landmark is.
    var findsLandmarks: Bool { get }
    /// The landmark that `name` means, in whatever language the source knows it; nil when it knows none, or only what is
    /// called otherwise.
    func landmark(named name: String) async throws(PhotoSourceError) -> Landmark?
    /// One photo as it is now; nil when it is gone or private. A changed image address shows here.
    func photo(_ id: PhotoID) async throws(PhotoSourceError) -> Photo?
    /// The largest image of `photo` up to the rendition named `choice`; nil when it names no image at all.
    func image(of photo: Photo, upTo choice: String) -> Rendition?
    /// The part of an image host's service that brings `image`, where the host rations it apart from others ("originals"):
    /// what is refused there closes nothing else. Nil: the host is one.
    func section(of image: Rendition) -> String?
    /// Whether another rendition may stand for `image` where the host does not serve it.
    func hasSubstitutes(for image: Rendition) -> Bool
    /// What an image host's answer is, told from its head and the first bytes of its body (at least 16, or all).
    func judge(_ head: ImageHead, firstBytes: [UInt8]) -> ImageVerdict
}

extension PhotoSource {
    public var name: String { namespace }
    public var originalRendition: String? { nil }
    public var thumbnailRendition: String? { nil }
    public var firstTopics: [String] { [] }
    public var maximumResults: Int { .max }
    public var findsLandmarks: Bool { false }
    public func landmark(named name: String) async throws(PhotoSourceError) -> Landmark? { nil }
    public func section(of image: Rendition) -> String? { nil }
    public func hasSubstitutes(for image: Rendition) -> Bool { false }
}

/// The head of an image host's answer.
public struct ImageHead: Hashable, Sendable {
    public var status: Int
    /// The address that answered, after redirects.
    public var url: String
    /// Header values by lower-case name.
    public var headers: [String: String]

    public init(status: Int, url: String, headers: [String: String]) {
        self.status = status
        self.url = url
        self.headers = headers
    }
}

/// What an image host's answer turned out to be.
public enum ImageVerdict: Hashable, Sendable {
    case photo
    /// The photo (or this rendition of it) is not there any more.
    case gone
    /// Something else under the photo's address; the text says what, in a few words.
    case refused(String)
    /// The host has the photo, but not in this rendition, in a few words.
    case unserved(String)
}

/// Why a source gave no answer. An error never means that a photo or a place is absent.
public enum PhotoSourceError: Error, Hashable, Sendable {
    /// The host could not be reached (name, route, connection, TLS).
    case unreachable(String)
    case timedOut(String)
    /// The key is missing, wrong or expired.
    case credentialsRefused(String)
    /// The source asks to be left alone for a while.
    case tooManyRequests(String)
    /// The source says it failed, or answered something that is no answer.
    case failed(String)
    case cancelled
}
