/// How much of everything there is in a folder.
struct FolderCounts: Sendable {
    var photos = 0
    var positions = 0
    /// In `places/Unknown place/`.
    var placeless = 0
    var leftOut: [LeftOutReason: Int] = [:]
}
