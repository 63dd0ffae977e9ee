import PhotoTree

/// What photos will take that are to be kept and not here yet, in bytes.
struct ComingPhotos: Sendable {
    private(set) var bytes: [PhotoID: Int64] = [:]
    /// Their sum, which is asked for with each photo that is put into an album.
    private(set) var total: Int64 = 0

    init(_ bytes: [PhotoID: Int64] = [:]) {
        self.bytes = bytes
        total = bytes.values.reduce(0, +)
    }

    subscript(photo: PhotoID) -> Int64? {
        get { bytes[photo] }
        set {
            total += (newValue ?? 0) - (bytes[photo] ?? 0)
            bytes[photo] = newValue
        }
    }

    /// Takes those that it does not have yet.
    mutating func add(_ others: [PhotoID: Int64]) {
        for (photo, size) in others where bytes[photo] == nil { self[photo] = size }
    }

    /// What all but these will take.
    func bytes(besides photos: Set<PhotoID>) -> Int64 {
        total - photos.reduce(0) { $0 + (bytes[$1] ?? 0) }
    }
}
