extension PhotoQuery {
    /// The order of a search: its own, or else the mount's.
    public var searchOrder: PhotoSearch.Order {
        if case .search(let search, _) = subject, let order = search.order { return order }
        return order == .newest ? .newest : .interesting
    }

    /// Whether the photo has what sources cannot be asked for, or were seen to ignore: both licences, the date, shape
    /// and size, and none of the excluded words. It must also lie in the place.
    public func admits(_ photo: Photo) -> Bool {
        guard license.admits(photo.license) else { return false }
        guard case .search(let search, let place) = subject else { return true }
        return search.admits(photo) && place?.holds(photo) != false
    }
}

extension PhotoSearch {
    /// Whether the photo's own text has every phrase: for sources that may look for its words singly. A tag is written
    /// without blanks.
    public func phrasesStand(in photo: Photo) -> Bool {
        let phrases = words.filter(\.isPhrase)
        guard !phrases.isEmpty else { return true }
        var phrasesAlone = PhotoSearch()
        return phrases.allSatisfy { phrase in
            if photo.tags.contains(TopicName.normalised(phrase.words.joined())) { return true }
            phrasesAlone.words = [phrase]
            return phrasesAlone.finds(photo)
        }
    }
}

extension SearchPlace {
    /// The photos by their distance from its middle; those without a position last.
    public func nearestFirst(_ photos: [Photo]) -> [Photo] {
        guard let middle else { return photos }
        let ranked = photos.enumerated().map { offset, photo in
            (distance: photo.coordinate?.metres(to: middle) ?? .infinity, offset: offset, photo: photo)
        }
        return ranked.sorted { ($0.distance, $0.offset) < ($1.distance, $1.offset) }.map(\.photo)
    }
}
