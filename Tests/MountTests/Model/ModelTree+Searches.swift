import Foundation

extension ModelTree {
    struct Search: Hashable, Sendable {
        var point: ModelPoint
        /// Which of all directories ever made this is.
        var serial: Int
        var shown: [String] = []
        var removed: Set<String> = []
    }

    func searchesDirectory() -> ModelDirectory {
        ModelDirectory(
            path: "search", identity: "search", files: searches.isEmpty ? ["README.txt"] : [],
            directories: searches.mapValues { "search \($0.serial)" }, hasPhotos: false)
    }

    func search(_ name: String) -> ModelDirectory? {
        searches[name].map { .photos($0.shown, at: "search/\(name)", "search \($0.serial)") }
    }
}
