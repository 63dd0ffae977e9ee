/// The name of a file that makes a mount forget a photo: `placesfs cache forget` creates it in `.placesfs`, which every
/// mount has. The file never comes to exist. The name contains the photo's id, because the user may forget a photo that
/// no directory lists.
public enum ForgetTrigger {
    private static let prefix = ".forget-"
    /// NAME_MAX.
    private static let longest = 255

    /// nil for an id that is too long for a name.
    public static func name(of photo: PhotoID) -> String? {
        let name = prefix + String(percentCodeOf: photo.rawValue, plain: isPlain)
        return name.utf8.count <= longest && name != prefix ? name : nil
    }

    /// The photo that the name asks to forget; nil for a name that `name(of:)` does not make.
    public static func photo(named name: String) -> PhotoID? {
        guard name.hasPrefix(prefix) else { return nil }
        let text = String(percentCode: name.utf8.dropFirst(prefix.utf8.count))
        guard let text, self.name(of: PhotoID(text)) == name else { return nil }
        return PhotoID(text)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// The file that makes a mount ask its source again for a directory's listing: `placesfs refresh` creates it in that
/// directory, but it never comes to exist.
public enum RefreshTrigger {
    public static let name = ".refresh"
}

/// The file that makes a mount learn the sizes of a directory's photos: `placesfs refresh --sizes` creates it in that
/// directory, but it never comes to exist.
public enum SizesTrigger {
    public static let name = ".exact-sizes"
}
