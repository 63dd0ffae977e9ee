internal import PhotoTree

extension Photo {
    /// The photo in a form that the catalog can return unchanged: without the separators of `StoredFields`, without
    /// NUL, and without empty tags.
    var storable: Photo {
        // Most photos are: the copies below would be a thirtieth of a first listing.
        guard !isStorable else { return self }
        var photo = self
        photo.title = StoredFields.clean(title)
        photo.description = StoredFields.clean(description)
        photo.owner = StoredFields.clean(owner)
        photo.ownerName = StoredFields.clean(ownerName)
        photo.license = license.map {
            License(
                id: StoredFields.clean($0.id), name: StoredFields.clean($0.name), url: $0.url.map(StoredFields.clean))
        }
        photo.tags = tags.map(StoredFields.clean).filter { !$0.isEmpty }
        photo.pageURL = StoredFields.clean(pageURL)
        photo.renditions = renditions.map(\.storable)
        photo.sourceAttributes = Dictionary(
            sourceAttributes.map { (StoredFields.clean($0.key), StoredFields.clean($0.value)) }
        ) { first, _ in first }
        return photo
    }

    private var isStorable: Bool {
        [title, description, owner, ownerName, pageURL].allSatisfy(StoredFields.isClean)
            && (license.map { license in
                [license.id, license.name, license.url ?? ""].allSatisfy(StoredFields.isClean)
            } ?? true)
            && tags.allSatisfy { !$0.isEmpty && StoredFields.isClean($0) }
            && renditions.allSatisfy(\.isStorable)
            && sourceAttributes.allSatisfy { StoredFields.isClean($0.key) && StoredFields.isClean($0.value) }
    }

    /// Whether a map, a sidecar or the credits have the same content for both: compares everything, but of renditions
    /// larger than thumbnails only their names and sizes in pixels.
    func showsTheSame(as other: Photo) -> Bool {
        shown == other.shown
    }

    private var shown: Photo {
        var photo = self
        photo.renditions = renditions.map { rendition in
            guard !rendition.isSmall else { return rendition }
            return Rendition(name: rendition.name, width: rendition.width, height: rendition.height, url: "")
        }
        return photo
    }
}

extension Rendition {
    /// A map's thumbnail is one of these; the map chooses which.
    fileprivate var isSmall: Bool {
        guard let longest = [width, height].compactMap({ $0 }).max() else { return true }
        return longest <= 500
    }

    fileprivate var isStorable: Bool {
        StoredFields.isClean(name) && StoredFields.isClean(url)
            && (digest.map { !$0.isEmpty && StoredFields.isClean($0) } ?? true)
    }

    fileprivate var storable: Rendition {
        let digest = digest.map(StoredFields.clean)
        return Rendition(
            name: StoredFields.clean(name), width: width, height: height, url: StoredFields.clean(url),
            byteCount: byteCount, digest: digest == "" ? nil : digest)
    }

    /// Written as bytes: a listing has some five hundred renditions.
    static func text(_ renditions: [Rendition]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(renditions.reduce(0) { $0 + $1.url.utf8.count + 24 })
        func append(_ field: String?) {
            bytes += StoredFields.fieldEnd.utf8
            if let field { bytes += field.utf8 }
        }
        for (index, rendition) in renditions.enumerated() {
            if index > 0 { bytes += StoredFields.recordEnd.utf8 }
            bytes += rendition.name.utf8
            append(rendition.url)
            append(rendition.width.map(String.init))
            append(rendition.height.map(String.init))
            append(rendition.byteCount.map(String.init))
            append(rendition.digest)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The renditions in `text` that have a name and an address; fields that an older placesfs did not write are nil.
    static func stored(_ text: String) -> [Rendition] {
        StoredFields.split(records: text).compactMap { fields in
            guard fields.count >= 2 else { return nil }
            let field = { (index: Int) in index < fields.count ? fields[index] : "" }
            return Rendition(
                name: fields[0], width: Int(field(2)), height: Int(field(3)), url: fields[1],
                byteCount: Int64(field(4)), digest: field(5).isEmpty ? nil : field(5))
        }
    }
}
