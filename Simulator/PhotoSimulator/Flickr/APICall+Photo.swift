/// Single photos.
extension APICall {
    private func photo() throws(APIFailure) -> SimulatedPhoto {
        guard let id = arguments["photo_id"] else { throw .missingParameter }
        guard let photo = library.flickrPhoto(id) else {
            let isNumber = id.allSatisfy(\.isNumber)
            throw isNumber ? .photoNotFound : APIFailure(code: 1, message: "Photo \"\(id)\" not found (invalid ID)")
        }
        return photo
    }

    func sizes() throws(APIFailure) -> Element {
        let photo = try photo()
        let sizes = photo.renditions.compactMap { rendition -> Element? in
            guard let step = RenditionLadder.step(suffix: rendition.suffix) else { return nil }
            return Element(
                "size",
                [
                    ("label", .text(step.label)), ("width", .pixels(rendition.width, isLooseNumber: step.isSquare)),
                    ("height", .pixels(rendition.height, isLooseNumber: step.isSquare)),
                    ("source", .text(imageBase + photo.imagePath(rendition.suffix))),
                    ("url", .text("\(photo.pageAddress)sizes/\(step.page)/")), ("media", .text("photo")),
                ])
        }
        return Element(
            "sizes", [("canblog", .whole(0)), ("canprint", .whole(0)), ("candownload", .whole(1))],
            children: [.many("size", sizes)])
    }

    func photoPage() throws(APIFailure) -> Element {
        let photo = try photo()
        var attributes: [(String, Scalar)] = [
            ("id", .text(photo.id)), ("secret", .text(photo.secret)), ("server", .text(photo.server)),
            ("farm", .whole(photo.farm)), ("dateuploaded", .numeric("\(photo.uploaded)")), ("isfavorite", .whole(0)),
            ("license", .numeric(photo.license)), ("safety_level", .numeric("0")), ("rotation", .whole(0)),
        ]
        if photo.renditions.contains(where: { $0.suffix == "o" }) {
            attributes += [("originalsecret", .text(photo.secret(of: "o"))), ("originalformat", .text("jpg"))]
        }
        attributes += [("views", .numeric("\(photo.views)")), ("media", .text(photo.media.rawValue))]
        var children: [Element.Child] = [
            .one(owner(of: photo)), Element.text("title", photo.title),
            Element.text("description", photo.description),
            .one(Element("visibility", [("ispublic", .whole(1)), ("isfriend", .whole(0)), ("isfamily", .whole(0))])),
            .one(dates(of: photo)),
            .one(
                Element(
                    "usage",
                    [
                        ("candownload", .whole(1)), ("canblog", .whole(0)), ("canprint", .whole(0)),
                        ("canshare", .whole(1)),
                    ]
                )),
            Element.text("comments", "0"),
            .one(Element("notes", children: [.many("note", [])])),
            .one(Element("tags", children: [.many("tag", tags(of: photo))])),
        ]
        if let position = photo.position { children.append(.one(location(of: photo, position))) }
        let page = Element("url", [("type", .text("photopage"))], text: .text(photo.pageAddress))
        children.append(.one(Element("urls", children: [.many("url", [page])])))
        return Element("photo", attributes, children: children)
    }

    private func owner(of photo: SimulatedPhoto) -> Element {
        Element(
            "owner",
            [
                ("nsid", .text(photo.owner)), ("username", .text(photo.ownerName)), ("realname", .text(photo.realName)),
                ("location", .text("")), ("iconserver", .text(photo.server)), ("iconfarm", .whole(photo.farm)),
                ("path_alias", photo.pathAlias.map { .text($0) } ?? .null),
            ])
    }

    private func dates(of photo: SimulatedPhoto) -> Element {
        Element(
            "dates",
            [
                ("posted", .numeric("\(photo.uploaded)")), ("taken", .text(photo.taken)),
                ("takengranularity", .whole(photo.takenGranularity)),
                ("takenunknown", .numeric(photo.takenUnknown ? "1" : "0")),
                ("lastupdate", .numeric("\(photo.updated)")),
            ])
    }

