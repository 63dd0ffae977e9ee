internal import Logging
internal import PhotoAPI
internal import PhotoTree

// What people sent last, to tell where they photograph now.
extension FlickrSource {
    private static let sentPages = 4

    /// Takes up to four requests for the most interesting 1,000 photos of the last 24 hours that have a position; and
    /// where there are none, one for the most interesting photos of the last day that has such a list.
    func sentLast(before now: Timestamp) async throws(FlickrError) -> [SentPhoto] {
        var photos: [SentPhoto] = []
        for page in 1...Self.sentPages {
            do throws(FlickrError) {
                let found = try await list(.sent(since: now + .seconds(-86_400), page: page), page: page)
                photos += found.photos
                if found.isLast { break }
            } catch {
                // What came is worth more than nothing.
                guard !photos.isEmpty else { throw error }
                logger.debug("not all that was sent last came", metadata: ["pages": "\(page - 1)"])
                break
            }
        }
        guard photos.isEmpty else { return photos }
        do throws(FlickrError) {
            return try await list(.interesting, page: 1).photos
        } catch .refused(code: 1, message: _) {
            // No day has such a list.
            return []
        }
    }

    private func list(_ method: FlickrMethod, page: Int) async throws(FlickrError) -> SentPhotoList {
        try await answer(to: method) { json throws(FlickrError) in
            try SentPhotoList(json, page: page, perPage: FlickrMethod.sentPerPage)
        }
    }
}
