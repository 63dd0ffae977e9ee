import FUSE
import Testing

/// What the file system refuses, as a program sees it; run by root, whom no mode stops.
@Suite(.enabled(if: canMount && isRoot)) struct RefusalTests {
    /// Prints the name of the error that each line of a script ends with.
    private func errors(_ path: String, _ lines: [String]) async throws -> [String] {
        let script = """
            import os,sys,errno,fcntl,ctypes,socket
            p = os.fsencode(sys.argv[1])
            for line in sys.argv[2:]:
                try:
                    eval(line)
                    print('none')
                except OSError as e:
                    print(errno.errorcode[e.errno])
            """
        let result = try await Child(["timeout", "60", pythonPath, "-c", script, path] + lines).result()
        #expect(result.error == "")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test func `every write that is not in the protocol is refused with EROFS`() async throws {
        try await mounted(MemoryFileSystem(.directory(["f": .file([1, 2, 3])]))) { path, _ in
            let lines = [
                "os.chmod(p+b'/f', 0o600)", "os.chown(p+b'/f', 1, 1)", "os.utime(p+b'/f')", "os.truncate(p+b'/f', 0)",
                "os.link(p+b'/f', p+b'/g')", "os.symlink(b'f', p+b'/g')", "os.mkfifo(p+b'/g')",
                "os.mknod(p+b'/g', 0o100644)", "os.setxattr(p+b'/f', 'user.a', b'1')",
                "os.removexattr(p+b'/f', 'user.a')", "os.rename(p+b'/f', p+b'/g')", "os.unlink(p+b'/f')",
                "os.open(p+b'/f', os.O_WRONLY)", "os.open(p+b'/f', os.O_RDWR|os.O_TRUNC)",
                "os.open(p+b'/f', os.O_RDONLY|os.O_TRUNC)", "os.write(os.open(p+b'/new', os.O_CREAT|os.O_RDWR), b'x')",
                "os.posix_fallocate(os.open(p+b'/new', os.O_RDONLY|os.O_CREAT), 0, 10)",
            ]
            let expected = [String](repeating: "EROFS", count: lines.count - 1) + ["EBADF"]
            let found = try await errors(path, lines)
            for (line, (found, expected)) in zip(lines, zip(found, expected)) {
                #expect(found == expected, "\(line)")
            }
            #expect(found.count == lines.count)
        }
    }

    @Test func `what the kernel does by itself works`() async throws {
        try await mounted(MemoryFileSystem(.directory(["f": .file([1, 2, 3])]))) { path, _ in
            let found = try await errors(
                path,
                [
                    "fcntl.flock(os.open(p+b'/f', os.O_RDONLY), fcntl.LOCK_EX)",
                    "fcntl.lockf(os.open(p+b'/f', os.O_RDONLY), fcntl.LOCK_SH)",
                    "os.fsync(os.open(p+b'/f', os.O_RDONLY))", "os.fsync(os.open(p, os.O_RDONLY))",
                    "os.lseek(os.open(p+b'/f', os.O_RDONLY), 0, os.SEEK_DATA)", "os.access(p+b'/f', os.R_OK)",
                    "os.statvfs(p)", "os.close(os.open(p+b'/f', os.O_RDONLY))",
                    "fcntl.ioctl(os.open(p+b'/f', os.O_RDONLY), 0x80086601, bytearray(8))",
                    "os.copy_file_range(os.open(p+b'/f', os.O_RDONLY), os.open(p+b'/new', os.O_CREAT|os.O_RDWR), 3)",
                ])
            #expect(found == [String](repeating: "none", count: 8) + ["ENOTTY", "EROFS"])
        }
    }

    @Test func `names that are no UTF-8 are not there, and cannot be made`() async throws {
        try await mounted(MemoryFileSystem(.directory(["f": .file([1, 2, 3])]))) { path, _ in
            let found = try await errors(
                path,
                [
                    #"os.stat(p+b'/\xff\xfe')"#, #"os.unlink(p+b'/\xff')"#, #"os.rmdir(p+b'/\xff')"#,
                    #"os.mkdir(p+b'/\xc3\x28')"#, #"os.open(p+b'/\xff', os.O_CREAT|os.O_WRONLY)"#,
                    #"os.rename(p+b'/f', p+b'/\xff')"#, "os.stat(p+b'/'+b'x'*256)", "os.mkdir(p+b'/'+b'x'*256)",
                    "os.stat(p+b'/'+b'x'*255)", "os.mkdir(p+b'/'+b'x'*255)",
                ])
            // A name is looked up before it is removed or made: the kernel itself then answers for what is not there.
            #expect(
                found == [
                    "ENOENT", "ENOENT", "ENOENT", "EILSEQ", "EILSEQ", "EILSEQ", "ENAMETOOLONG", "ENAMETOOLONG",
                    "ENOENT", "none",
                ])
        }
    }
}
