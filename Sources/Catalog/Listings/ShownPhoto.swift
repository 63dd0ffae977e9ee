internal import PhotoTree

/// A photo that a listing is about to show.
struct ShownPhoto {
    var photo: PhotoRecord
    /// In how many visible directories its entry shows.
    var directories: Int

    init(photo: PhotoRecord, directories: Int = 1) {
        self.photo = photo
        self.directories = directories
    }

    /// As it is listed already.
    init(_ entry: EntryRecord) {
        self.init(photo: entry.photo, directories: entry.directories)
    }
}

extension EntryRecord {
    /// A listed entry to be written.
    init(_ shown: ShownPhoto, name: String, sidecar: NodeNumber, position: Int) {
        photo = shown.photo
        directories = shown.directories
        // Of a photo that nothing else lists; others are read.
        directoryCount = shown.directories
        self.name = name
        self.sidecar = sidecar
        revision = shown.photo.revision
        self.position = position
    }
}
