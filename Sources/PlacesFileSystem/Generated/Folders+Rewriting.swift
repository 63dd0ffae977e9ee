import FUSE
import PhotoTree

extension Folders {
    /// Updates the files that contain the path of a directory, which has changed: maps and sidecars that the kernel
    /// holds get other sizes.
    @Sendable func rewriteFiles(of key: DirectoryKey) async {
        guard let folder = folder(key) as? any Listed, let loaded = try? await folder.knownListing() else { return }
        loaded.forgetSizes()
        let content = GeneratedContent(folders: self)
        for (number, node) in tree.inodes.files(of: key) {
            let facts: FileFacts?
            switch node {
            case .generated(let file, _) where loaded.listing.generated[file] == number:
                facts = content.facts(of: file, in: loaded)
            case .sidecar(let photo, let name, _):
                if let index = loaded.index(of: photo) {
                    facts =
                        loaded.listing.entries[index].sidecarNumber == number
                        ? content.sidecarFacts(at: index, of: loaded) : nil
                } else if let former = try? await folder.formerEntry(named: name), former.sidecarNumber == number {
                    facts = content.sidecarFacts(of: former, in: key)
                } else {
                    facts = nil
                }
            default: facts = nil
            }
            // A file that cannot be found now keeps its old length until it is looked up again.
            guard let facts else { continue }
            tree.inodes.insert(number, node, .file(facts))
            tree.notifier?.invalidatePages(of: InodeNumber(number))
        }
    }
}
