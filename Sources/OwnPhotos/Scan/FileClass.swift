internal import PhotoTree

/// What a file is by its name.
enum FileClass: Hashable, Sendable {
    case picture
    case leftOut(LeftOutReason)
    /// What may tell something of a picture.
    case beside
    /// What a handout tells of the pictures in the folder.
    case table
    case other

    init(_ name: String) {
        if PhotoEnding.of(name) != nil {
            self = .picture
            return
        }
        if name == GeneratedFile.photoTable.rawValue {
            self = .table
            return
        }
        switch name.lowercased().split(separator: ".").last.map(String.init) ?? "" {
        case "xmp", "json": self = .beside
        case let ending where Self.raw.contains(ending): self = .leftOut(.raw)
        case let ending where Self.videos.contains(ending): self = .leftOut(.video)
        default: self = .other
        }
    }

    private static let raw: Set<String> = [
        "3fr", "arw", "cr2", "cr3", "crw", "dcr", "dng", "erf", "fff", "iiq", "kdc", "mef", "mos", "mrw", "nef", "nrw",
        "orf", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
    ]

    private static let videos: Set<String> = [
        "3gp", "avi", "flv", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "ogv", "vob", "webm", "wmv",
    ]
}

/// Why a file is no photo.
struct LeftOut: Error, Hashable, Sendable {
    let reason: LeftOutReason

    init(_ reason: LeftOutReason) {
        self.reason = reason
    }
}

/// Why a file is no photo of the folder.
enum LeftOutReason: String, CaseIterable, Sendable {
    case raw, video, empty, notAPicture, unreadable, link, special

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
        case .special: count == 1 ? "1 pipe, socket or device" : "\(count) pipes, sockets and devices"
        }
    }
}
