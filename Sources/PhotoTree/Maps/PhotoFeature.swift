/// A photo as a feature of GeoJSON.
struct PhotoFeature {
    var photo: Photo
    var facts: GeoJSON.PhotoFacts

    /// How much of a photo is told.
    enum Detail: CaseIterable {
        case whole
        /// With the beginning of the description.
        case begun
        /// Without description and tags; all texts cut.
        case short
        /// What finds the photo: its id, position, file, page, and the beginning of its title.
        case bare
    }

    /// In characters; in lists of many photos.
    private static let descriptionLimit = 300
    private static let textLimit = 60

    /// How much of each photo a map of all of them tells, so that it stays below its size.
    static func details(of features: [PhotoFeature]) -> [Detail] {
        guard features.count > GeoJSON.manyPhotos else { return features.map { _ in .whole } }
        var details = features.map { _ in Detail.begun }
        // The rest is the frame: type, box, notice.
        var left = GeoJSON.maximumBytes - 10_000
        var lengths = features.map { $0.length(.begun) + 2 }
        guard lengths.reduce(0, +) > left else { return details }
        // Whoever needs less than an equal share leaves the rest to the others.
        let byLength = features.indices.sorted { lengths[$0] < lengths[$1] }
        for (position, index) in byLength.enumerated() {
            let share = left / (features.count - position)
            for detail in [Detail.short, .bare] where lengths[index] > share {
                details[index] = detail
                lengths[index] = features[index].length(detail) + 2
            }
            left -= lengths[index]
        }
        return details
    }

    /// In bytes.
    func length(_ detail: Detail) -> Int {
        var writer = GeoJSONWriter(reserving: 1024 + photo.description.utf8.count)
        writer.write(self, detail)
        return writer.bytes.count
    }

    /// nil where it is not told.
    fileprivate func description(_ detail: Detail) -> String? {
        switch detail {
        case .whole: photo.description
        case .begun: Self.cut(photo.description, Self.descriptionLimit)
        case .short, .bare: nil
        }
    }

    /// A text as it is told in this detail.
    fileprivate func text(_ text: String?, _ detail: Detail) -> String? {
        switch detail {
        case .whole, .begun: text
        case .short, .bare: text.map { Self.cut($0, Self.textLimit) }
        }
    }

    /// The first `limit` characters, which end with an ellipsis where something follows. By scalars: a character of
    /// untrusted text may be of any length.
    private static func cut(_ text: String, _ limit: Int) -> String {
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
            end != scalars.endIndex
        else { return text }
        let last = scalars.index(before: end)
        return TextCut.wholeWords(text, upTo: last) + "…"
    }
}

extension GeoJSONWriter {
    mutating func write(_ feature: PhotoFeature, _ detail: PhotoFeature.Detail) {
        let photo = feature.photo
        object { writer in
            writer.member("type", "Feature")
            writer.member("id", photo.id.rawValue)
            writer.geometry(photo.coordinate)
            writer.key("properties")
            writer.object { writer in
                writer.member("id", photo.id.rawValue)
                writer.member("title", feature.text(photo.title, detail) ?? "")
                writer.member("description", unlessEmpty: feature.description(detail))
                if detail != .bare { writer.credit(of: feature, detail) }
                writer.member("page", unlessEmpty: photo.pageURL)
                if detail != .bare {
                    writer.member("date", unlessEmpty: DateText.of(photo))
                    let uploaded = photo.uploaded.flatMap { DateText.text($0) }
                    writer.member("uploaded", unlessEmpty: uploaded.map { $0 + "Z" })
                }
                writer.tags(of: feature, detail)
                if let image = feature.facts.image, detail != .bare {
                    if let width = image.width { writer.member("width", width) }
                    if let height = image.height { writer.member("height", height) }
                }
                if let views = photo.views, detail != .bare { writer.member("views", views) }
                writer.member("thumbnail", unlessEmpty: detail == .bare ? nil : feature.facts.thumbnail)
                writer.member("href", unlessEmpty: feature.facts.href.map(RelativeReference.from))
                writer.member("marker-color", "#0b62c4")
            }
        }
    }

    private mutating func credit(of feature: PhotoFeature, _ detail: PhotoFeature.Detail) {
        let photo = feature.photo
        member("owner", unlessEmpty: feature.text(Credits.author(of: photo), detail))
        member("license", unlessEmpty: feature.text(photo.license?.name, detail))
        member("license_url", unlessEmpty: photo.license?.url)
        if detail != .short { member("credit", Credits.line(for: photo)) }
    }

    /// Only a photo has tags, even if there are none of them: pages tell it by that.
    private mutating func tags(of feature: PhotoFeature, _ detail: PhotoFeature.Detail) {
        let isTold = detail == .whole || detail == .begun
        key("tags")
        array { writer in
            if isTold { feature.photo.tags.forEach { writer.string($0) } }
        }
        let machineTags = isTold ? feature.photo.machineTags : []
        guard !machineTags.isEmpty else { return }
        key("machine_tags")
        array { writer in machineTags.forEach { writer.string(String($0)) } }
    }

    mutating func geometry(_ coordinate: Coordinate?) {
        key("geometry")
        guard let coordinate else { return null() }
        object { writer in
            writer.member("type", "Point")
            writer.key("coordinates")
            writer.array { writer in
                writer.number(coordinate.longitude)
                writer.number(coordinate.latitude)
            }
        }
    }
}
