internal import HTTP
internal import Logging
internal import PhotoAPI
internal import PhotoTree

// A user's search, with words, tags, an author, dates and a place.
extension FlickrSource {
    /// This many photos are shown at once; more of them follow when the same query is asked again.
    private static let shownAtOnce = 50

    /// Takes one request for up to 250 photos if Flickr can answer everything, and up to five more where some of its
    /// photos are not wanted. An author's name takes one or two once.
    func found(
        _ query: PhotoQuery, _ search: PhotoSearch, near place: SearchPlace?
    ) async throws(FlickrError) -> PhotoPage {
        var user: String?
        if let author = search.author {
            user = try await identifier(of: author)
            guard user != nil else { return PhotoPage(photos: [], total: 0) }
        }
        let words = try WordSearch(query, search, near: place, by: user)
        var results = unfinished.take(query) ?? WordSearchResults(words, of: query)
        let isAwaited = HTTPRequest.Priority.current != .background
        let before = results.count
        while results.isUnfinished {
            if isAwaited, results.count >= Self.shownAtOnce, results.count > before { break }
            var lists: [PhotoList?] = []
            for (number, page) in results.next {
                lists.append(try await list(words.searches[number], page: page))
            }
            results.take(lists)
        }
        if results.leftOut > 0 {
            logger.debug("left out what was not searched for", metadata: ["count": "\(results.leftOut)"])
        }
        var page = results.page
        if results.isUnfinished {
            page.extent = .begun
            unfinished.put(results, of: query)
        }
        return page
    }

    /// Takes one request for an area whose box has few other photos, and up to three more to find enough; twice as many
    /// for one across the antimeridian.
    func found(_ query: PhotoQuery, in area: PhotoArea) async throws(FlickrError) -> PhotoPage {
        var search = unfinishedAreas.take(query) ?? AreaSearch(query, area)
        let isAwaited = HTTPRequest.Priority.current != .background
        let begun = ContinuousClock.now
        var hasAsked = false
        while search.isUnfinished {
            if isAwaited, hasAsked, search.count > 0, ContinuousClock.now - begun > listingTime { break }
            var lists: [PhotoList?] = []
            for (number, page) in search.next {
                lists.append(try await list(search.searches[number], page: page))
            }
            search.take(lists)
            hasAsked = true
        }
        if search.leftOut + search.skipped > 0 {
            logger.debug(
                "left out what lies elsewhere or is no photo",
                metadata: ["count": "\(search.leftOut + search.skipped)"])
        }
        var page = search.page
        if search.isUnfinished {
            page.extent = .begun
            unfinishedAreas.put(search, of: query)
        }
        return page
    }

    /// nil beyond the last result.
    private func list(_ arguments: [String: String], page: Int) async throws(FlickrError) -> PhotoList? {
        do throws(FlickrError) {
            return try await answer(to: .search(arguments, page: page, perPage: WordSearch.perPage)) {
                [reader] json throws(FlickrError) in
                try PhotoList(json, reader: reader)
            }
        } catch .refused(code: 20, message: _) {
            return nil
        }
    }

    /// A user by screen name, or else by the name in the address of their photos; nil for nobody.
    private func identifier(of author: String) async throws(FlickrError) -> String? {
        guard let name = SearchArgument.name(author) else { return nil }
        if KnownUsers.isIdentifier(name) { return name }
        if let known = users[name] { return known }
        var found = try await user(.user(named: name))
        if found == nil, KnownUsers.isAlias(name) { found = try await user(.user(withPhotosAt: name)) }
        if let found { users[name] = found }
        return found
    }

    private func user(_ method: FlickrMethod) async throws(FlickrError) -> String? {
        do throws(FlickrError) {
            return try await answer(to: method) { json throws(FlickrError) in
                guard let user = json["user"], let id = user["nsid"]?.word ?? user["id"]?.word,
                    KnownUsers.isIdentifier(id)
                else { throw .notAnAnswer("a user without an identifier") }
                return id
            }
        } catch .refused(code: 1, message: _) {
            return nil
        }
    }
}
