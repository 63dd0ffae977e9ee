internal import PhotoTree

/// A photo that a listing is about to show.
struct ShownPhoto {
    var photo: PhotoRecord
    /// How many visible directories show its entry.
    var directories: Int

    init(photo: PhotoRecord, directories: Int = 1) {
        self.photo = photo
        self.directories = directories
    }

    /// A photo as the listing has it already.
    init(_ entry: EntryRecord) {
        self.init(photo: entry.photo, directories: entry.directories)
    }
}

extension EntryRecord {
    /// A listed entry to be written.
    init(_ shown: ShownPhoto, name: String, sidecar: NodeNumber, position: Int, isHidden: Bool) {
        photo = shown.photo
        directories = shown.directories
        // Correct for a photo that nothing else lists; the counts of others are read from the database.
        directoryCount = isHidden ? 0 : shown.directories
        self.name = name
        self.sidecar = sidecar
        revision = shown.photo.revision
        self.position = position
        self.isHidden = isHidden
    }
}
