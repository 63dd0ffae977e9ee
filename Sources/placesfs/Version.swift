/// The version that `--version`, the User-Agent and `.placesfs/version` show.
enum Version {
    static let number = "0.1.0"
    /// The commit of this build; scripts/package writes it into the sources that it builds.
    static let build = ""
    /// `0.1.0`, or `0.1.0+3fa2c1b`.
    static let full = build.isEmpty ? number : "\(number)+\(build)"

    static let notice = """
        This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc.
        Nor is it by the Wikimedia Foundation, whose Commons it shows; photos are under the licences named with them.
        """

    static let text = "placesfs \(full)\n\(notice)"
}
