extension PhotoSheet {
    /// A row of a table that placesfs wrote, read again. Anybody may have changed it since.
    public struct ReadRow: Sendable {
        /// The name of the photo's file.
        public let file: String
        /// All that the table tells of the photo, with a nameless rendition of the file's width and height.
        public let photo: Photo
        /// What `user.places.source` said.
        public let source: String
        /// Of the file; nil where the table does not tell.
        public let bytes: Int64?
        /// In hexadecimal digits; empty where the table does not tell.
        public let sha256: String

        /// Nil for a row without a name or an identifier.
        public init?(_ cells: [String: String]) {
            func text(_ column: String) -> String { PhotoSheet.unguarded(cells[column] ?? "") }
            func number<Number: LosslessStringConvertible>(_ column: String) -> Number? {
                cells[column].flatMap(Number.init)
            }
            file = text("file")
            source = text("source")
            bytes = number("bytes")
            sha256 = text("sha256")
            guard !file.isEmpty, !text("id").isEmpty else { return nil }
            var photo = Photo(id: PhotoID(text("id")), title: text("title"), description: text("description"))
            photo.ownerName = text("author")
            if !text("license").isEmpty {
                let url = text("license_url")
                photo.license = License(id: text("license"), name: text("license"), url: url.isEmpty ? nil : url)
            }
            if let latitude: Double = number("latitude"), let longitude: Double = number("longitude") {
                photo.coordinate = Coordinate(latitude: latitude, longitude: longitude)
                photo.accuracy = number("accuracy")
            }
            photo.pageURL = text("page")
            photo.views = number("views")
            photo.tags = text("tags").utf8.split(separator: UInt8(ascii: ",")).map { tag in
                PlainText.oneLine(String(decoding: tag, as: UTF8.self))
            }
            if let taken = WallClockDate(text("taken")) { photo.setTaken(taken.time, taken.precision) }
            photo.uploaded = WallClockDate(text("uploaded"))?.time
            photo.renditions = [Rendition(name: "", width: number("width"), height: number("height"), url: "")]
            self.photo = photo
        }
    }
}
