import CFUSE

extension Callbacks {
    /// Operations on an inode: its attributes, symbolic link target, access and lookup count.
    static func addInodes(to operations: inout fuse_lowlevel_ops) {
        unsafe operations.getattr = { pointer, inode, _ in
            unsafe Callbacks.serve(pointer) { request throws(Errno) in
                request.answer(try await request.fileSystem.getattr(InodeNumber(inode), by: request.caller))
            }
        }
        unsafe operations.setattr = { pointer, inode, stat, mask, _ in
            guard let stat = unsafe stat?.pointee else { return unsafe Callbacks.refuse(pointer, .invalid) }
            let change = AttributeChange(stat, mask)
            unsafe Callbacks.serve(pointer) { request throws(Errno) in
                request.answer(try await request.fileSystem.setattr(InodeNumber(inode), change, by: request.caller))
            }
        }
        unsafe operations.readlink = { pointer, inode in
            unsafe Callbacks.serve(pointer) { request throws(Errno) in
                let target = try await request.fileSystem.readlink(InodeNumber(inode))
                unsafe request.answer { unsafe fuse_reply_readlink($0, target) }
            }
        }
        unsafe operations.access = { pointer, inode, mask in
            unsafe Callbacks.serve(pointer) { request throws(Errno) in
                try await request.fileSystem.access(
                    InodeNumber(inode), AccessMode(rawValue: mask), by: request.caller)
                request.acknowledge()
            }
        }
        unsafe operations.forget = { pointer, inode, lookups in
            guard let pointer = unsafe pointer else { return }
            unsafe Connection.of(pointer)?.fileSystem.forget(InodeNumber(inode), lookups: lookups)
            unsafe fuse_reply_none(pointer)
        }
        unsafe operations.forget_multi = { pointer, count, forgotten in
            guard let pointer = unsafe pointer else { return }
            let fileSystem = unsafe Connection.of(pointer)?.fileSystem
            for index in 0..<count {
                guard let one = unsafe forgotten?[index] else { break }
                fileSystem?.forget(InodeNumber(one.ino), lookups: one.nlookup)
            }
            unsafe fuse_reply_none(pointer)
        }
    }
}

extension Request {
    fileprivate func answer(_ attributes: Attributes) {
        var stat = attributes.stat
        let validity = attributes.validity.seconds
        unsafe answer { unsafe fuse_reply_attr($0, &stat, validity) }
    }
}
