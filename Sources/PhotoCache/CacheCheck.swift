public import PhotoTree

/// A cache's files as they lie on disk, compared with what is known of them, beside the daemon that may be using them:
/// nothing is changed but what `remove` is told to remove.
///
/// Its calls block.
public struct CacheCheck: Sendable {
    public struct Contents: Sendable {
        /// Of whatever bears a photo's name, in the order of names.
        public var photos: [ImageKey] = []
        /// Downloads that were begun.
        public var unfinished = 0
        /// Files and folders that no cache made.
        public var foreign = 0
    }

    public enum Verdict: Hashable, Sendable {
        /// Length and digest are those known.
        case sound(length: Int64)
        /// Nothing bears its name any more.
        case gone
        /// There is no digest to compare it with.
        case unknown
        /// In a few words.
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

    /// What lies in the folder; `own` are names that are not foreign, either.
    ///
    /// - Throws: `unusable` when it cannot be read.
    public func contents(besides own: Set<String> = []) throws(PhotoCacheError) -> Contents {
        var contents = Contents()
        var seen: Set<ImageKey> = []
        do throws(SystemError) {
            try directory.forEachName { name in
                // Strings are equal in all normal forms, files are not: the second of two is none of ours.
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
    public func verdict(on key: ImageKey, known: LearntFile?) -> Verdict {
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

    /// Removes what bears the photo's name: a file, a link or an empty folder. False when it stays.
    public func remove(_ key: ImageKey) -> Bool {
        let name = Self.name(of: key)
        do throws(SystemError) {
            try directory.remove(name)
            return true
        } catch {
            // A folder that is not empty is somebody's own.
            return (try? directory.removeDirectory(name)) != nil
        }
    }
}
