import FUSE
import PhotoTree

// Files of ours that are another file with new content: ESTALE brings the kernel from the old one to the new.
extension PlacesFileSystem {
    func openWritten(
        _ file: GeneratedFile, _ number: NodeNumber, in key: DirectoryKey, by caller: Caller
    ) async throws(Errno) -> OpenedFile {
        do throws(Errno) {
            let content = try await content(of: file, number, in: key)
            sentBack.remove(caller.threadID)
            return opened(content)
        } catch .stale where !sentBack.add(caller.threadID, for: GeneratedFiles.Key(file: file, directory: key)) {
            sentBack.remove(caller.threadID)
            guard let now = try await contentNow(of: file, in: key) else { throw .noEntry }
            // Past the page cache, reads end where it does, whatever length this inode was said to have.
            return OpenedFile(handle: handles.insert(.content(now)), direct: true, keepsCache: false)
        }
    }

    /// What the file has at this moment, whatever number it is known by; nil when it is gone.
    private func contentNow(of file: GeneratedFile, in key: DirectoryKey) async throws(Errno) -> FileContent? {
        guard !folder(key).hasListing else {
            guard let loaded = try await knownListing(of: key), loaded.listing.generated[file] != nil else {
                return nil
            }
            return content.content(of: file, for: loaded)
        }
        guard file == .mapPage else { return FileContent(await content.bytes(of: file, in: key)) }
        return content.page(in: key, around: SharedBytes(await content.bytes(of: .map, in: key)))
    }
}
