import Glibc

/// A name as the kernel sends it: bytes that may not be UTF-8.
enum FileNameBytes {
    /// In bytes, as in every Linux file system; the kernel allows FUSE up to 1,024.
    static let longest = 255

    /// - Parameters:
    ///   - bytes: The name, ended by a zero byte.
    ///   - foreign: What to throw for a name that is not UTF-8, which no file here can have: `.noEntry` for a name that
    ///     is looked up, `.illegalSequence` for one that is to be created.
    /// - Returns: The name.
    /// - Throws: `foreign`, `.nameTooLong`, or `.invalid` if there is no name.
    static func string(_ bytes: UnsafePointer<CChar>?, foreign: Errno) throws(Errno) -> String {
        guard let bytes = unsafe bytes else { throw .invalid }
        let length = unsafe strlen(bytes)
        guard length <= longest else { throw .nameTooLong }
        let buffer = unsafe UnsafeBufferPointer(start: bytes, count: length)
        guard let name = unsafe String(validating: buffer, as: UTF8.self) else { throw foreign }
        return name
    }

    /// The target of a symbolic link. Bytes that are not UTF-8 are replaced: no file here has such a name.
    static func path(_ bytes: UnsafePointer<CChar>?) throws(Errno) -> String {
        guard let bytes = unsafe bytes else { throw .invalid }
        let length = unsafe strlen(bytes)
        return unsafe String(decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
    }
}
