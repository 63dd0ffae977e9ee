import CFUSE

extension Callbacks {
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
