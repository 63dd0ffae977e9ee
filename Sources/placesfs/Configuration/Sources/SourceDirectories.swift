internal import Foundation

/// The folders of one source: its state and its cache, with a lock file beside each. Two sources, or one source at two
/// addresses, never share them.
struct SourceDirectories: Hashable, Sendable {
    static let thumbnailsName = "thumbnails"
    static let keptName = "kept"

    let state: String
    let cache: String

    /// "flickr", with a digest of its address if it is not the source's own.
    var name: Substring { state.split(separator: "/").last ?? "" }
    /// Is there once the user has been told that Wikimedia wants a contact.
    var contactTold: String { state + "/contact-told" }
    /// The folder of small renditions, inside the cache's folder and under its lock.
    var thumbnails: String { cache + "/" + Self.thumbnailsName }
    /// The folder of what is kept offline, inside the cache's folder and under its lock.
    var kept: String { cache + "/" + Self.keptName }
    var catalog: String { state + "/catalog.sqlite" }
    var stateLock: String { state + ".lock" }
    var cacheLock: String { cache + ".lock" }

    init(state: String, cache: String) {
        self.state = state
        self.cache = cache
    }

    init(_ configuration: Configuration, source: SourceName, base: BaseDirectories) {
        let name = Self.name(configuration, source: source)
        state = "\(configuration.files.stateDirectory ?? base.state)/\(name)"
        cache = "\(configuration.files.cacheDirectory ?? base.cache)/\(name)"
    }

    /// - Throws: `.usage` where state and cache are one folder.
    func checkApart() throws(CommandFailure) {
        guard PathWalk.untilMount(state) == PathWalk.untilMount(cache) else { return }
        throw CommandFailure(
            .usage, "state and cache must be different folders, and both are \(cache); choose another with --cache-dir")
    }

    /// The name of the source's folders: "flickr", with the digest of an API base, or of the real path of one's own
    /// folder, behind it.
    static func name(_ configuration: Configuration, source: SourceName) -> String {
        let address =
            source == .folder
            ? configuration.sources.from.map(OwnFolder.real) : configuration.sources.apiBase.map(normal)
        return source.rawValue + (address.map { "-" + digest(of: $0) } ?? "")
    }

    /// Different spellings of an address get the same folder.
    private static func normal(_ address: String) -> String {
        guard var parts = URLComponents(string: address) else { return address }
        parts.scheme = parts.scheme?.lowercased()
        parts.host = parts.host?.lowercased()
        while parts.path.hasSuffix("/") { parts.path.removeLast() }
        return parts.string ?? address
    }

    /// FNV-1a, 64 bits: enough to distinguish a few addresses, and stable for ever.
    private static func digest(of text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
