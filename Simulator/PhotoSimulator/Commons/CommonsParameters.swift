/// The parameters of the simulated modules; a misspelt one gets the same warning as from the real API.
enum CommonsParameters {
    static let prefixes = [
        "imageinfo": "ii", "coordinates": "co", "categories": "cl", "info": "in", "categoryinfo": "ci", "search": "sr",
        "geosearch": "gs", "categorymembers": "cm", "allimages": "ai", "siteinfo": "si", "userinfo": "ui",
        "links": "pl",
    ]

    static let general: Set<String> = [
        "action", "format", "formatversion", "maxlag", "smaxage", "maxage", "assert", "assertuser", "requestid",
        "servedby", "curtimestamp", "responselanginfo", "origin", "crossorigin", "uselang", "variant", "errorformat",
        "errorlang",
        "errorsuselocal", "callback", "utf8", "ascii", "wrappedhtml", "prop", "list", "meta", "indexpageids", "export",
        "exportnowrap", "exportschema", "iwurl", "continue", "rawcontinue", "titles", "pageids", "revids", "generator",
        "redirects", "converttitles",
    ]

    private static let own: [String: Set<String>] = [
        "ii": [
            "prop", "limit", "start", "end", "urlwidth", "urlheight", "metadataversion", "extmetadatalanguage",
            "extmetadatamultilang", "extmetadatafilter", "urlparam", "badfilecontexttitle", "continue",
            "localonly",
        ],
        "co": ["limit", "continue", "prop", "primary", "distancefrompoint", "distancefrompage"],
        "cl": ["prop", "show", "limit", "continue", "categories", "dir"],
        "pl": ["namespace", "limit", "continue", "titles", "dir"],
        "in": ["prop", "linkcontext", "testactions", "testactionsdetail", "testactionsautocreate", "preloadcustom"],
        "ci": ["continue"],
        "sr": [
            "search", "namespace", "limit", "offset", "qiprofile", "what", "info", "prop", "interwiki",
            "enablerewrites", "sort",
        ],
        "gs": ["coord", "page", "bbox", "radius", "maxdim", "sort", "limit", "globe", "namespace", "prop", "primary"],
        "cm": [
            "title", "pageid", "prop", "namespace", "type", "continue", "limit", "sort", "dir", "start", "end",
            "starthexsortkey", "endhexsortkey", "startsortkeyprefix", "endsortkeyprefix", "startsortkey", "endsortkey",
        ],
        "ai": [
            "sort", "dir", "from", "to", "continue", "start", "end", "prop", "prefix", "minsize", "maxsize", "sha1",
            "sha1base36", "user", "filterbots", "mime", "limit",
        ],
        "si": ["prop", "filteriw", "showalldb", "numberingroup", "inlanguagecode"],
        "ui": ["prop", "attachedwiki"],
    ]

    /// `prefix` is a module's own, or begins with "g" for a generator.
    static func isParameter(_ name: String, prefix: String) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        let module = own[prefix] ?? own[String(prefix.dropFirst())] ?? []
        return module.contains(String(name.dropFirst(prefix.count)))
    }
}
