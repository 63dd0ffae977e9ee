internal import CProcess
import Glibc

/// The extended attributes of a file, as any program sees them (xattr(7)).
public struct ExtendedAttributes: Sendable {
    private let path: String

    /// - Parameter path: If it ends at a symbolic link, the link is followed.
    public init(of path: String) {
        self.path = path
    }

    /// The listed names, in the file system's order.
    ///
    /// - Returns: Names with their name space, such as `user.mime_type`; bytes that are not UTF-8 are replaced.
    /// - Throws: ENOENT and the like for the path, EOPNOTSUPP if the file system has no attributes.
    public func names() throws(Errno) -> [String] {
        let list = try unsafe Self.bytes { buffer in unsafe listxattr(path, buffer.baseAddress, buffer.count) }
        return list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// One attribute's bytes, listed or not.
    ///
    /// - Throws: ENODATA when the file has no attribute of that name.
    public func value(of name: String) throws(Errno) -> [UInt8] {
        try unsafe Self.bytes { buffer in unsafe getxattr(path, name, buffer.baseAddress, buffer.count) }
    }

    /// Gives an attribute these bytes.
    ///
    /// - Throws: EROFS, ENOSPC and whatever else the file system answers.
    public func set(_ value: [UInt8], for name: String) throws(Errno) {
        guard unsafe setxattr(path, name, value, value.count, 0) == 0 else { throw Errno(rawValue: errno) }
    }

    /// Takes an attribute away.
    ///
    /// - Throws: ENODATA when the file has no attribute of that name.
    public func remove(_ name: String) throws(Errno) {
        guard unsafe removexattr(path, name) == 0 else { throw Errno(rawValue: errno) }
    }

    /// Asks for the length, then for the bytes; repeats both if the value grew in between (ERANGE).
    private static func bytes(_ call: (UnsafeMutableRawBufferPointer) -> Int) throws(Errno) -> [UInt8] {
        while true {
            let length = unsafe call(UnsafeMutableRawBufferPointer(start: nil, count: 0))
            guard length >= 0 else { throw Errno(rawValue: errno) }
            guard length > 0 else { return [] }
            var failure: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
                let read = unsafe call(UnsafeMutableRawBufferPointer(buffer))
                failure = read < 0 ? errno : 0
                count = max(read, 0)
            }
            switch failure {
            case 0: return bytes
            case ERANGE: continue
            default: throw Errno(rawValue: failure)
            }
        }
    }
}
