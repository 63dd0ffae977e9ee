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
