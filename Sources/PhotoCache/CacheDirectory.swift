import PhotoTree
import Synchronization

/// Where the cache's files lie. The directory is the index: a file's name is its key, its length is the photo's, its
/// modification time is when the photo was last viewed. Other files in it are left alone.
///
/// Its calls may block: they belong on `DiskThreads`.
final class CacheDirectory: Sendable {
    private static let stampName = "format"
    private static let stamp = Array("placesfs photo cache 1\n".utf8)
    private static let tagName = "CACHEDIR.TAG"
    /// What backup programs look for (bford.info/cachedir).
    private static let tag = Array("Signature: 8a477f597d28d172789f06886806bc55\n# The photo cache of placesfs.\n".utf8)

    /// Files of the cache that are no photos.
    static let ownNames: Set<String> = [stampName, tagName]

    struct Found {
        var key: ImageKey
        var identity: FileIdentity
    }

    let path: String
    private let descriptor: Mutex<DirectoryDescriptor>
    /// Held while a name changes what it stands for, so that a removal meant for an evicted file cannot hit the file
    /// that has just taken its name.
    private let naming = Mutex(())
    private let isStamped = Mutex(false)

    init(path: String) throws(PhotoCacheError) {
        self.path = path
        do throws(SystemError) {
            descriptor = Mutex(try DirectoryDescriptor(making: path))
        } catch {
            throw .unusable(directory: path, reason: error.text)
        }
        do throws(SystemError) {
            try stampFormat()
        } catch  where error.isNoRoom {
            // Photos are passed through until the disk has room: the stamp goes before the first.
        } catch {
            throw .unusable(directory: path, reason: error.text)
        }
    }

    var isInMemory: Bool { current.isInMemory }

    /// Bytes that its file system can still take.
    var available: Int64 { current.available }

    private var current: DirectoryDescriptor { descriptor.withLock { $0 } }

    /// Calls `found` with every photo that earlier processes left, and removes their unfinished downloads.
    func scan(_ found: (Found) -> Void) throws(SystemError) {
        let directory = current
        var partials: [String] = []
        try directory.forEachName { name in
            if CacheName.isPartial(name) {
                partials.append(name)
            } else if let key = CacheName.key(of: name), let identity = try? directory.identity(of: name),
                identity.isRegular
            {
                // An entry whose status cannot be read cannot be read either.
                found(Found(key: key, identity: identity))
            }
        }
        for name in partials {
            try? directory.remove(name)  // what cannot be removed is tried again at the next start
        }
    }

    func open(_ key: ImageKey) throws(SystemError) -> CacheFile {
        guard let name = CacheName.whole(key) else { throw .notFound }
        return try current.open(name)
    }

    /// The status of the file with the key's name now, without opening it.
    func identity(of key: ImageKey) throws(SystemError) -> FileIdentity {
        guard let name = CacheName.whole(key) else { throw .notFound }
        return try current.identity(of: name)
    }

    /// Creates a file for a download. When the whole directory was removed meanwhile, it is made again.
    func createPartial(_ key: ImageKey, _ number: FileNumber) throws(SystemError) -> CacheFile {
        guard let name = CacheName.partial(key, number) else { throw .notFound }
        if !isStamped.withLock(\.self) { try stampFormat() }
        do throws(SystemError) {
            return try current.create(name)
        } catch .notFound {
            let remade = try DirectoryDescriptor(making: path)
            descriptor.withLock { $0 = remade }
            isStamped.withLock { $0 = false }
            try stampFormat()
            return try remade.create(name)
        }
    }

    /// Gives a finished download the photo's name, in place of whatever had it.
    func finish(_ key: ImageKey, _ number: FileNumber) throws(SystemError) {
        guard let partial = CacheName.partial(key, number), let whole = CacheName.whole(key) else { throw .notFound }
        let directory = current
        try naming.withLock { _ throws(SystemError) in
            // rename(2) replaces anything but a directory.
            try? directory.removeDirectory(whole)
            try directory.rename(partial, to: whole)
        }
    }

    /// Gives a whole photo to another directory of the same file system, in place of whatever has its name there.
    func move(_ key: ImageKey, to other: CacheDirectory) throws(SystemError) {
        guard let name = CacheName.whole(key) else { throw .notFound }
        let (directory, target) = (current, other.current)
        try other.naming.withLock { _ throws(SystemError) in
            try? target.removeDirectory(name)
            try directory.rename(name, to: name, in: target)
        }
    }

