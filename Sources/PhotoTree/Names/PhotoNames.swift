/// The names of the photos in one directory.
public enum PhotoNames {
    /// A name with its ending for each of `photos`, unique in the directory in NFC without case. A photo that has a
    /// name in `keeping` keeps it. Of new photos with the same title the first gets the plain name if it is free, the
    /// others get ` (photo id)`. `taken` are the keys (`FileName.key`) of names that must not be used: those of photos
    /// that left the directory and whose names still open.
    public static func assign(
        _ photos: [Photo], keeping: [PhotoID: String], taken: Set<String>
    ) -> [PhotoID: String] {
        var names: [PhotoID: String] = [:]
        var used: Set<String> = []
        for photo in photos where names[photo.id] == nil {
            guard let name = keeping[photo.id], FileName.isPhotoName(name), isOfFile(name, photo) else { continue }
            // When a damaged catalog gives two photos the same name, one of them keeps it.
            if take(name, &used) { names[photo.id] = name }
        }
        used.formUnion(taken)
        for key in taken { used.formUnion([SidecarName.of(key), key + SidecarName.suffix]) }
        let new = photos.filter { names[$0.id] == nil }
        // A file of one's own that lies in no folder has nothing to be told apart by.
        for photo in new.filter({ $0.ownPath != nil && $0.ownFolder.isEmpty }) + new where names[photo.id] == nil {
            names[photo.id] = unused(parts(photo), photo, used: &used)
        }
        return names
    }

    /// The name that a photo has where no other has it: its title's, or that of a file of one's own.
    public static func plain(_ photo: Photo) -> String {
        let (stem, ending) = parts(photo)
        return stem + ending
    }

    /// Whether a file of one's own still has the name that its photo was given: it may have been renamed.
    private static func isOfFile(_ name: String, _ photo: Photo) -> Bool {
        guard photo.ownFormerName != nil else { return true }
        let (stem, ending) = parts(photo)
        return name.hasBytes(of: stem + ending)
            || name.beginsWithBytes(of: stem + " (") && name.endsWithBytes(of: ")" + ending)
    }

    private static func parts(_ photo: Photo) -> (stem: String, ending: String) {
        guard let name = photo.ownName else {
            return (FileName.photoStem(title: photo.title, description: photo.description), PhotoEnding.usual)
        }
        let ending = PhotoEnding.of(name) ?? ""
        return (FileName.ownStem(name.droppingLastBytes(ending.utf8.count)), ending)
    }

    /// Of photos with one name the others get something in parentheses: a file of one's own gets its folder, another
    /// photo its identifier.
    private static func unused(
        _ name: (stem: String, ending: String), _ photo: Photo, used: inout Set<String>
    ) -> String {
        if take(name.stem + name.ending, &used) { return name.stem + name.ending }
        let id = FileName.identifier(photo.ownPath == nil ? photo.id.rawValue : photo.ownFolder)
        let isNumbered = photo.ownPath != nil && photo.ownFolder.isEmpty
        var attempt = 1
        while true {
            // A second attempt is needed only where a title ends with another photo's identifier, or two identifiers
            // differ only in characters that no name contains.
            let suffix =
                isNumbered ? " (\(attempt + 1))" : attempt == 1 ? " (\(id))" : " (\(id), \(attempt))"
            let room = FileName.maximumStemBytes - suffix.utf8.count
            let stem = TextCut.trimmed(TextCut.characters(name.stem, maximumBytes: room)) + suffix
            if take(stem + name.ending, &used) { return stem + name.ending }
            attempt += 1
        }
    }

    /// Takes a name if it is free, and so is that of the sidecar beside it.
    private static func take(_ name: String, _ used: inout Set<String>) -> Bool {
        let keys = [FileName.key(name), FileName.key(SidecarName.of(name))]
        guard !keys.contains(where: used.contains) else { return false }
        used.formUnion(keys)
        return true
    }
}

/// The names of sidecars: that of `Sunset.jpg` is `Sunset.geojson`, that of `Sunset.png` is `Sunset.png.geojson`,
/// because both may stand side by side.
public enum SidecarName {
    public static let suffix = ".geojson"

    public static func of(_ photo: String) -> String {
        let isUsual = photo.endsWithBytes(of: PhotoEnding.usual)
        return (isUsual ? photo.droppingLastBytes(PhotoEnding.usual.utf8.count) : photo) + suffix
    }

    /// How many bytes that name has.
    public static func length(of photo: String) -> Int {
        let isUsual = photo.endsWithBytes(of: PhotoEnding.usual)
        return photo.utf8.count - (isUsual ? PhotoEnding.usual.utf8.count : 0) + suffix.utf8.count
    }

    /// The names of the photos that a sidecar of this name may belong to; none for other names.
    public static func photos(besides name: String) -> [String] {
        guard name.endsWithBytes(of: suffix), name.utf8.count > suffix.utf8.count else { return [] }
        let stem = name.droppingLastBytes(suffix.utf8.count)
        let isOther = PhotoEnding.of(stem).map { !$0.hasBytes(of: PhotoEnding.usual) } ?? false
        return (isOther ? [stem] : []) + [stem + PhotoEnding.usual]
    }

    /// Keys of the photos that a sidecar with this key may belong to; keys tell no endings apart.
    public static func keys(besides key: String) -> [String] {
        let stem = key.droppingLastBytes(suffix.utf8.count)
        return (PhotoEnding.of(stem) == nil ? [] : [stem]) + [stem + PhotoEnding.usual]
    }
}
