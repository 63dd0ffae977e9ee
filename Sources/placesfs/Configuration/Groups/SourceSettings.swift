internal import Flickr

struct SourceSettings: SettingGroup {
    /// Nil when no source was chosen.
    var source: SourceName?
    /// The absolute path of the folder that the photos lie in.
    var from: String?
    var ownAuthor: String?
    var ownLicense: String?
    /// The given key, or why it cannot be one, which matters only to a mount that needs Flickr.
    var key: Result<APIKey, CommandFailure>?
    /// Nil if another API base is given: a mirror knows only the sources' own addresses.
    var mirror: Mirror?
    var apiBase: String?
    var imageBase: String?
    var allowsPlainHTTP = false
    /// The person whom the source may write to about requests.
    var contact: String?
    /// In libcurl's form; empty for no proxy, nil for that of the environment.
    var proxy: String?

    var apiKey: APIKey? { try? key?.get() }

    var keyFlaw: CommandFailure? {
        guard case .failure(let flaw) = key else { return nil }
        return flaw
    }

    static let title = "Where photos come from"
    static let rows: [SettingRow<SourceSettings>] = [
        SettingRow(
            "source", \.source, .source,
            "`flickr`, `commons`, `sample`, or `folder` for your own photos",
            default: "`flickr` if you have a key, else `commons`; `sample` if Commons does not answer"),
        SettingRow(
            "from", \.from, .folder, "With `source folder`: the folder, or zip file, of your photos",
            more: "See [your own photos](your-own-photos.md)."),
        SettingRow(
            "own-author", \.ownAuthor, .name, "With `source folder`: the author of photos that name nobody"),
        SettingRow(
            "own-license", \.ownLicense, .name,
            "With `source folder`: the licence of photos that name neither author nor licence, like `CC BY 4.0`"),
        SettingRow(
            "flickr-api-key", \.key, .apiKey,
            "The key that Flickr gave you; in a file or `FLICKR_API_KEY` only",
            place: .filesOnly),
        SettingRow(
            "mirror", \.mirror, .mirror,
            "Address of your team's caching mirror, or `none`; the mount needs no key then",
            more: "See [one cache for a team](team.md)."),
        SettingRow(
            "api-base", \.apiBase, .address, "Address of a simulator's API, or `none`",
            default: "the source's own",
            more: "With a state and a cache of its own.",
            place: .anywhereUnlisted),
        SettingRow(
            "image-base", \.imageBase, .address, "Scheme and host of all image addresses, or `none`",
            default: "as the API says", place: .anywhereUnlisted),
        SettingRow(
            "allow-plain-http", \.allowsPlainHTTP, .isOn,
            "Allow http without TLS for a mirror on another machine"),
        SettingRow(
            "contact", \.contact, .contact,
            "Your mail or web address, which Wikimedia gets with each request",
            default: "the builder's"),
        SettingRow(
            "proxy", \.proxy, .proxy,
            "Proxy for all requests, `http://HOST:PORT` or `socks5h://HOST:PORT`, or `none`",
            default: "that of `https_proxy`",
            more: """
                Units and menu entries need it, because they have no environment. With a password \
                (`http://name:password@…`): in a file of mode 0600.
                """),
    ]
}
