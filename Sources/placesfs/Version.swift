/// What `--version`, the User-Agent and `.placesfs/version` say.
enum Version {
    static let number = "0.1.0"

    static let notice = """
        This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc.
        Nor is it by the Wikimedia Foundation, whose Commons it shows; photos are under the licences named with them.
        """

    static let text = "placesfs \(number)\n\(notice)"
}
