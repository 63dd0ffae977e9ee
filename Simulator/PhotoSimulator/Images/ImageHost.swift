import NIOCore

/// The static host: returns the image for an address.
struct ImageHost: Sendable {
    let library: Library
    /// Recorded lists contain photos that no library has: they get a generated image, with any secret.
    let servesUnknownPhotos: Bool

    static let unavailablePath = "/pw/images/en-us/photo_unavailable.png"

    /// The parts of an address: "/65535/50000000000_0123456789_b.jpg", without suffix for 500 px, with `_d` to
    /// download.
    struct Address: Sendable {
        var photo: String
        var secret: String
        var suffix: String
        var isDownload: Bool

        init?(path: Substring) {
            let parts = path.split(separator: "/")
            guard parts.count == 2, parts[0].allSatisfy(\.isNumber), let file = parts.last,
                let dot = file.lastIndex(of: "."), ["jpg", "png", "gif"].contains(file[dot...].dropFirst())
            else { return nil }
            var names = file[..<dot].split(separator: "_")
            guard names.count >= 2, names[0].allSatisfy(\.isNumber) else { return nil }
            isDownload = names.last == "d"
            if isDownload { names.removeLast() }
            guard (2...3).contains(names.count) else { return nil }
            photo = String(names[0])
            secret = String(names[1])
            suffix = names.count == 3 ? String(names[2]) : ""
        }
    }

    func response(_ address: Address, _ behaviour: Behaviour) -> Response {
        guard let photo = photo(address),
            let rendition = photo.renditions.first(where: { $0.suffix == address.suffix })
        else { return .failure(404) }
        let content = library.images.content(of: photo, rendition)
        var response = Response(200, contentType: "image/jpeg", content)
        response.framing = behaviour.framing
        response.acceptsRanges = true
        response["Cache-Control"] = "public, max-age=31536000"
        if behaviour.hasValidators {
            let digest = Noise.digest("\(photo.id) \(rendition.suffix) \(photo.version) \(content.count)")
            response["ETag"] = "\"\(String(digest, radix: 16)).1\""
            response["Last-Modified"] = CivilDate.http(photo.updated + Int64(photo.version) * 3600)
        }
        response["imagewidth"] = String(rendition.width)
        response["imageheight"] = String(rendition.height)
        response["x-ttdb-l"] = Response.hint(behaviour.lengthHint, count: content.count)
        response["access-control-allow-origin"] = "*"
        if address.isDownload {
            response["Content-Disposition"] = "attachment; filename=\(photo.id)_\(photo.secret)_\(address.suffix).jpg"
        }
        return response
    }

    private func photo(_ address: Address) -> SimulatedPhoto? {
        if let photo = library.flickrPhoto(address.photo) {
            return photo.secret(of: address.suffix) == address.secret ? photo : nil
        }
        guard servesUnknownPhotos else { return nil }
        return SimulatedPhoto(
            id: address.photo, secret: address.secret,
            renditions: RenditionLadder.allRenditions(ofWidth: 2560, height: 1920))
    }

    /// A picture of one grey pixel, under status 200 like the real one.
    static var unavailable: Response {
        let png: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
            8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55, 0, 0, 0, 10, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0x68, 0, 0, 0,
            0x82, 0, 0x81, 0x77, 0xCD, 0x72, 0xB6, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
        ]
        return Response(200, contentType: "image/png", Content(png))
    }
}
