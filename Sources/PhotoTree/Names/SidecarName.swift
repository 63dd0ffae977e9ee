/// The names of sidecars: that of `Sunset.jpg` is `Sunset.geojson`, that of `Sunset.png` is `Sunset.png.geojson`, because
/// both may stand side by side.
public enum SidecarName {
    public static let suffix = ".geojson"

    public static func of(_ photo: String) -> String {
        let isUsual = photo.endsWithBytes(of: PhotoEnding.usual)
        return (isUsual ? photo.droppingLastBytes(PhotoEnding.usual.utf8.count) : photo) + suffix
    }

    /// How many bytes that name has.
    public static func length(of photo: String) -> Int {
        let isUsual = photo.endsWithBytes(of: PhotoEnding.usual)
        return photo.utf8.count - (isUsual ? PhotoEnding.usual.utf8.count : 0) + suffix.utf8.count
    }

    /// The names of the photos that a sidecar of this name may belong to; none for other names.
    public static func photos(besides name: String) -> [String] {
        guard name.endsWithBytes(of: suffix), name.utf8.count > suffix.utf8.count else { return [] }
        let stem = name.droppingLastBytes(suffix.utf8.count)
        let isOther = PhotoEnding.of(stem).map { !$0.hasBytes(of: PhotoEnding.usual) } ?? false
        return (isOther ? [stem] : []) + [stem + PhotoEnding.usual]
    }

    /// The same for keys of names, which tell no endings apart.
    public static func keys(besides key: String) -> [String] {
        let stem = key.droppingLastBytes(suffix.utf8.count)
        return (PhotoEnding.of(stem) == nil ? [] : [stem]) + [stem + PhotoEnding.usual]
    }
}
