/// A file anywhere that may be a copy of a photo, open for reading. Its calls block.
public struct CopiedFile: Sendable {
    /// In bytes.
    public let length: Int64
    private let file: CacheFile

    /// Opens the file at `path` and follows links; a pipe in its place is refused without waiting for it.
    ///
    /// - Throws: why it cannot be read, in a few words.
    public init(at path: String) throws(CopiedFileError) {
        do throws(SystemError) {
            file = try CacheFile(reading: path)
            length = try file.identity().length
        } catch {
            throw CopiedFileError(words: error.text)
        }
    }

    /// Reads the whole file. Returns "sha256:<hex>" and "sha1:<hex>", in lower case.
    ///
    /// - Throws: when it cannot be read to its end.
    public func digests() throws(CopiedFileError) -> Set<String> {
        var sha256 = PhotoDigest()
        var sha1 = NamedDigest(naming: "sha1:")
        var offset: Int64 = 0
        while offset < length {
            switch file.read(offset..<min(length, offset + (256 << 10)), blocking: true) {
            case .bytes(let bytes) where !bytes.isEmpty:
                sha256.update(bytes)
                sha1?.update(bytes)
                offset += Int64(bytes.count)
            case .bytes, .wouldBlock: throw CopiedFileError(words: "it was cut short meanwhile")
            case .failed(let error): throw CopiedFileError(words: error.text)
            }
        }
        return Set([sha256.text, sha1?.text].compactMap(\.self))
    }
}

/// Why a file cannot be read: "permission denied", "no such file or directory".
public struct CopiedFileError: Error, Hashable, Sendable {
    public let words: String
}
