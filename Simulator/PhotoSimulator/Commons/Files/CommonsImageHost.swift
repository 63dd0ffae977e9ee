/// The hosts of originals and thumbnails, which are one server here: returns the image for an address.
struct CommonsImageHost: Sendable {
    let library: Library

    /// "/wikipedia/commons/a/ab/Name.jpg", "/wikipedia/commons/thumb/a/ab/Name.jpg/1280px-Name.jpg".
    struct Address: Sendable {
        var key: String
        /// nil for the original.
        var width: Int?
        private var folders: [String]
        private var last: String

        init?(path: Substring) {
            let parts = path.split(separator: "/").map { WikiTitle.decodedPath($0) }
            guard parts.starts(with: ["wikipedia", "commons"]) else { return nil }
            let isThumbnail = parts.dropFirst(2).first == "thumb"
            let rest = parts.dropFirst(isThumbnail ? 3 : 2)
            guard rest.count == (isThumbnail ? 4 : 3) else { return nil }
            folders = Array(rest.prefix(2))
            key = rest[rest.startIndex + 2]
            last = isThumbnail ? rest[rest.startIndex + 3] : ""
            guard isThumbnail else { return }
            let digits = last.prefix { $0.isASCII && $0.isNumber }
            guard let number = Int(bounded: digits), last.dropFirst(digits.count).hasPrefix("px-") else { return nil }
            width = number
            last = String(last.dropFirst(digits.count + 3))
        }

        /// Its name in ledger and faults.
        var rendition: String { width.map { "\($0)" } ?? "o" }

        /// Whether the folders, and the name that a thumbnail's address repeats, are those of the file.
        func fits(_ file: CommonsFile) -> Bool {
            file.originalPath.hasPrefix("/wikipedia/commons/\(folders.joined(separator: "/"))/")
                && (width == nil || last == file.thumbnailName)
        }
    }

    /// The file of an address, also for the ledger.
    func file(_ address: Address) -> CommonsFile? {
        library.commonsIndex.byKey[address.key].flatMap { address.fits($0) ? $0 : nil }
    }

    /// `originals` is how many originals were served so far.
    func response(_ address: Address, _ behaviour: Behaviour, originals: Int = 0) -> Response {
        if let width = address.width,
            !CommonsFile.thumbnailWidths.contains(width) || behaviour.refusedWidths.contains(width)
        {
            return .page(
                400,
                "<!DOCTYPE html>\n<title>Wikimedia Error</title>\n<h1>Error</h1>\n<p>Use thumbnail steps listed on "
                    + "https://w.wiki/GHai. Please contact noc@wikimedia.org for further information (a765913)</p>\n")
        }
        if address.width == nil, let limit = behaviour.originalsBeforeRefusal, originals > limit {
            return Self.rationed
        }
        if let width = address.width, let file = file(address), file.thumbnail(width) == nil {
            return .page(
                400,
                "<html><head><title>Error generating thumbnail</title></head>\n<body><h1>Error generating thumbnail</h1>\n"
                    + "<p>Image was not scaled, is the requested width bigger than the source?</p></body></html>\n")
        }
        guard let file = file(address), let content = library.content(of: file, address.rendition) else {
            return .page(
                404,
                "<html><head><title>Not Found</title></head>\n<body><h1>Not Found</h1>\n"
                    + "<p>The resource could not be found.</p></body></html>\n")
        }
        var response = Response(200, contentType: address.width == nil ? file.mimeType : "image/jpeg", content)
        response.framing = behaviour.framing
        response.acceptsRanges = true
        if behaviour.hasValidators {
            let name = "\(file.photo.id) \(address.rendition) \(file.photo.version) \(content.count)"
            let digits = String(Noise.digest(name), radix: 16)
            let tag = String((digits + digits + digits).prefix(32))
            response["ETag"] = behaviour.baresTags ? tag : "\"\(tag)\""
            response["Last-Modified"] = CivilDate.http(file.uploaded)
        }
        response["x-ttdb-l"] = Response.hint(behaviour.lengthHint, count: content.count)
        response["Content-Disposition"] = "inline;filename*=UTF-8''\(WikiTitle.encodedPath(file.key))"
        response["access-control-allow-origin"] = "*"
        response["timing-allow-origin"] = "*"
        return response
    }

    /// The hosts' answer since 2026 to a caller that has fetched too many originals.
    private static var rationed: Response {
        var response = Response.page(
            429,
            "<!DOCTYPE html>\n<title>Wikimedia Error</title>\n<h1>Too many requests</h1>\n<p>Please use thumbnail images in "
                + "sizes listed on https://w.wiki/GHai instead of originals.</p>\n")
        response["Retry-After"] = "600"
        return response
    }
}
