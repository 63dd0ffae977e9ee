/// Why a file is no photo.
struct LeftOut: Error, Hashable, Sendable {
    let reason: LeftOutReason

    init(_ reason: LeftOutReason) {
        self.reason = reason
    }
}

/// Why a file is no photo of the folder.
enum LeftOutReason: String, CaseIterable, Sendable {
    case raw, video, empty, notAPicture, unreadable, link, special, other

    /// Whether the file may be a photo again in a moment: programs that save in place empty it first.
    var isPassing: Bool { self == .unreadable || self == .empty }

    /// "3 videos".
    func words(_ count: Int) -> String {
        switch self {
        case .raw: "\(count) RAW"
        case .video: count == 1 ? "1 video" : "\(count) videos"
        case .empty: count == 1 ? "1 empty file" : "\(count) empty files"
        case .notAPicture: "\(count) not a picture"
        case .unreadable: count == 1 ? "1 unreadable file" : "\(count) unreadable files"
        case .link: count == 1 ? "1 link" : "\(count) links"
        case .other: count == 1 ? "1 other file" : "\(count) other files"
        case .special: count == 1 ? "1 pipe, socket or device" : "\(count) pipes, sockets and devices"
        }
    }
}
