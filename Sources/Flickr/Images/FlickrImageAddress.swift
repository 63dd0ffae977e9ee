internal import PhotoAPI

/// What addresses of a photo's images are built from: https://live.staticflickr.com/{server}/{id}_{secret}_{suffix}.jpg
struct FlickrImageAddress: Sendable {
    let server: String
    let photo: String
    let secret: String
    /// The original has a secret and a format of its own; where its owner disallows it, both are missing.
    let original: (secret: String, format: String)?

    /// From the members of a listed photo or of `flickr.photos.getInfo`; nil when one is missing or could not stand in
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

    /// What the addresses of all sizes begin with.
    var beginning: String { "https://live.staticflickr.com/\(server)/\(photo)" }

    /// How the address of `size` goes on; nil when it has a secret that is not known here.
    func ending(of size: ImageSize) -> String? {
        if size == .original {
            return original.map { "_\($0.secret)_o.\($0.format)" }
        }
        guard size.buildableEdge != nil else { return nil }
        return size == .pixels500 ? "_\(secret).jpg" : "_\(secret)_\(size.name).jpg"
    }
}

extension String {
    /// Whether it can stand in an address and in a file's name as it is: 1 to 64 letters, digits, "-" and "_".
    var isPlainIdentifier: Bool {
        (1...64).contains(utf8.count)
            && utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            }
    }
}
