import Synchronization

/// The files of a library, indexed for the API.
struct CommonsIndex: Sendable {
    /// By time of upload.
    private(set) var newestFirst: [CommonsFile] = []
    private(set) var byPageID: [Int: CommonsFile] = [:]
    /// By key of the title without "File:".
    private(set) var byKey: [String: CommonsFile] = [:]
    /// By key of the category without its prefix; newest first.
    private(set) var byCategory: [String: [CommonsFile]] = [:]
    private(set) var byPhoto: [String: CommonsFile] = [:]
    /// By key of their own names.
    private(set) var redirects: [String: CommonsRedirect] = [:]
    private(set) var redirectsByPageID: [Int: CommonsRedirect] = [:]

    init(newestFirst photos: [SimulatedPhoto]) {
        let names = Self.names(of: photos)
        for photo in photos {
            let name = names[photo.id] ?? photo.id
            let file = CommonsFile(photo, name: name, pageID: Self.pageID(of: photo))
            newestFirst.append(file)
            byPageID[file.pageID] = file
            byKey[file.key] = file
            byPhoto[photo.id] = file
            for (number, former) in (photo.commons?.formerNames ?? []).enumerated() {
                let redirect = CommonsRedirect(name: former, pageID: Self.redirectID(file, number), target: file)
                redirects[WikiTitle.key(former)] = redirect
                redirectsByPageID[redirect.pageID] = redirect
            }
            for category in file.categories + file.hiddenCategories {
                byCategory[WikiTitle.key(category), default: []].append(file)
            }
        }
    }

    /// The photo's own number, or a number made of its id's letters where that is no number.
    private static func pageID(of photo: SimulatedPhoto) -> Int {
        Int(photo.id) ?? Int(Noise.digest(photo.id) % 1_000_000_000) + 1_000_000_000_000
    }

    /// A moved file keeps its number, and its former page gets a new one.
    private static func redirectID(_ file: CommonsFile, _ number: Int) -> Int {
        3_000_000_000_000 + Int(Noise.digest("\(file.photo.id) \(number)") % 1_000_000_000)
    }

    /// File names by the photo's id: of several photos with the same name the first uploaded gets the plain one.
    private static func names(of photos: [SimulatedPhoto]) -> [String: String] {
        var taken: Set<String> = []
        var names: [String: String] = [:]
        for photo in photos.reversed() {
            let type = Self.ending(of: photo)
            let stem: String
            if let own = photo.commons?.name {
                stem = WikiTitle.fileName(from: withoutType(own))
            } else {
                let title = WikiTitle.fileName(from: withoutType(photo.title))
                stem = title.isEmpty ? "Photo \(photo.id)" : title
            }
            var name = "\(stem).\(type)"
            if !taken.insert(WikiTitle.key(name)).inserted {
                name = "\(stem) (\(photo.id)).\(type)"
                taken.insert(WikiTitle.key(name))
            }
            names[photo.id] = name
        }
        return names
    }

    private static func ending(of photo: SimulatedPhoto) -> String {
        switch photo.commons?.mimeType {
        case "application/pdf": "pdf"
        case "image/tiff": "tif"
        case "image/vnd.djvu": "djvu"
        case "image/png": "png"
        default: photo.media == .video ? "webm" : "jpg"
        }
    }

    private static func withoutType(_ title: String) -> String {
        for type in [".jpg", ".jpeg", ".webm", ".pdf", ".tif", ".djvu", ".png"] where title.lowercased().hasSuffix(type)
        {
            return String(title.dropLast(type.count))
        }
        return title
    }
}

/// The page of a file's former name.
struct CommonsRedirect: Sendable {
    var name: String
    var pageID: Int
    var target: CommonsFile
}

/// What a listing says about an original.
struct CommonsOriginal: Sendable {
    var sha1: String
    var byteCount: Int
}

extension Library {
    /// The files that Commons has, newest upload first.
    public var commonsFiles: [CommonsFile] {
        commonsIndex.newestFirst
    }

    /// A photo as Commons has it.
    public func commonsFile(_ id: String) -> CommonsFile? {
        commonsIndex.byPhoto[id]
    }

    /// Digest and length of an original; computed once for each version of it.
    func original(of file: CommonsFile) -> CommonsOriginal {
        let key = "\(file.photo.id) \(file.photo.version) \(file.width)x\(file.height)"
        if let known = originals.withLock({ $0[key] }) { return known }
        let bytes = content(of: file, "o")?.bytes ?? []
        let original = CommonsOriginal(sha1: Digest.sha1(bytes), byteCount: bytes.count)
        originals.withLock { $0[key] = original }
        return original
    }

    /// The image of one of the thumbnail widths, or of "o"; nil where there is none.
    func content(of file: CommonsFile, _ rendition: String) -> Content? {
        if rendition == "o" {
            let flickrs = file.photo.renditions.first { $0.suffix == "o" }
            if let flickrs { return images.content(of: file.photo, flickrs) }
            return images.content(of: file, width: file.width, height: file.height, isOriginal: true)
        }
        guard let width = Int(rendition), CommonsFile.thumbnailWidths.contains(width),
            let size = file.thumbnail(width)
        else { return nil }
        return images.content(of: file, width: size.width, height: size.height, isOriginal: false)
    }
}
