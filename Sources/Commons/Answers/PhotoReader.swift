internal import PhotoAPI
internal import PhotoTree

/// Converts the API's descriptions of files to `Photo`s.
struct PhotoReader: Sendable {
    let endpoints: CommonsEndpoints
    let hosts: ImageHosts

    init(_ endpoints: CommonsEndpoints) {
        self.endpoints = endpoints
        hosts = ImageHosts(
            names: ["upload.wikimedia.org", "thumb.wikimedia.org"], apiBase: endpoints.apiAddress,
            liveAPIBase: CommonsEndpoints.live.apiBase, imageBase: endpoints.imageBase)
    }

    /// Nil for a file that is no JPEG (a drawing, a scanned book, a film), a hidden file, and one without any image.
    func photo(_ page: JSONValue) -> Photo? {
        guard let id = page["pageid"]?.integer, id > 0, (page["ns"]?.integer ?? 6) == 6,
            let file = page["imageinfo"]?.elements?.first, isPhoto(file)
        else { return nil }
        let listed = ListedRenditions(file, hosts: hosts)
        guard !listed.renditions.isEmpty else { return nil }
        let texts = FileTexts(file["extmetadata"])
        let uploader = file["userhidden"]?.flag == true ? "" : PlainText.oneLine(file["user"]?.text ?? "")
        let title = page["title"]?.text ?? ""
        let date = texts["DateTimeOriginal"]
        var photo = Photo(
            id: PhotoID(String(id)), title: Self.title(texts["ObjectName"], file: title),
            description: Self.description(texts["ImageDescription"]), owner: uploader,
            ownerName: AuthorText.of(
                attribution: texts["Attribution"], artist: texts["Artist"], uploader: uploader),
            license: License(shortName: texts["LicenseShortName"], url: texts["LicenseUrl"]),
            uploaded: Self.uploaded(file["timestamp"]?.text), coordinate: Self.position(page["coordinates"]),
            tags: Self.tags(page["categories"]),
            pageURL: endpoints.page(of: id, named: file["descriptionurl"]?.word), renditions: listed.renditions)
        if let taken = DateOriginal.date(date) { photo.setTaken(taken.time, taken.precision) }
        photo.sourceAttributes["commons.title"] = title.isEmpty ? nil : title
        photo.sourceAttributes["commons.sha1"] = listed.renditions.last?.digest.map { String($0.dropFirst(5)) }
        let restrictions = texts["Restrictions"]
        photo.sourceAttributes["commons.restrictions"] = restrictions.isEmpty ? nil : PlainText.oneLine(restrictions)
        if photo.taken == nil {
            let words = PlainText.oneLine(PlainText.from(html: Markup.visible(date)))
            photo.sourceAttributes["commons.date"] = words.isEmpty ? nil : words
        }
        return photo.bounded
    }

    /// The photo of a file that was requested by its number; nil if the file is gone.
    func photo(ifThere page: JSONValue) throws(CommonsError) -> Photo? {
        guard page["missing"] == nil, page["invalid"] == nil, let file = page["imageinfo"]?.elements?.first else {
            return nil
        }
        if let photo = photo(page) { return photo }
        guard isPhoto(file) else { return nil }
        throw .notAnAnswer("file \(page["pageid"]?.text ?? "") without an image")
    }

    private func isPhoto(_ file: JSONValue) -> Bool {
        guard file["filehidden"] == nil, file["filemissing"] == nil else { return false }
        // The size of a damaged file is 0; no thumbnail of it can be made.
        guard file["width"]?.integer != 0, file["height"]?.integer != 0 else { return false }
        if let type = file["mime"]?.word { return type == "image/jpeg" }
        let url = file["url"]?.text?.lowercased() ?? ""
        return url.endsWithBytes(of: ".jpg") || url.endsWithBytes(of: ".jpeg")
    }

    /// The title on the file's page, if it contains a letter or digit, or else the file's name without its extension.
    static func title(_ objectName: String, file: String) -> String {
        let named = PlainText.oneLine(PlainText.from(html: Markup.inOneLanguage(Markup.visible(objectName))))
        if named.contains(where: { $0.isLetter || $0.isNumber }) { return named }
        let name = file.utf8.dropFirst(file.beginsWithBytes(of: "File:") ? 5 : 0)
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex,
            name.distance(from: dot, to: name.endIndex) <= 6
        else { return String(Substring(name)) }
        return String(Substring(name[..<dot]))
    }

    static func description(_ html: String) -> String {
        PlainText.from(html: Markup.inOneLanguage(Markup.visible(html)))
    }

    /// "2019-05-04T18:20:11Z".
    private static func uploaded(_ text: String?) -> Timestamp? {
        guard let text, let match = text.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z/) else {
            return nil
        }
        let numbers = [match.1, match.2, match.3, match.4, match.5, match.6].compactMap { Int($0) }
        guard numbers.count == 6 else { return nil }
        return CivilTime.timestamp(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
            second: numbers[5])
    }

    /// The camera's position, or else the subject's; nil for photos of other bodies than the Earth.
    static func position(_ value: JSONValue?) -> Coordinate? {
        let earthly = (value?.elements ?? []).filter { ($0["globe"]?.text ?? "earth") == "earth" }
        let first = earthly.first { $0["primary"]?.flag ?? ($0["primary"] != nil) } ?? earthly.first
        guard let latitude = first?["lat"]?.real, let longitude = first?["lon"]?.real else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func tags(_ value: JSONValue?) -> [String] {
        var seen: Set<String> = []
        return (value?.elements ?? []).compactMap { category in
            guard category["hidden"]?.flag != true, let title = category["title"]?.text,
                let colon = title.unicodeScalars.firstIndex(of: ":")
            else { return nil }
            let name = PlainText.oneLine(String(title.unicodeScalars[colon...].dropFirst()))
            return !name.isEmpty && seen.insert(name).inserted ? name : nil
        }
    }
}

/// The texts of `extmetadata`. They are HTML; if a page has several languages, there is one for each.
private struct FileTexts {
    private let members: JSONValue

    init(_ members: JSONValue?) {
        self.members = members ?? .null
    }

    /// Empty if there is no such text. English if possible.
    subscript(name: String) -> String {
        let value = members[name]?["value"]
        if let text = value?.text { return text }
        guard case .object(let languages)? = value else { return "" }
        let first = languages.sorted { $0.key < $1.key }.first { !$0.key.hasPrefix("_") && $0.value.word != nil }
        return languages["en"]?.word ?? first?.value.word ?? ""
    }
}
