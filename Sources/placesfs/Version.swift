/// What `--version`, the User-Agent and `.placesfs/version` say.
enum Version {
    static let number = "0.1.0"
    /// Which commit it was built from; scripts/package writes it here in the sources it builds.
    static let build = ""
    /// `0.1.0`, or `0.1.0+3fa2c1b`.
    static let full = build.isEmpty ? number : "\(number)+\(build)"

    static let notice = """
        This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc.
        Nor is it by the Wikimedia Foundation, whose Commons it shows; photos are under the licences named with them.
        """

    static let text = "placesfs \(full)\n\(notice)"
}
