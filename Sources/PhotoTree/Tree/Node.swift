/// What an inode means in our tree.
public enum Node: Hashable, Sendable {
    case directory(DirectoryKey)
    case photo(PhotoID)
    /// The small rendition of a photo, a file of its own.
    case smallRendition(PhotoID)
    /// The GeoJSON of one photo in a directory. `name` is the photo's name there.
    case sidecar(PhotoID, name: String, in: DirectoryKey)
    /// The XMP packet that credits a photo, as a file beside it that its directory does not list.
    case packet(PhotoID, in: DirectoryKey)
    case generated(GeneratedFile, in: DirectoryKey)
    /// A symbolic link from another name of a directory to its listed name, in the same folder.
    case link(to: DirectoryKey)
    /// A symbolic link that was made in an album a moment ago, with its text. Its name leads to a photo.
    case shortcut(String, in: DirectoryKey)
    /// What a program is copying into an album.
    case spool(in: DirectoryKey)
}
