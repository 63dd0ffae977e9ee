internal import Glibc
internal import Synchronization

/// A folder for files that a program is writing, until it is known what they are. Nothing in it outlives the process:
/// each file has a name only while it is made.
public final class SpoolFolder: Sendable {
    private let directory: DirectoryDescriptor
    private let last = Mutex(0)

    /// Makes the folder at `path` if there is none, and removes what a killed process left in it. Blocks.
    ///
    /// - Throws: Why it cannot be used.
    public init(at path: String) throws(SpoolError) {
        do throws(SystemError) {
            directory = try DirectoryDescriptor(making: path)
            var left: [String] = []
            try directory.forEachName { left.append($0) }
            for name in left { try? directory.remove(name) }
        } catch {
            throw SpoolError(error)
        }
    }

    /// A new empty file. Blocks.
    ///
    /// - Throws: Why there is none.
    public func make() throws(SpoolError) -> SpoolFile {
        let number = last.withLock { last in
            last += 1
            return last
        }
        do throws(SystemError) {
            let name = "\(number)"
            try? directory.remove(name)
            let file = try directory.create(name)
            try directory.remove(name)
            return SpoolFile(file)
        } catch {
            throw SpoolError(error)
        }
    }
}

/// A file of a `SpoolFolder`; it is gone when nobody holds it. Its calls block.
public final class SpoolFile: Sendable {
    private let file: CacheFile

    fileprivate init(_ file: CacheFile) {
        self.file = file
    }

    public func write(_ bytes: [UInt8], at offset: Int64) throws(SpoolError) {
        do throws(SystemError) { try file.write(bytes, at: offset) } catch { throw SpoolError(error) }
    }

    /// Cuts the file to `length` bytes, or fills it up with zeros.
    public func resize(to length: Int64) throws(SpoolError) {
        do throws(SystemError) { try file.resize(to: length) } catch { throw SpoolError(error) }
    }

    /// The bytes of `range`; fewer only at the end of the file.
    public func read(_ range: Range<Int64>) throws(SpoolError) -> [UInt8] {
        switch file.read(range, blocking: true) {
        case .bytes(let bytes): return bytes
        case .wouldBlock: return []
        case .failed(let error): throw SpoolError(error)
        }
    }
}

/// Why a disk did not take or give bytes.
public struct SpoolError: Error, Hashable, Sendable {
    /// Whether it has no more room.
    public let isFull: Bool
    /// In a few words: "no space left on device".
    public let words: String

    init(_ error: SystemError) {
        isFull = error.code == ENOSPC || error.code == EDQUOT
        words = error.text
    }
}
