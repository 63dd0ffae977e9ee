internal import PhotoTree

/// What a file is by its name.
enum FileClass: Hashable, Sendable {
    case picture
    case leftOut(LeftOutReason)
    /// What may tell something of a picture.
    case beside
    case other

    init(_ name: String) {
        if PhotoEnding.of(name) != nil {
            self = .picture
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
