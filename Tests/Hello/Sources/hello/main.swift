// A file system of one file. `hello DIRECTORY` mounts it; Ctrl-C or `fusermount3 -u DIRECTORY` ends it.
import FUSE
import Glibc
import LinuxProcess
import Logging

struct Hello: FileSystem {
    let file = InodeNumber(2)
    let bytes = Array("Hello, world!\n".utf8)

    func attributes(_ inode: InodeNumber) -> Attributes {
        let isFile = inode == file
        let now = FileTime(seconds: 1_750_000_000)
        return Attributes(
            inode: inode, kind: isFile ? .file : .directory, permissions: isFile ? 0o444 : 0o555,
            linkCount: isFile ? 1 : 2, userID: 0, groupID: 0, size: isFile ? Int64(bytes.count) : 0,
            accessed: now, modified: now, changed: now, validity: .seconds(60))
    }

    func lookup(_ name: String, in parent: InodeNumber, by caller: Caller) async throws(Errno) -> Entry {
        guard name == "hello.txt" else { return .negative(validity: .seconds(60)) }
        return Entry(attributes: attributes(file), validity: .seconds(60))
    }

    func getattr(_ inode: InodeNumber, by caller: Caller) async throws(Errno) -> Attributes {
        attributes(inode)
    }

    func opendir(_ inode: InodeNumber, by caller: Caller) async throws(Errno) -> OpenedDirectory {
        OpenedDirectory(handle: HandleNumber(0), cachesEntries: true)
    }

    func readdir(
        _ handle: HandleNumber, from offset: DirectoryOffset, atMost count: Int
    ) async throws(Errno) -> ArraySlice<DirectoryEntry> {
        let entry = Entry(attributes: attributes(file), validity: .seconds(60))
        let only = DirectoryEntry(name: "hello.txt", next: DirectoryOffset(1), inode: file, kind: .file, entry: entry)
        return offset == .start ? [only] : []
    }

    func open(_ inode: InodeNumber, _ flags: OpenFlags, by caller: Caller) async throws(Errno) -> OpenedFile {
        guard !flags.wantsToWrite else { throw .readOnly }
        return OpenedFile(handle: HandleNumber(0))
    }

    func read(
        _ handle: HandleNumber, _ range: Range<Int64>, throughPageCache: Bool, by caller: Caller
    ) async throws(Errno) -> [UInt8] {
        Array(bytes.dropFirst(Int(clamping: range.lowerBound)).prefix(range.count))
    }
}

guard CommandLine.arguments.count == 2 else {
    print("usage: hello DIRECTORY")
    exit(2)
}
do {
    let options = MountOptions(mountpoint: CommandLine.arguments[1], fsname: "hello", subtype: "hello")
    let session = try Session(Hello(), options, logger: Logger(label: "hello"))
    let signals = try TerminationSignals.received()
    Task { for await _ in signals { session.end() } }
    await session.run()
} catch {
    print("hello: \(error)")
    exit(1)
}
