/// A source of photos: the one seam between placesfs and Flickr, Wikimedia Commons and later sources.
///
/// The code above this seam does not know which source it uses.
public protocol PhotoSource: Sendable {
    /// Identifies photos, state, cache and lock ("flickr"); also the value of `user.places.source`.
    var namespace: String { get }
    /// Its name for people ("Flickr").
    var name: String { get }
    /// The sentence that the source requires to be shown.
    var notice: String { get }
    /// Hosts (as "host" or "host:port") that images may be fetched from and redirected to.
    var imageHosts: [String] { get }
    /// The path on such a host below which all images stand, with slashes around it; nil where nobody says so. What
    /// stands beside it need not be the source's.
    var imageFolder: String? { get }
    /// The size of image that photos have unless the user chose another (Flickr: "b").
    var standardRendition: String { get }
    /// Names of the sizes this source has, smallest first.
    var renditionNames: [String] { get }
    /// The size that is the file as its author uploaded it; nil when there is none ("o" at both services).
    var originalRendition: String? { get }
    /// The smallest size that is enough for a thumbnail, about 320 pixels (Flickr: "n"); nil when there is none so
    /// small.
    var thumbnailRendition: String? { get }
    /// The topics of a new mount, as `mkdir` would take them: tags of which the source has many photos.
    var firstTopics: [String] { get }
    /// Whether its images are files on this machine, so that their lengths cost no request.
    var knowsItsFiles: Bool { get }
    /// Whether it has a place for each of its photos: `places/` then shows these places alone, without the built-in
    /// ones, and lists are whole.
    var isComplete: Bool { get }
    /// By what else than the options of the mount its answers are made: what was found by another rule is asked for
    /// anew. One word, or none.
    var rule: String { get }
    /// What changes there by itself, as long as somebody waits for it. At most one waits.
    var changes: AsyncStream<SourceChange> { get }
    /// Takes back what could not be shown, and tells it again with the next change.
    func tellAgain(_ change: SourceChange)
    /// The keywords of its photos that are to become topics, and those that were and are no more; `note` says what came
    /// of them.
    func keywordChange() async throws(PhotoSourceError) -> KeywordChange
    /// By what identifies the topics of keywords: whether a topic was made of the keyword. False for one that went.
    func note(_ keywords: [String: Bool]) async
    /// Somebody asks for what is there now: it looks at everything again, if its photos lie on this machine.
    func lookAgain()
    /// What `status` says of it, a line each.
    var report: [String] { get }
    /// How many of a query's results one can get at most, however many the source says there are.
    var maximumResults: Int { get }

    /// The places that are photographed most now; empty when the source has no such list.
    func topPlaces() async throws(PhotoSourceError) -> [Place]
    /// What was sent last, of all the world: a few requests, so it is asked for at most once a day. Empty when nothing
    /// was; nil when the source has no such list.
    func photosSentLast(at now: Timestamp) async throws(PhotoSourceError) -> [SentPhoto]?
    /// One page of results.
    func photos(_ query: PhotoQuery) async throws(PhotoSourceError) -> PhotoPage
    /// How the photos of an area are asked for, in words ("its box").
    func question(for area: PhotoArea) -> String
    /// Whether the source can look up landmarks.
    var findsLandmarks: Bool { get }
    /// The landmark that `name` means, in any language the source knows; nil when it knows none, or only one with
    /// another name.
    func landmark(named name: String) async throws(PhotoSourceError) -> Landmark?
    /// One photo as it is now, with its present image address; nil when it is gone or private.
    func photo(_ id: PhotoID) async throws(PhotoSourceError) -> Photo?
    /// The largest image of `photo` up to the rendition named `choice`; nil when it names no image at all.
    func image(of photo: Photo, upTo choice: String) -> Rendition?

    /// The file that a photo is, where it lies on this machine and is read in place; nil where photos are fetched. May
    /// block.
    ///
    /// - Throws: `unreachable` when the folder is not there, `failed` when the file cannot be read; nil with no error
    ///   never means that the file is gone.
    func file(of photo: Photo) throws(PhotoSourceError) -> (any PhotoFile)?

    /// The small picture in such a file, or the file itself where it has none; nil where photos are fetched. May block.
    ///
    /// - Throws: as `file`.
    func smallFile(of photo: Photo) throws(PhotoSourceError) -> (any PhotoFile)?

    /// The photos that are files of this length on this machine, in no order; none where photos are fetched.
    func photos(ofLength length: Int64) async throws(PhotoSourceError) -> [Photo]
    /// Waits until all that lies on this machine was looked at once. Returns at once where photos are fetched, and when
    /// the caller is cancelled.
    func awaitScan() async
    /// Closes what it has open on this machine. Nobody asks it anything after that.
    func close() async

