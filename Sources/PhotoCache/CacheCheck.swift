public import PhotoTree

/// Compares a cache's files on disk with what is known of them. It may run beside the daemon that uses the cache: it
/// changes nothing except what `remove` is told to remove.
///
/// Its calls block.
public struct CacheCheck: Sendable {
    public struct Contents: Sendable {
        /// Keys of all entries that have a photo's name, in the order of names.
        public var photos: [ImageKey] = []
        /// Unfinished downloads.
        public var unfinished = 0
        /// Files and folders that no cache made.
        public var foreign = 0
    }

    public enum Verdict: Hashable, Sendable {
        /// Length and digest are the known ones.
        case sound(length: Int64)
        /// No entry has its name any more.
        case gone
        /// There is no digest to compare it with.
        case unknown
        /// The text says in a few words what is damaged.
        case damaged(String)
    }

    private let path: String
    private let directory: DirectoryDescriptor

    /// - Throws: `unusable` when there is no such directory, or it cannot be opened.
    public init(directory path: String) throws(PhotoCacheError) {
        self.path = path
        do throws(SystemError) {
            directory = try DirectoryDescriptor(existing: path)
        } catch {
            throw .unusable(directory: path, reason: error.text)
        }
    }

    /// The folder's contents; `own` are further names that do not count as foreign.
    ///
    /// - Throws: `unusable` when it cannot be read.
    public func contents(besides own: Set<String> = []) throws(PhotoCacheError) -> Contents {
        var contents = Contents()
        var seen: Set<ImageKey> = []
        do throws(SystemError) {
            try directory.forEachName { name in
                // Strings are equal in all normal forms, file names are not: of two such names the second is foreign.
                if let key = CacheName.key(of: name), seen.insert(key).inserted {
                    contents.photos.append(key)
                } else if CacheName.isPartial(name) {
                    contents.unfinished += 1
                } else if !CacheDirectory.ownNames.contains(name), !own.contains(name) {
                    contents.foreign += 1
                }
            }
        } catch {
            throw .unusable(directory: path, reason: error.text)
        }
        contents.photos.sort { Self.name(of: $0) < Self.name(of: $1) }
        return contents
    }

    /// The file's name in the directory.
    public static func name(of key: ImageKey) -> String {
        CacheName.whole(key) ?? ""
    }

    /// Reads the whole file.
    public func verdict(on key: ImageKey, known: KnownFile?) -> Verdict {
        do throws(SystemError) {
            let name = Self.name(of: key)
            guard try directory.identity(of: name).isRegular else {
                return .damaged("what bears its name is no file")
            }
            guard let known, let digest = known.digest else { return .unknown }
            let file = try directory.open(name)
            let length = try file.identity().length
            guard length == known.length else { return .damaged("\(length) bytes instead of \(known.length)") }
            switch file.digest(length: length) {
            case digest: return .sound(length: length)
            case nil: return .damaged("it cannot be read to its end")
            default: return .damaged("other bytes than were fetched")
            }
        } catch .notFound {
            return .gone
        } catch {
            return .damaged(error.text)
        }
    }

    /// Removes the entry with the photo's name: a file, a link or an empty folder. Returns false when it stays.
    public func remove(_ key: ImageKey) -> Bool {
        let name = Self.name(of: key)
        do throws(SystemError) {
            try directory.remove(name)
            return true
        } catch {
            // A folder that is not empty is not the cache's.
            return (try? directory.removeDirectory(name)) != nil
        }
    }
}
