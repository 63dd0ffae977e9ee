internal import PhotoAPI

/// The parts of a photo's image addresses: https://live.staticflickr.com/{server}/{id}_{secret}_{suffix}.jpg
struct FlickrImageAddress: Sendable {
    let server: String
    let photo: String
    let secret: String
    /// The original has its own secret and format; both are missing if its owner does not allow access to it.
    let original: (secret: String, format: String)?

    /// From the members of a photo in a list or in `flickr.photos.getInfo`; nil if a member is missing or not usable in
    /// an address.
    init?(_ entry: JSONValue) {
        guard let server = entry["server"]?.text, let photo = entry["id"]?.text, let secret = entry["secret"]?.text,
            [server, photo, secret].allSatisfy(\.isPlainIdentifier)
        else { return nil }
        self.server = server
        self.photo = photo
        self.secret = secret
        if let secret = entry["originalsecret"]?.text, let format = entry["originalformat"]?.text,
            secret.isPlainIdentifier, format.isPlainIdentifier
        {
            original = (secret, format)
        } else {
            original = nil
        }
    }

    /// The beginning of every size's address.
    var beginning: String { "https://live.staticflickr.com/\(server)/\(photo)" }

    /// The address of `size` behind `beginning`; nil if it needs a secret that is not known.
    func address(of size: ImageSize, behind beginning: String) -> String? {
        if size == .original {
            return original.map { "\(beginning)_\($0.secret)_o.\($0.format)" }
        }
        guard size.buildableEdge != nil else { return nil }
        // Piece by piece into one buffer: a listing has some five hundred of them.
        var address = ""
        address.reserveCapacity(beginning.utf8.count + secret.utf8.count + 10)
        address += beginning
        address += "_"
        address += secret
        if size != .pixels500 {
            address += "_"
            address += size.name
        }
        address += ".jpg"
        return address
    }
}

extension String {
    /// Whether the string can be used in an address and a file name unchanged: 1 to 64 letters, digits, "-" and "_".
    var isPlainIdentifier: Bool {
        (1...64).contains(utf8.count)
            && utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            }
    }
}