    /// What identifies the topic that a typed name means: names with the same key are one topic. nil for a name that
    /// means none.
    func topicKey(of name: String) -> String?
    /// Why the source has no topic of this name, to follow "cannot be a tag here: "; nil for a name without letters and
    /// digits, and for one that may be a topic.
    func topicFault(of name: String) -> String?
    /// The part of an image host's service that delivers `image`, where the host limits requests to it separately
    /// ("originals"): a refusal there does not affect other images. nil where the host has no such parts.
    func section(of image: Rendition) -> String?
    /// How long a photo that a user keeps offline may stay without a confirmation that the source still has it; nil
    /// where its terms set no bound.
    func longestUnconfirmed(_ photo: Photo) -> Duration?
    /// Whether another rendition may replace `image` where the host does not serve it.
    func hasSubstitutes(for image: Rendition) -> Bool
    /// Classifies an image host's answer by its head and the first bytes of its body (at least 16, or all).
    func judge(_ head: ImageHead, firstBytes: [UInt8]) -> ImageVerdict
}

extension PhotoSource {
    public var imageFolder: String? { nil }
    /// As Flickr files tags: without blanks, signs and case.
    public func topicKey(of name: String) -> String? { TopicName.key(of: name) }
    public func topicFault(of name: String) -> String? { nil }

    public var name: String { namespace }
    public var originalRendition: String? { nil }
    public var thumbnailRendition: String? { nil }
    public var firstTopics: [String] { [] }
    public var knowsItsFiles: Bool { false }
    public var isComplete: Bool { false }
    public var rule: String { "" }
    public var changes: AsyncStream<SourceChange> { AsyncStream { $0.finish() } }
    public func tellAgain(_ change: SourceChange) {}
    public var report: [String] { [] }
    public func lookAgain() {}
    public func keywordChange() async throws(PhotoSourceError) -> KeywordChange { KeywordChange() }
    public func note(_ keywords: [String: Bool]) async {}
    public func photosSentLast(at now: Timestamp) async throws(PhotoSourceError) -> [SentPhoto]? { nil }
    public func file(of photo: Photo) throws(PhotoSourceError) -> (any PhotoFile)? { nil }
    public func smallFile(of photo: Photo) throws(PhotoSourceError) -> (any PhotoFile)? { nil }
    public func photos(ofLength length: Int64) async throws(PhotoSourceError) -> [Photo] { [] }
    public func awaitScan() async {}
    public func close() async {}
    public var maximumResults: Int { .max }
    public func question(for area: PhotoArea) -> String { "its box" }
    public var findsLandmarks: Bool { false }
    public func landmark(named name: String) async throws(PhotoSourceError) -> Landmark? { nil }
    public func section(of image: Rendition) -> String? { nil }
    public func hasSubstitutes(for image: Rendition) -> Bool { false }
    public func longestUnconfirmed(_ photo: Photo) -> Duration? { nil }
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

/// The classification of an image host's answer.
public enum ImageVerdict: Hashable, Sendable {
    case photo
    /// The photo (or this rendition of it) no longer exists.
    case gone
    /// Something else at the photo's address; the text says what, in a few words.
    case refused(String)
    /// The host has the photo, but not in this rendition; the text says so in a few words.
    case unserved(String)
}

/// Why a source gave no answer. An error never means that a photo or a place is absent.
public enum PhotoSourceError: Error, Hashable, Sendable {
    /// The host could not be reached (name, route, connection, TLS).
    case unreachable(String)
    case timedOut(String)
    /// The key is missing, wrong or expired.
    case credentialsRefused(String)
    /// The source asks to send no requests for a while.
    case tooManyRequests(String)
    /// The source asked for a pause, or failed too often: it is asked again after this time.
    case backingOff(Duration)
    /// The source is not asked for this long, because the hour's share of requests is used.
    case shareUsed(Duration)
    /// The source reports a failure, or its answer cannot be understood.
    case failed(String)
    /// The photo is there no longer.
    case gone
    case cancelled
}

/// A photo that was sent to a source lately: all that counts of it is by whom, and where it was taken.
public struct SentPhoto: Hashable, Sendable {
    /// Who sent it, as the source tells people apart: untrusted text.
    public var person: String
    public var coordinate: Coordinate

    public init(person: String, coordinate: Coordinate) {
        self.person = ForeignText.bounded(person, maximumBytes: ForeignText.maximumName)
        self.coordinate = coordinate
    }
}

/// Which topics a source's own keywords are to become, and which they were.
public struct KeywordChange: Hashable, Sendable {
    /// New keywords, as they are written, by what identifies their topics.
    public var added: [String: String]
    /// What identifies the topics whose keywords no photo bears any more.
    public var removed: [String]

    public init(added: [String: String] = [:], removed: [String] = []) {
        self.added = added
        self.removed = removed
    }

    public var isEmpty: Bool { added.isEmpty && removed.isEmpty }
}