    func removePartial(_ key: ImageKey, _ number: FileNumber) throws(SystemError) {
        guard let name = CacheName.partial(key, number) else { return }
        try current.remove(name)
    }

    /// Removes the key's file if it is still the one that `identity` describes.
    func remove(_ key: ImageKey, _ identity: FileIdentity) throws(SystemError) {
        guard let name = CacheName.whole(key) else { return }
        let directory = current
        try naming.withLock { _ throws(SystemError) in
            guard try directory.identity(of: name).isSameFile(as: identity) else { return }
            try directory.remove(name)
        }
    }

    /// Removes what looks like the cache's files from a directory of another format: a cache may be lost, never
    /// misread.
    private func stampFormat() throws(SystemError) {
        // One at a time: who sees half of another's stamp takes the folder for one of another format.
        try isStamped.withLock { isStamped throws(SystemError) in
            guard !isStamped else { return }
            try stamp()
            isStamped = true
        }
    }

    private func stamp() throws(SystemError) {
        let directory = current
        var present: [UInt8]?
        if let file = try? directory.open(Self.stampName), case .bytes(let bytes) = file.read(0..<64, blocking: true) {
            present = bytes
        }
        guard present != Self.stamp else { return }
        if present != nil {
            var names: [String] = []
            try directory.forEachName { name in
                if CacheName.isPartial(name) || CacheName.key(of: name) != nil { names.append(name) }
            }
            for name in names {
                try? directory.remove(name)
            }
            try directory.remove(Self.stampName)
        }
        do throws(SystemError) {
            try directory.create(Self.stampName).write(Self.stamp, at: 0)
        } catch {
            // Half a stamp is that of another format.
            try? directory.remove(Self.stampName)
            throw error
        }
        try? directory.create(Self.tagName).write(Self.tag, at: 0)  // there already, or not worth failing for
    }
}

/// Why there can be no cache. Later failures only cause a miss, or a photo that is passed through.
public enum PhotoCacheError: Error, Hashable, Sendable {
    /// The directory cannot be made, opened or written; the reason is the system's own words.
    case unusable(directory: String, reason: String)
}

/// The names of the cache's files: `photo,rendition.photo` when whole, `photo,rendition.number.partial` until then.
/// Identifiers are untrusted, and a disk may fold case. So everything but lower-case letters, digits, `-` and `_` is
/// written as `%` and two hexadecimal digits: no two keys share a name and none leaves the directory.
enum CacheName {
    static let partialEnding = ".partial"
    private static let wholeEnding = ".photo"
    /// Leaves room for the endings in the 255 bytes of a name.
    private static let longestStem = 210

    /// nil when the key's name would be too long for a file.
    static func whole(_ key: ImageKey) -> String? {
        stem(key).map { $0 + wholeEnding }
    }

    static func partial(_ key: ImageKey, _ number: FileNumber) -> String? {
        stem(key).map { "\($0).\(number.rawValue)\(partialEnding)" }
    }

    /// The key that a whole photo's file name stands for; nil for any other name.
    static func key(of name: String) -> ImageKey? {
        guard name.hasSuffix(wholeEnding) else { return nil }
        let parts = name.dropLast(wholeEnding.count).split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let photo = String(percentCode: parts[0].utf8),
            let rendition = String(percentCode: parts[1].utf8)
        else { return nil }
        let key = ImageKey(photo: PhotoID(photo), rendition: rendition)
        // A name that is not the one we would write is not ours.
        return whole(key) == name ? key : nil
    }

    static func isPartial(_ name: String) -> Bool {
        guard name.hasSuffix(partialEnding) else { return false }
        let stem = name.dropLast(partialEnding.count)
        guard let dot = stem.lastIndex(of: "."), UInt64(stem[dot...].dropFirst()) != nil else { return false }
        return key(of: stem[..<dot] + wholeEnding) != nil
    }

    private static func stem(_ key: ImageKey) -> String? {
        let stem = encoded(key.photo.rawValue) + "," + encoded(key.rendition)
        return stem.utf8.count <= longestStem ? stem : nil
    }

    private static func encoded(_ text: String) -> String {
        String(percentCodeOf: text) { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
