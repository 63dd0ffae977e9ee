import CFUSE
import Glibc

extension Callbacks {
    /// No file system here has an xattr whose name is not UTF-8.
    static func addXattrs(to operations: inout fuse_lowlevel_ops) {
        unsafe operations.getxattr = { pointer, inode, name, size in
            unsafe Callbacks.serve(pointer, name, foreign: .noData) { request, name throws(Errno) in
                let value = try await request.fileSystem.getxattr(
                    name, of: InodeNumber(inode), by: request.caller)
                request.answer(xattr: value, size: size)
            }
        }
        unsafe operations.listxattr = { pointer, inode, size in
            unsafe Callbacks.serve(pointer) { request throws(Errno) in
                let names = try await request.fileSystem.listxattr(InodeNumber(inode), by: request.caller)
                request.answer(xattr: names.flatMap { Array($0.utf8) + [0] }, size: size)
            }
        }
        unsafe operations.setxattr = { pointer, inode, name, value, size, _ in
            let bytes = unsafe value.map { unsafe [UInt8](UnsafeRawBufferPointer(start: $0, count: size)) } ?? []
            unsafe Callbacks.serve(pointer, name, foreign: .illegalSequence) { request, name throws(Errno) in
                try await request.fileSystem.setxattr(name, bytes, of: InodeNumber(inode), by: request.caller)
                request.acknowledge()
            }
        }
        unsafe operations.removexattr = { pointer, inode, name in
            unsafe Callbacks.serve(pointer, name, foreign: .noData) { request, name throws(Errno) in
                try await request.fileSystem.removexattr(name, of: InodeNumber(inode), by: request.caller)
                request.acknowledge()
            }
        }
    }
}

extension Request {
    /// `size` is the size of the caller's buffer; 0 asks how large the value is (getxattr(2)).
    fileprivate func answer(xattr value: [UInt8], size: Int) {
        if size == 0 {
            unsafe answer { unsafe fuse_reply_xattr($0, value.count) }
        } else if value.count > size {
            refuse(Errno(rawValue: ERANGE))
        } else {
            answer(value[...])
        }
    }
}
