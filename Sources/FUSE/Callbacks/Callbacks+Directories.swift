import CFUSE
import Glibc

extension Callbacks {
    static func addDirectories(to operations: inout fuse_lowlevel_ops) {
        unsafe operations.opendir = { pointer, inode, file in
            guard let file = unsafe file?.pointee else { return unsafe Callbacks.refuse(pointer, .invalid) }
            unsafe Callbacks.serve(pointer) { request throws(Errno) in
                let opened = try await request.fileSystem.opendir(InodeNumber(inode), by: request.caller)
                var answer = file
                opened.write(to: &answer)
                let isDelivered = unsafe request.answer { unsafe fuse_reply_open($0, &answer) }
                if !isDelivered { request.fileSystem.releasedir(opened.handle) }
            }
        }
        unsafe operations.readdir = { pointer, inode, size, offset, file in
            unsafe Callbacks.readdir(pointer, inode, file, from: offset, size: size, withAttributes: false)
        }
        unsafe operations.readdirplus = { pointer, inode, size, offset, file in
            unsafe Callbacks.readdir(pointer, inode, file, from: offset, size: size, withAttributes: true)
        }
        unsafe operations.releasedir = { pointer, _, file in
            guard let pointer = unsafe pointer else { return }
            if let handle = unsafe file?.pointee.fh {
                unsafe Connection.of(pointer)?.fileSystem.releasedir(HandleNumber(handle))
            }
            unsafe Callbacks.refuse(pointer, Errno(rawValue: 0))
        }
    }

    private static func readdir(
        _ pointer: fuse_req_t?, _ inode: fuse_ino_t, _ file: UnsafeMutablePointer<fuse_file_info>?,
        from offset: off_t, size: Int, withAttributes: Bool
    ) {
        guard let handle = unsafe file?.pointee.fh else { return unsafe Callbacks.refuse(pointer, .invalid) }
        unsafe Callbacks.serve(pointer, holding: [InodeNumber(inode)]) { request throws(Errno) in
            let dirents = try await request.fileSystem.readdir(
                HandleNumber(handle), from: DirectoryOffset(Int64(offset)),
                atMost: DirectoryBuffer.capacity(of: size, withAttributes: withAttributes))
            // Claimed before packing: an interrupted READDIR must not raise any lookup count.
            guard request.reply.claim() else { return }
            request.sendClaimed(dirents, size: size, withAttributes: withAttributes)
        }
    }
}

extension Request {
    fileprivate func sendClaimed(_ dirents: ArraySlice<DirectoryEntry>, size: Int, withAttributes: Bool) {
        var buffer = DirectoryBuffer(size: size, withAttributes: withAttributes)
        for dirent in dirents {
            guard buffer.append(dirent) else { break }
        }
        let looked = buffer.looked
        // Reported before the reply is sent, because the kernel's FORGET of one of these may arrive before this thread
        // goes on.
        if !looked.isEmpty { connection.fileSystem.looked(looked) }
        let isDelivered = unsafe buffer.withBytes { bytes in
            unsafe reply.send { request in
                // Not even the first dirent fits. An empty reply would mean the end of the directory.
                guard buffer.count > 0 || dirents.isEmpty else { return unsafe fuse_reply_err(request, EINVAL) }
                return unsafe fuse_reply_buf(request, bytes, buffer.count)
            }
        }
        guard !isDelivered else { return }
        for inode in looked { connection.fileSystem.forget(inode, lookups: 1) }
    }
}
