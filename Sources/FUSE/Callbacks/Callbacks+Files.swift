import CFUSE

extension Callbacks {
    static func addFiles(to operations: inout fuse_lowlevel_ops) {
        unsafe operations.open = { pointer, inode, file in
            guard let file = unsafe file?.pointee else { return unsafe Callbacks.refuse(pointer, .invalid) }
            unsafe Callbacks.serve(pointer, forBytes: true) { request throws(Errno) in
                let opened = try await request.fileSystem.open(
                    InodeNumber(inode), OpenFlags(rawValue: file.flags), by: request.caller)
                var answer = file
                opened.write(to: &answer)
                // If the reply is not delivered, the kernel does not know the handle and never releases it.
                let isDelivered = unsafe request.answer { unsafe fuse_reply_open($0, &answer) }
                if !isDelivered { request.fileSystem.release(opened.handle) }
            }
        }
        unsafe operations.read = { pointer, inode, size, offset, file in
            guard let file = unsafe file?.pointee, offset >= 0 else {
                return unsafe Callbacks.refuse(pointer, .invalid)
            }
            let (end, isBeyond) = Int64(offset).addingReportingOverflow(Int64(clamping: size))
            let range = Int64(offset)..<(isBeyond ? Int64.max : end)
            // READs with direct I/O carry their reader's lock owner; READs that fill the page cache carry none
            // (measured).
            let isOfPages = file.lock_owner == 0
            let pages = isOfPages ? InodeNumber(inode) : nil
            unsafe Callbacks.serve(pointer, pagesOf: pages, forBytes: true) { request throws(Errno) in
                guard !request.connection.interruptions.isEnding(request.caller.threadID) else { throw .interrupted }
                let bytes = try await request.fileSystem.read(
                    HandleNumber(file.fh), range, throughPageCache: isOfPages, by: request.caller)
                request.answer(bytes.prefix(range.count))
            }
        }
        addWriting(to: &operations)
        unsafe operations.release = { pointer, _, file in
            guard let pointer = unsafe pointer else { return }
            if let handle = unsafe file?.pointee.fh {
                unsafe Connection.of(pointer)?.fileSystem.release(HandleNumber(handle))
            }
            unsafe Callbacks.refuse(pointer, Errno(rawValue: 0))
        }
    }

    // MARK: Writing

    static func addWriting(to operations: inout fuse_lowlevel_ops) {
        unsafe operations.write = { pointer, _, bytes, size, offset, file in
            guard let handle = unsafe file?.pointee.fh, offset >= 0, let bytes = unsafe bytes else {
                return unsafe Callbacks.refuse(pointer, .invalid)
            }
            // Copied now, because libfuse uses the memory for the next message.
            let copy = unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: size))
            unsafe Callbacks.serve(pointer, forBytes: true) { request throws(Errno) in
                try await request.fileSystem.write(
                    copy, to: HandleNumber(handle), at: Int64(offset), by: request.caller)
                unsafe request.answer { unsafe fuse_reply_write($0, copy.count) }
            }
        }
        unsafe operations.fallocate = { pointer, _, _, _, _, file in
            guard let handle = unsafe file?.pointee.fh else { return unsafe Callbacks.refuse(pointer, .invalid) }
            unsafe Callbacks.serve(pointer) { request throws(Errno) in
                try await request.fileSystem.allocate(HandleNumber(handle), by: request.caller)
                request.acknowledge()
            }
        }
        unsafe operations.flush = { pointer, _, file in
            guard let handle = unsafe file?.pointee.fh else { return unsafe Callbacks.refuse(pointer, .invalid) }
            unsafe Callbacks.serve(pointer, forBytes: true) { request throws(Errno) in
                try await request.fileSystem.flush(HandleNumber(handle), by: request.caller)
                request.acknowledge()
            }
        }
        unsafe operations.copy_file_range = { pointer, _, sourceOffset, source, _, offset, target, count, _ in
            guard let source = unsafe source?.pointee.fh, let target = unsafe target?.pointee.fh, sourceOffset >= 0,
                offset >= 0
            else { return unsafe Callbacks.refuse(pointer, .invalid) }
            unsafe Callbacks.serve(pointer, forBytes: true) { request throws(Errno) in
                let copied = try await request.fileSystem.copy(
                    count, from: HandleNumber(source), at: Int64(sourceOffset), to: HandleNumber(target),
                    at: Int64(offset), by: request.caller)
                unsafe request.answer { unsafe fuse_reply_write($0, copied) }
            }
        }
    }
}

extension Request {
    func answer(_ bytes: ArraySlice<UInt8>) {
        unsafe answer { request in
            unsafe bytes.withUnsafeBytes { bytes in
                let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                return unsafe fuse_reply_buf(request, start, bytes.count)
            }
        }
    }
}
