/// The names of the photos in one directory.
public enum PhotoNames {
    /// A name with `.jpg` for each of `photos`, unique in the directory in NFC without case. A photo that has a name in
    /// `keeping` keeps it. Of new photos with the same title the first gets the plain name if it is free, the others
    /// get ` (photo id)`. `taken` are the keys (`FileName.key`) of names that must not be used: those of photos that
    /// left the directory and whose names still open.
    public static func assign(
        _ photos: [Photo], keeping: [PhotoID: String], taken: Set<String>
    ) -> [PhotoID: String] {
        var names: [PhotoID: String] = [:]
        var used: Set<String> = []
        for photo in photos where names[photo.id] == nil {
            guard let name = keeping[photo.id], FileName.isPhotoName(name) else { continue }
            // When a damaged catalog gives two photos the same name, one of them keeps it.
            if used.insert(FileName.key(name)).inserted { names[photo.id] = name }
        }
        used.formUnion(taken)
        for photo in photos where names[photo.id] == nil {
            let stem = FileName.photoStem(title: photo.title, description: photo.description)
            let name = unused(stem: stem, id: photo.id, used: &used)
            names[photo.id] = name
        }
        return names
    }

    private static func unused(stem: String, id: PhotoID, used: inout Set<String>) -> String {
        if used.insert(FileName.key(stem + ".jpg")).inserted { return stem + ".jpg" }
        let id = FileName.identifier(id.rawValue)
        var attempt = 1
        while true {
            // A second attempt is needed only where a title ends with another photo's identifier, or two identifiers
            // differ only in characters that no name contains.
            let suffix = attempt == 1 ? " (\(id))" : " (\(id), \(attempt))"
            let room = FileName.maximumStemBytes - suffix.utf8.count
            let name = TextCut.trimmed(TextCut.characters(stem, maximumBytes: room)) + suffix + ".jpg"
            if used.insert(FileName.key(name)).inserted { return name }
            attempt += 1
        }
    }
}
