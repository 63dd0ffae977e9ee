/// What an image file says of the people behind it, gathered part by part. Its texts are untrusted.
struct EmbeddedClaims {
    /// XMP packets; an empty one where it cannot be read.
    private(set) var packets: [ArraySlice<UInt8>] = []
    private(set) var exif: ExifTexts?
    /// The TIFF file of EXIF that ImageMagick kept in a PNG's text.
    private(set) var exifProfile: ImageBytes?
    private(set) var png = PNGClaims()
    /// Whether the file has Content Credentials (C2PA): a signature of its bytes.
    private(set) var isSigned = false
    /// Whether EXIF tells the place of something behind its segment.
    private(set) var reachesBehind = false
    private var resources: [UInt8] = []
    private var plainIPTC: ArraySlice<UInt8>?

    var hasExif: Bool { exif != nil }

    /// Whether nothing may be inserted, whatever else is in the file.
    var mustStay: Bool { isSigned || reachesBehind || !packets.isEmpty }

    /// IPTC-IIM, by itself or among Photoshop's resources.
    var iptc: IPTCTexts {
        IPTCTexts(PhotoshopResources.content(PhotoshopResources.iptc, in: resources) ?? plainIPTC ?? [])
    }

    /// Whether EXIF's Artist names a person.
    var nameAnArtist: Bool { exif?.artist.isEmpty == false }

    /// Whether a person is named elsewhere than in EXIF's Artist, or a licence anywhere.
    var nameAnAuthorElsewhere: Bool {
        if exif?.allowsNothing == true || png.nameSomebody { return true }
        return (!resources.isEmpty || plainIPTC != nil) && iptc.nameSomebody
    }

    mutating func take(_ segment: JPEGSegments.Segment) {
        let content = segment.content
        switch segment.marker {
        case JPEGMarker.app1: takeApplication1(content)
        case JPEGMarker.app11 where Self.isJUMBF(content): isSigned = true
        case JPEGMarker.app13 where content.starts(with: PhotoshopResources.identifier):
            // A resource may go on in the next segment.
            resources += content.dropFirst(PhotoshopResources.identifier.count)
        default: break
        }
    }

    mutating func take(_ chunk: PNGChunks.Chunk) {
        if chunk.type.elementsEqual(PNGChunk.c2pa) { isSigned = true }
        if chunk.type.elementsEqual(PNGChunk.exif) { take(exif: ImageBytes(chunk.content)) }
        guard let text = PNGText(chunk) else { return }
        if text.keyword == PNGText.packet {
            packets.append(text.content ?? [])
        } else if let profile = text.profileName {
            take(text.profile ?? [], named: profile)
        } else {
            png.take(text)
        }
    }

    mutating func take(packet: ArraySlice<UInt8>) {
        packets.append(packet)
    }

    /// The first of several counts.
    mutating func take(exif tiff: ImageBytes) {
        exif = exif ?? ExifTexts(TIFFReader(tiff))
    }

    mutating func take(iptc: ArraySlice<UInt8>) {
        plainIPTC = plainIPTC ?? iptc
    }

    mutating func take(resources more: ArraySlice<UInt8>) {
        resources += more
    }

    private mutating func takeApplication1(_ content: ArraySlice<UInt8>) {
        if content.starts(with: JPEGMarker.xmp) {
            packets.append(content.dropFirst(JPEGMarker.xmp.count))
        } else if content.starts(with: JPEGMarker.exif) {
            let tiff = ImageBytes(content.dropFirst(JPEGMarker.exif.count))
            if !hasExif { reachesBehind = ExifReach(tiff).leavesSegment }
            take(exif: tiff)
        }
    }

    /// What ImageMagick keeps of a JPEG's segments in a PNG.
    private mutating func take(_ profile: ArraySlice<UInt8>, named name: String) {
        switch name {
        case "xmp": packets.append(profile)
        case "exif", "app1":
            // With a JPEG's identifier in front, or without.
            if profile.starts(with: JPEGMarker.exif) || profile.starts(with: JPEGMarker.xmp) {
                takeApplication1(profile)
            } else {
                take(exif: ImageBytes(profile))
            }
            let skipped = profile.starts(with: JPEGMarker.exif) ? JPEGMarker.exif.count : 0
            if !profile.starts(with: JPEGMarker.xmp) { exifProfile = ImageBytes(profile.dropFirst(skipped)) }
        case "iptc", "8bim", "app13":
            let content =
                profile.starts(with: PhotoshopResources.identifier)
                ? profile.dropFirst(PhotoshopResources.identifier.count) : profile
            if PhotoshopResources.begins(content) { take(resources: content) } else { take(iptc: content) }
        default: break
        }
    }

    /// A box of JUMBF (ISO 19566-5) in a JPEG XT segment: "JP", number of the box, of the packet, length, type.
    private static func isJUMBF(_ content: ArraySlice<UInt8>) -> Bool {
        content.starts(with: "JP".utf8) && content.dropFirst(12).starts(with: "jumb".utf8)
    }
}

/// What a PNG's own texts say of the people behind it. Words that name nobody are left out.
struct PNGClaims {
    private(set) var title = ""
    private(set) var authors: [String] = []
    private(set) var rights = ""

    var nameSomebody: Bool { !authors.isEmpty || !NamelessText.names(nobody: rights) }

    mutating func take(_ text: PNGText) {
        guard let line = text.content.map({ LegacyText.decoded($0) }), !line.isEmpty else { return }
        switch text.keyword.lowercased() {
        case "title": title = title.isEmpty ? line : title
        case "author", "artist", "creator": if !NamelessText.names(nobody: line) { authors.append(line) }
        case "copyright", "license", "licence": rights = rights.isEmpty ? line : rights
        default: break
        }
    }
}
