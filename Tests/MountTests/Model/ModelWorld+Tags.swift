import Foundation
import PhotoSimulator
import TestSupport

// What the source makes of tags. Those of Commons are categories.
extension ModelWorld {
    /// By which two spellings are one tag; nil of Flickr's machine tags, which are for programs.
    static func key(ofTag tag: String) -> String? {
        guard TestSource.current == .commons || !tag.contains(":") else { return nil }
        return String(tag.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// By which two names are one topic: on Commons their words count, and case does not.
    static func key(ofTopic name: String) -> String {
        guard TestSource.current == .commons else { return key(ofTag: name) ?? "" }
        return name.lowercased().split { $0 == "_" || $0.isWhitespace }.joined(separator: " ")
    }

    /// What a photo's tag is called in a topic: Flickr tells tags as their keys, Commons as people write titles.
    static func directory(ofTag tag: String) -> String {
        let name = TestSource.current == .flickr ? key(ofTag: tag) ?? "" : tag.replacing(":", with: "-")
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// What a topic of this name shows, newest first.
    func photos(ofTopic name: String) -> [SimulatedPhoto] {
        let photos = library.photos
        guard TestSource.current == .commons else {
            let key = Self.key(ofTag: name)
            return photos.filter { photo in photo.tags.contains { Self.key(ofTag: $0) == key } }
        }
        let titles = [name.lowercased(), name.lowercased() + "s"]
        let filed =
            titles.map { title in photos.filter { photo in photo.tags.contains { $0.lowercased() == title } } }
            .max { $0.count < $1.count } ?? []
        guard filed.count < Self.page else { return filed }
        // Few are made more by those with all of its words somewhere in their texts.
        let words = name.lowercased().split(separator: " ")
        let others = photos.filter { photo in
            let text = ([photo.title, photo.ownerName] + photo.tags).joined(separator: " ").lowercased()
            return words.allSatisfy(text.contains) && !filed.contains { $0.id == photo.id }
        }
        return filed + others
    }

    /// The photo that a page of the source is about, as its address tells.
    func photo(ofPage address: String) -> String {
        let last = address.split { $0 == "/" }.last.map { String($0) } ?? ""
        guard TestSource.current == .commons else { return last }
        // The first letter is a capital there.
        let name = last.dropFirst("File:".count).replacing("_", with: " ").lowercased()
        return titles.first { $0.value.contains { "\($0).jpg".lowercased() == name } }?.key ?? last
    }
}
