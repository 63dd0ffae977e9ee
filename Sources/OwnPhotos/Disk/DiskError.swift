/// Why the disk did not give something.
enum DiskError: Error, Hashable, Sendable {
    /// Nothing is there.
    case absent
    /// Something else is there than was asked for, a link for example.
    case other
    /// The user may not read it.
    case refused
    /// The disk is gone, or fails; the text is the system's.
    case failed(String)

    var text: String {
        switch self {
        case .absent: "it is not there"
        case .other: "it is no folder or file"
        case .refused: "you may not read it"
        case .failed(let text): text
        }
    }
}
