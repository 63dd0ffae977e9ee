internal import PhotoAPI
public import PhotoTree

// Finds a landmark's position: from its category, or else from pages with its name in their title.
extension CommonsSource {
    public var findsLandmarks: Bool { true }

    /// Takes one request if a category of that name has a position, or else two.
    public func landmark(named name: String) async throws(PhotoSourceError) -> Landmark? {
        do throws(CommonsError) {
            let titles = CategoryNames.titles(of: name)
            if !titles.isEmpty {
                let found = try await landmarks(.positions(of: titles))
                // A category that redirects to another one is returned under the other's title.
                let literal = titles.lazy.compactMap { title in found.first { $0.page == title } }.first
                if let landmark = literal ?? found.first { return landmark.landmark }
            }
            guard let words = CategoryNames.searchWords(of: name) else { return nil }
            let found = try await landmarks(.positions(titled: words))
            return (found.first { $0.page.hasPrefix("Category:") } ?? found.first)?.landmark
        } catch {
            throw error.photoSourceError
        }
    }

    /// The pages of an answer that have a position, the best match first.
    private func landmarks(_ question: CommonsQuestion) async throws(CommonsError) -> [(
        page: String, landmark: Landmark
    )] {
        let answer = try await ask(question)
        let found = answer.pages.compactMap { page -> (place: Int, page: String, landmark: Landmark)? in
            guard let title = page["title"]?.word, let point = PhotoReader.position(page["coordinates"]) else {
                return nil
            }
            let name = PlainText.oneLine(Self.name(of: title))
            guard !name.isEmpty else { return nil }
            return (page["index"]?.integer ?? 0, title, Landmark(title: name, coordinate: point))
        }
        return found.sorted { $0.place < $1.place }.map { ($0.page, $0.landmark) }
    }

    /// The title without its namespace, and without a file's extension.
    private static func name(of title: String) -> String {
        let colon = title.firstIndex(of: ":").map { title.index(after: $0) } ?? title.startIndex
        let name = title[colon...]
        guard title.hasPrefix("File:"), let dot = name.lastIndex(of: "."), dot > name.startIndex else {
            return String(name)
        }
        return String(name[..<dot])
    }
}