    private func tags(of photo: SimulatedPhoto) -> [Element] {
        photo.tags.enumerated().map { index, raw in
            Element(
                "tag",
                [
                    ("id", .text("\(photo.farm)-\(photo.id)-\(index)")), ("author", .text(photo.owner)),
                    ("authorname", .text(photo.ownerName)), ("raw", .text(raw)),
                    ("machine_tag", .whole(raw.contains("=") && raw.contains(":") ? 1 : 0)),
                ], text: .text(SimulatedPhoto.normalised(tag: raw)))
        }
    }

    /// Names without ids, as since 2019.
    private func location(of photo: SimulatedPhoto, _ position: SimulatedPosition) -> Element {
        let place = photo.woeid.flatMap(library.place(woeid:))
        let names = [
            ("locality", place?.name), ("neighbourhood", ""), ("region", place?.region.name),
            ("country", place?.country.name),
        ]
        return Element(
            "location",
            [
                ("latitude", .degrees(position.latitude)), ("longitude", .degrees(position.longitude)),
                ("accuracy", .numeric("\(photo.accuracy)")), ("context", .numeric("0")),
            ],
            children: names.compactMap { name, text in text.map { Element.text(name, $0) } })
    }

    /// The list of 2025; Creative Commons' own names.
    func licenses() -> Element {
        let commons = "https://creativecommons.org/"
        let rows: [(Int, String, String)] = [
            (0, "All Rights Reserved", ""), (1, "CC BY-NC-SA 2.0", "licenses/by-nc-sa/2.0/"),
            (2, "CC BY-NC 2.0", "licenses/by-nc/2.0/"), (3, "CC BY-NC-ND 2.0", "licenses/by-nc-nd/2.0/"),
            (4, "CC BY 2.0", "licenses/by/2.0/"), (5, "CC BY-SA 2.0", "licenses/by-sa/2.0/"),
            (6, "CC BY-ND 2.0", "licenses/by-nd/2.0/"), (9, "CC0 1.0", "publicdomain/zero/1.0/"),
            (10, "Public Domain Mark", "publicdomain/mark/1.0/"), (11, "CC BY 4.0", "licenses/by/4.0/"),
            (12, "CC BY-SA 4.0", "licenses/by-sa/4.0/"), (13, "CC BY-ND 4.0", "licenses/by-nd/4.0/"),
            (14, "CC BY-NC 4.0", "licenses/by-nc/4.0/"), (15, "CC BY-NC-SA 4.0", "licenses/by-nc-sa/4.0/"),
            (16, "CC BY-NC-ND 4.0", "licenses/by-nc-nd/4.0/"),
        ]
        let deeds = rows.map { ($0.0, $0.1, $0.2.isEmpty ? "" : commons + $0.2) }
        let others = [
            (7, "No known copyright restrictions", "https://www.flickr.com/commons/usage/"),
            (8, "United States Government Work", "http://www.usa.gov/copyright.shtml"),
        ]
        let elements = (deeds + others).sorted { $0.0 < $1.0 }.map { id, name, url in
            Element("license", [("id", .numeric("\(id)")), ("name", .text(name)), ("url", .text(url))])
        }
        return Element("licenses", children: [.many("license", elements)])
    }
}

extension SimulatedPhoto {
    /// "/65535/50000000000_0123456789_b.jpg".
    func imagePath(_ suffix: String) -> String {
        "/\(server)/\(id)_\(secret(of: suffix))\(suffix.isEmpty ? "" : "_\(suffix)").jpg"
    }

    /// Sizes above 1024 px and originals have secrets of their own.
    func secret(of suffix: String) -> String {
        guard ["h", "k", "o"].contains(suffix) else { return secret }
        var word = Noise.digest(secret + suffix)
        return String(("0000000000" + String(Noise.mixed(&word), radix: 16)).suffix(10))
    }

    var pageAddress: String {
        "https://www.flickr.com/photos/\(pathAlias ?? owner)/\(id)/"
    }
}
