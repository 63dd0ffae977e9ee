import CFUSE

extension Callbacks {
    /// Operations on a name in a directory.
    static func addNames(to operations: inout fuse_lowlevel_ops) {
        unsafe operations.lookup = { pointer, parent, name in
            unsafe Callbacks.serve(pointer, name, in: parent, foreign: .noEntry) { request, name throws(Errno) in
                var entry: Entry
                if name == SizeUptake.name, InodeNumber(parent) == .root,
                    let inode = request.connection.uptake.inode(askedForBy: request.caller)
                {
                    entry = try await request.fileSystem.lookAgain(inode)
                    entry.validity = .zero
                } else if request.connection.nameReturn.isAsking(
                    for: name, in: InodeNumber(parent), by: request.caller)
                {
                    entry = .negative(validity: .zero)
                } else {
                    entry = try await request.fileSystem.lookup(name, in: InodeNumber(parent), by: request.caller)
                    if request.connection.nameReturn.isAwaited(name, in: InodeNumber(parent)) { entry.validity = .zero }
                }
                request.answer(entry)
            }
        }
        unsafe operations.mkdir = { pointer, parent, name, _ in
            unsafe Callbacks.serve(pointer, name, in: parent, foreign: .illegalSequence) {
                request, name throws(Errno) in
                let entry = try await request.fileSystem.mkdir(name, in: InodeNumber(parent), by: request.caller)
                request.answer(entry)
            }
        }
        unsafe operations.rmdir = { pointer, parent, name in
            unsafe Callbacks.serve(pointer, name, in: parent, foreign: .noEntry) { request, name throws(Errno) in
                try await request.fileSystem.rmdir(name, in: InodeNumber(parent), by: request.caller)
                request.acknowledge()
            }
        }
        unsafe operations.unlink = { pointer, parent, name in
            unsafe Callbacks.serve(pointer, name, in: parent, foreign: .noEntry) { request, name throws(Errno) in
                try await request.fileSystem.unlink(name, in: InodeNumber(parent), by: request.caller)
                request.acknowledge()
            }
        }
        unsafe operations.mknod = { pointer, parent, name, _, _ in
            unsafe Callbacks.makeNode(pointer, name, in: parent)
        }
        unsafe operations.symlink = { pointer, target, parent, name in
            do throws(Errno) {
                let target = try unsafe FileNameBytes.path(target)
                unsafe Callbacks.serve(pointer, name, in: parent, foreign: .illegalSequence) {
                    request, name throws(Errno) in
                    request.answer(
                        try await request.fileSystem.symlink(
                            target, as: name, in: InodeNumber(parent), by: request.caller))
                }
            } catch {
                unsafe Callbacks.refuse(pointer, error)
            }
        }
        unsafe operations.link = { pointer, inode, parent, name in
            unsafe Callbacks.serve(pointer, name, in: parent, foreign: .illegalSequence) {
                request, name throws(Errno) in
                let parent = InodeNumber(parent)
                // The name is there: only programs that watch its folder have to be told.
                guard !request.connection.nameReturn.isAsking(for: name, in: parent, by: request.caller) else {
                    request.answer(try await request.fileSystem.lookup(name, in: parent, by: request.caller))
                    return
                }
                request.answer(
                    try await request.fileSystem.link(
                        InodeNumber(inode), as: name, in: parent, by: request.caller))
            }
        }
        addRename(to: &operations)
        addCreate(to: &operations)
    }

    private static func makeNode(_ pointer: fuse_req_t?, _ name: UnsafePointer<CChar>?, in parent: fuse_ino_t) {
        unsafe Callbacks.serve(pointer, name, in: parent, foreign: .illegalSequence) { request, name throws(Errno) in
            let entry = try await request.fileSystem.makeNode(name, in: InodeNumber(parent), by: request.caller)
            request.answer(entry)
        }
    }

    private static func addRename(to operations: inout fuse_lowlevel_ops) {
        unsafe operations.rename = { pointer, parent, name, newParent, newName, flags in
            do throws(Errno) {
                let newName = try unsafe FileNameBytes.string(newName, foreign: .illegalSequence)
                // Of the flags of renameat2(2), only RENAME_NOREPLACE (1) is supported: exchanges and whiteouts need a
                // file system that can be written.
                guard flags & ~1 == 0 else { throw .invalid }
                unsafe Callbacks.serve(pointer, name, in: parent, newParent, foreign: .noEntry) {
                    request, name throws(Errno) in
                    try await request.fileSystem.rename(
                        name, in: InodeNumber(parent), to: newName, in: InodeNumber(newParent),
                        replacing: flags & 1 == 0, by: request.caller)
                    request.acknowledge()
                }
            } catch {
                unsafe Callbacks.refuse(pointer, error)
            }
        }
    }

    private static func addCreate(to operations: inout fuse_lowlevel_ops) {
        unsafe operations.create = { pointer, parent, name, _, file in
            guard let file = unsafe file?.pointee else { return unsafe Callbacks.refuse(pointer, .invalid) }
            unsafe Callbacks.serve(pointer, name, in: parent, foreign: .illegalSequence) {
                request, name throws(Errno) in
                let created = try await request.fileSystem.create(
                    name, in: InodeNumber(parent), OpenFlags(rawValue: file.flags), by: request.caller)
                var answer = file
                created.file.write(to: &answer)
                var parameters = created.entry.parameters
                let isDelivered = unsafe request.answer { unsafe fuse_reply_create($0, &parameters, &answer) }
                if !isDelivered {
                    request.fileSystem.release(created.file.handle)
                    request.fileSystem.forget(created.entry)
                }
            }
        }
    }
}

extension Request {
    func acknowledge() {
        refuse(Errno(rawValue: 0))
    }

    /// The kernel counts a lookup only for an entry that it receives. If the reply is not delivered, nobody else would
    /// undo the lookup that the file system has counted.
    func answer(_ entry: Entry) {
        var parameters = entry.parameters
        let isDelivered = unsafe answer { unsafe fuse_reply_entry($0, &parameters) }
        if !isDelivered { fileSystem.forget(entry) }
    }
}

extension FileSystem {
    fileprivate func forget(_ entry: Entry) {
        guard let inode = entry.attributes?.inode else { return }
        forget(inode, lookups: 1)
    }
}
