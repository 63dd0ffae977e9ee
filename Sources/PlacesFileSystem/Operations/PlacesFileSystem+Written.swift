import FUSE
import PhotoTree

// Files of ours that are another file with new content: ESTALE brings the kernel from the old one to the new.
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
            // Past the page cache, reads end where it does, whatever length this inode was said to have.
            return OpenedFile(handle: handles.insert(.content(now)), direct: true, keepsCache: false)
        }
    }
}
