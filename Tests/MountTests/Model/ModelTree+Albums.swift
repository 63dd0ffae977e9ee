import Foundation

extension ModelTree {
    struct Album: Hashable, Sendable {
        /// Which of all directories ever made this is.
        var serial: Int
        /// The names that photos were given, with the right ending.
        var photos: [String: String] = [:]

        /// Whether it is the same name but for case.
        func holder(of name: String) -> String? {
            photos.first { $0.value.lowercased() == name.lowercased() }?.key
        }
    }

    func albumsDirectory() -> ModelDirectory {
        ModelDirectory(
            path: "albums", identity: "albums", files: albums.isEmpty ? ["README.txt"] : [],
            directories: albums.mapValues { "album \($0.serial)" }, hasPhotos: false)
    }

    func album(_ name: String) -> ModelDirectory? {
        albums[name].map { album in
            let shown = album.photos.sorted { $0.value.lowercased() < $1.value.lowercased() }.map(\.key)
            var directory = ModelDirectory.photos(shown, at: "albums/\(name)", "album \(album.serial)")
            (directory.names, directory.mayBeFilled) = (album.photos, true)
            return directory
        }
    }
}
