import FUSE
import PhotoTree

// Files of ours that become another inode with new content: ESTALE makes the kernel look up the new one.
extension PlacesFileSystem {
    func openWritten(
        _ file: GeneratedFile, _ number: NodeNumber, in key: DirectoryKey, by caller: Caller
    ) async throws(Errno) -> OpenedFile {
        do throws(Errno) {
            let written = try await content.content(of: file, number, in: key)
            handles.sentBack.remove(caller.threadID)
            return opened(written)
        } catch .stale where !handles.sentBack.add(caller.threadID, for: GeneratedFiles.Key(file: file, directory: key))
        {
            handles.sentBack.remove(caller.threadID)
            guard let now = try await content.contentNow(of: file, in: key) else { throw .noEntry }
            // Without the page cache, reads end where the content ends, whatever length this inode had.
            return OpenedFile(handle: handles.insert(.content(now)), direct: true, keepsCache: false)
        }
    }
}
