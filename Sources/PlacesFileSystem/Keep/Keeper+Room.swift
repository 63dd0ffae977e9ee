import Catalog
import PhotoCache
import PhotoFetch
import PhotoTree
import Synchronization
import Waiting

// What there is no room for is not fetched.
extension Keeper {
    /// How often it is asked whether another photo has left its room.
    private static let look = Duration.milliseconds(50)

    /// Takes the room that a photo needs, until `leaveRoom`. Where others take theirs at the moment, it waits for what
    /// they leave.
    ///
    /// - Parameters:
    ///   - photo: A photo that is not here.
    ///   - first: The photos that were promised their room.
    /// - Returns: Whether there is room.
    /// - Throws: Why the photo cannot be had, if something else must leave for it.
    func takeRoom(for photo: Photo, beside first: Set<PhotoID>) async throws(FetchError) -> Bool {
        guard let shelf = keeping.shelf, let image = listings.image(of: photo) else { return true }
        let key = ImageKey(photo: photo.id, rendition: image.name)
        guard !photos.cache.contains(key) else { return true }
        // Of one that failed, or whose other list is kept no more, nobody says what it will take.
        let whole = keeping.coming[photo.id] ?? usualSize(photo, key, nil)
        let need = max(0, whole - shelf.begun(photo.id))
        while true {
            let (room, coming) = (shelf.room, keeping.coming)
            let isTaken = state.withLock { state -> Bool? in
                let others = first.contains(photo.id) ? [] : first.filter { state.taken[$0] == nil }
                let free = room - others.reduce(0) { $0 + (coming[$1] ?? 0) }
                if need <= free - state.taken.values.reduce(0, +) {
                    state.taken[photo.id] = need
                    return true
                }
                return need > free || state.taken.isEmpty ? false : nil
            }
            if isTaken == true { return true }
            if isTaken == false { return try await makeRoom(for: photo, image, need, shelf) }
            guard !isEnding, (try? await time.sleep(for: Self.look)) != nil else { throw .interrupted }
        }
    }

    func leaveRoom(of photo: PhotoID) { state.withLock { $0.taken[photo] = nil } }

    /// Removes a photo's other renditions before it has come as it is read, where there is no other way, and its host
    /// has it now.
    private func makeRoom(
        for photo: Photo, _ image: Rendition, _ need: Int64, _ shelf: PhotoCache
    ) async throws(FetchError) -> Bool {
        guard let others = state.withLock({ $0.others[photo.id] }) else { return false }
        let lengths = shelf.lengths()
        guard need <= shelf.room + others.reduce(0, { $0 + (lengths[$1] ?? 0) }) else { return false }
        guard try await photos.fetcher.beginning(of: photo, image, EmbeddedCredits.firstLook) != nil else {
            return false
        }
        removeOthers(of: photo.id)
        return true
    }
}
