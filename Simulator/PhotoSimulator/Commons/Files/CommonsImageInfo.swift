/// The answers of `prop=imageinfo` and `list=allimages` about a file.
struct CommonsImageInfo {
    private let call: CommonsCall
    private let wanted: Set<String>
    private let width: Int?
    private let filter: [String]
    private let isByLanguage: Bool

    init(_ call: CommonsCall, prefix: String = "ii", usual: [String] = ["timestamp", "user"]) throws(CommonsFailure) {
        self.call = call
        let asked = call.arguments.pipes(prefix + "prop")
        wanted = Set(asked.isEmpty ? usual : asked)
        filter = call.arguments.pipes(prefix + "extmetadatafilter")
        isByLanguage = call.arguments.values[prefix + "extmetadatamultilang"] != nil
        guard let text = call.arguments[prefix + "urlwidth"] else {
            width = nil
            return
        }
        guard let number = Int(bounded: text) else { throw .noInteger(prefix + "urlwidth", text) }
        width = number > 0 ? number : nil
    }

    var makesThumbnails: Bool { wanted.contains("url") && width != nil }
    var tellsTexts: Bool { wanted.contains("extmetadata") }
    /// Whether more is told of a file than who sent it, and when.
    var isLong: Bool { !wanted.isSubset(of: ["timestamp", "user", "userid"]) }

    func members(of file: CommonsFile, version: Int? = nil) -> WikiMembers {
        let version = version ?? file.photo.version
        let isCurrent = version == file.photo.version
        // Made of the file's bytes: only where it is told.
        var original: CommonsOriginal { call.library.original(of: file) }
        var members = WikiMembers()
        if wanted.contains("timestamp") {
            members["timestamp"] = .text(CivilDate.iso(file.photo.uploaded + Int64(version) * 3600))
        }
        if wanted.contains("user") { members["user"] = .text(file.photo.ownerName) }
        if !wanted.isDisjoint(with: ["size", "dimensions"]) {
            members["size"] = .whole(isCurrent ? original.byteCount : original.byteCount / 2)
            members["width"] = .whole(file.width)
            members["height"] = .whole(file.height)
        }
        if wanted.contains("comment") { members["comment"] = .text("Uploaded with a simulator") }
        if wanted.contains("canonicaltitle") { members["canonicaltitle"] = .text(file.title) }
        if wanted.contains("url") { members.add(addresses(of: file, version: version)) }
        if wanted.contains("sha1") {
            members["sha1"] = .text(isCurrent ? original.sha1 : Digest.sha1(Array("\(original.sha1) \(version)".utf8)))
        }
        if wanted.contains("metadata") { members["metadata"] = .list([]) }
        if wanted.contains("extmetadata") { members["extmetadata"] = metadata(of: file) }
        if wanted.contains("mime") { members["mime"] = .text(file.mimeType) }
        if wanted.contains("mediatype") {
            members["mediatype"] = .text(file.photo.media == .video ? "VIDEO" : "BITMAP")
        }
        if wanted.contains("bitdepth") { members["bitdepth"] = .whole(8) }
        return members
    }

    /// For a width between the thumbnail widths the address is that of the next larger one, but the answer states the
    /// requested width. For a width that the original does not reach, the address is the original's. But a photo that
    /// is stored on its side is always rotated, and the answer then states the requested width
    /// (TransformationalImageHandler).
    private func addresses(of file: CommonsFile, version: Int) -> WikiMembers {
        var members = WikiMembers()
        if let width {
            let step = CommonsFile.thumbnailWidths.first { $0 >= width } ?? 3840
            if width < file.width, step < file.width {
                members["thumburl"] = .text(address(file.thumbnailPath(step), "thumbnail"))
                members["thumbwidth"] = .whole(width)
                members["thumbheight"] = .whole(file.thumbnail(width)?.height ?? file.height)
                members["responsiveUrls"] = responsive(file, width)
            } else if file.isTurned {
                members["thumburl"] = .text(address(file.thumbnailPath(file.width), "thumbnail"))
                members["thumbwidth"] = .whole(width)
                members["thumbheight"] = .whole(file.height * width / max(file.width, 1))
            } else {
                members["thumburl"] = .text(address(file.originalPath, "thumbnail_unscaled"))
                members["thumbwidth"] = .whole(file.width)
                members["thumbheight"] = .whole(file.height)
            }
        }
        let path =
            version == file.photo.version
            ? file.originalPath
            : file.originalPath.replacing("/commons/", with: "/commons/archive/", maxReplacements: 1)
                + "?version=\(version)"
        members["url"] = .text(address(path, "original"))
        members["descriptionurl"] = .text(file.pageAddress)
        members["descriptionshorturl"] = .text("https://commons.wikimedia.org/w/index.php?curid=\(file.pageID)")
        return members
    }

    /// Addresses for high-resolution screens, of existing widths.
    private func responsive(_ file: CommonsFile, _ width: Int) -> WikiValue? {
        let members = [("1.5", width * 3 / 2), ("2", width * 2)].compactMap { density, width -> (String, WikiValue)? in
            guard width < file.width, let step = CommonsFile.thumbnailWidths.first(where: { $0 >= width }),
                step < file.width
            else { return nil }
            return (density, .text(address(file.thumbnailPath(step), "thumbnail")))
        }
        return members.isEmpty ? nil : .object(members)
    }

    private func address(_ path: String, _ content: String) -> String {
        let base = call.behaviour.hasTwoImageHosts ? Self.wikimediaHost(path) : call.imageBase
        guard call.behaviour.marksImageAddresses else { return base + path }
        let mark = "utm_source=commons.wikimedia.org&utm_campaign=imageinfo&utm_content=\(content)"
        return base + path + (path.contains("?") ? "&" : "?") + mark
    }

    private static func wikimediaHost(_ path: String) -> String {
        path.hasPrefix("/wikipedia/commons/thumb/") ? "https://thumb.wikimedia.org" : "https://upload.wikimedia.org"
    }

    private func metadata(of file: CommonsFile) -> WikiValue {
        let all = CommonsMetadata(file, isByLanguage: isByLanguage).members
        guard !filter.isEmpty else { return .object(all) }
        let kept = all.pairs.filter { filter.contains($0.name) }
        // PHP writes an empty object as an empty array.
        return kept.isEmpty ? .list([]) : .object(WikiMembers(kept.map { ($0.name, $0.value) }))
    }
}
