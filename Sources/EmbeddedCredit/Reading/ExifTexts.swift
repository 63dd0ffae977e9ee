internal import PhotoTree

/// The texts of EXIF (CIPA DC-008) that name people. Words that name nobody are left out.
struct ExifTexts {
    let artist: String
    /// As it stands in the file, also where it names nobody.
    let copyright: String
    /// Whether Artist or Copyright cannot be read, and may name anybody.
    private let isDamaged: Bool
    /// Windows' "Authors", and who the camera belongs to.
    let owners: [String]
    private let camera: [String]

    init(_ tiff: TIFFReader) {
        let (artists, rights) = (tiff.texts(TIFFReader.Tag.artist), tiff.texts(TIFFReader.Tag.copyright))
        let camera = (tiff.texts(TIFFReader.Tag.make) ?? []) + (tiff.texts(TIFFReader.Tag.model) ?? [])
        func named(_ texts: [String]) -> [String] {
            texts.filter { !NamelessText.names(nobody: $0, camera: camera) }
        }
        isDamaged = artists == nil || rights == nil
        artist = named(artists ?? []).joined(separator: ", ")
        copyright = (rights ?? []).joined(separator: ", ")
        let owner = tiff.directory(TIFFReader.Tag.exifDirectory).texts(TIFFReader.Tag.cameraOwner) ?? []
        owners = named([tiff.wideText(TIFFReader.Tag.authors)] + owner)
        self.camera = camera
    }

    /// Whether nothing may stand beside them: they name people elsewhere than in Artist, or a licence.
    var allowsNothing: Bool {
        isDamaged || !owners.isEmpty || namesHolder || NamelessText.names(license: artist)
    }

    /// Whether Copyright names a person or a licence.
    var namesHolder: Bool { !NamelessText.names(nobody: copyright, camera: camera) }
}
