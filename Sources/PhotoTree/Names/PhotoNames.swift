/// The names that one directory shows its photos by.
public enum PhotoNames {
    /// A name with `.jpg` for each of `photos`, unique in the directory in NFC without case. A photo that has a name in
    /// `keeping` keeps it. Of those new ones that share a title the first keeps the plain name if it is free, the others
    /// get ` (photo id)`. `taken` are the keys (`FileName.key`) of names not to be used: those of departed photos, which
    /// still open.
    public static func assign(
        _ photos: [Photo], keeping: [PhotoID: String], taken: Set<String>
    ) -> [PhotoID: String] {
        var names: [PhotoID: String] = [:]
        var used: Set<String> = []
        for photo in photos where names[photo.id] == nil {
            guard let name = keeping[photo.id], FileName.isPhotoName(name) else { continue }
            // A name that a damaged catalog gives twice stays with one of them.
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
            // A second attempt is needed only where a title ends in another photo's identifier, or two identifiers differ
            // in characters that no name holds.
            let suffix = attempt == 1 ? " (\(id))" : " (\(id), \(attempt))"
            let room = FileName.maximumStemBytes - suffix.utf8.count
            let name = TextCut.trimmed(TextCut.characters(stem, maximumBytes: room)) + suffix + ".jpg"
            if used.insert(FileName.key(name)).inserted { return name }
            attempt += 1
        }
    }
}
