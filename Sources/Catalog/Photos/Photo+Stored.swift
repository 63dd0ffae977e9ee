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
        guard !text.isEmpty else { return [] }
        // In one pass over the bytes, without a text for each number: a listing of hundreds has thousands of renditions.
        let bytes = Array(text.utf8)
        var renditions: [Rendition] = []
        var fields: [Range<Int>] = []
        var start = 0
        fields.reserveCapacity(8)
        func end(at index: Int) {
            fields.append(start..<index)
            if fields.count >= 2 { renditions.append(Rendition(stored: bytes, fields)) }
            fields.removeAll(keepingCapacity: true)
        }
        for index in bytes.indices {
            let byte = bytes[index]
            guard byte & 0xFE == 0x1E else { continue }
            if byte == 0x1E { end(at: index) } else { fields.append(start..<index) }
            start = index + 1
        }
        end(at: bytes.count)
        return renditions
    }

    /// `fields` are at least two.
    private init(stored bytes: [UInt8], _ fields: [Range<Int>]) {
        func text(_ index: Int) -> String { String(decoding: bytes[fields[index]], as: UTF8.self) }
        func number(_ index: Int) -> Int? {
            guard index < fields.count, (1...18).contains(fields[index].count) else { return nil }
            var number = 0
            for byte in bytes[fields[index]] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
            }
            return number
        }
        self.init(
            name: text(0), width: number(2), height: number(3), url: text(1), byteCount: number(4).map(Int64.init),
            digest: fields.count > 5 && !fields[5].isEmpty ? text(5) : nil)
    }
}
