import FoundationEssentials

/// The files of a map's page, read once: our own page, style and scripts, the outline of the land, and the installed
/// Leaflet. Without Leaflet the page has only the list and a sentence that says what to install.
public struct MapAssets: Sendable {
    let page: String
    let style: String
    let script: String
    /// Natural Earth's land as JSON.
    let outline: String
    /// Leaflet's and markercluster's; nil where they are not installed.
    let leaflet: Leaflet?

    struct Leaflet: Sendable {
        let style: String
        let script: String
    }

    /// Where Debian's libjs-leaflet and libjs-leaflet.markercluster put their files.
    public static let leafletDirectory = "/usr/share/javascript/leaflet"

    /// The files installed with the program, and Leaflet from a folder with the files of Debian's packages.
    ///
    /// - Parameters:
    ///   - leaflet: That folder.
    ///   - read: Reads a file of that folder by its name, if it is to be read otherwise than by its path.
    /// - Returns: All that a map's page needs.
    /// - Throws: Which of our files is missing or damaged.
    public static func load(
        leaflet: String = leafletDirectory, read: ((_ name: String) -> [UInt8]?)? = nil
    ) throws(MapAssetsError) -> MapAssets {
        try MapAssets(directory: ResourceDirectory.path() + "/map", leaflet: leaflet, read: read)
    }

    /// Reads our files from `directory` and Leaflet from `leaflet`, there by `read` if that is given.
    public init(
        directory: String, leaflet: String, read: ((_ name: String) -> [UInt8]?)? = nil
    ) throws(MapAssetsError) {
        func own(_ name: String) throws(MapAssetsError) -> String {
            guard let text = Self.text(at: "\(directory)/\(name)") else { throw .missing("\(directory)/\(name)") }
            let isPage = name == "page.html"
            guard isPage ? Self.markers.allSatisfy(text.contains) : Self.mayBeInlined(text) else {
                throw .damaged("\(directory)/\(name)")
            }
            return text
        }
        page = try own("page.html")
        style = try own("page.css")
        outline = try own("outline.json")
        var scripts: [String] = []
        for name in Self.scripts { scripts.append(Self.withoutComments(try own(name))) }
        // One function around all scripts, so that nothing in them is global and each file can be a plain script.
        script = "(() => {\n\"use strict\";\n" + scripts.joined(separator: "\n") + "})();\n"
        self.leaflet = Self.leaflet { name in
            guard let read else { return Self.text(at: "\(leaflet)/\(name)") }
            return read(name).flatMap { String(validating: $0, as: UTF8.self) }
        }
    }

    /// Whether pages show a map beside the list; if not, the user must install `leafletPackages`.
    public var hasLeaflet: Bool { leaflet != nil }
    /// The packages to install for a map beside the list.
    public static let leafletPackages = ["libjs-leaflet", "libjs-leaflet.markercluster"]

    /// In the order in which they run.
    private static let scripts = [
        "text.js", "links.js", "features.js", "heading.js", "thumbnails.js", "callout.js", "list.js", "search.js",
        "back.js", "outline.js", "layers.js", "markers.js", "view.js", "stage.js", "selection.js", "pin.js", "main.js",
    ]

    /// The placeholders in the page for the parts that differ.
    static let markers = ["{{policy}}", "{{style}}", "{{data}}", "{{script}}"]

    private static func leaflet(reading text: (_ name: String) -> String?) -> Leaflet? {
        var styles: [String] = []
        var scripts: [String] = []
        for name in ["leaflet.css", "MarkerCluster.css"] {
            guard let text = text(name) else { return nil }
            styles.append(withoutSourceMap(text))
        }
        for name in ["leaflet", "leaflet.markercluster"] {
            guard let text = text("\(name).min.js") ?? text("\(name).js") else { return nil }
            scripts.append(withoutSourceMap(text))
        }
        let found = Leaflet(style: styles.joined(separator: "\n"), script: scripts.joined(separator: ";\n"))
        return mayBeInlined(found.script) && mayBeInlined(found.style) ? found : nil
    }

    /// Whether nothing in it ends the element around it or changes how that is parsed (HTML, 4.12.1.3). Checked by
    /// bytes, like the lines below: checking the characters of Leaflet's 175 KB took 40 ms of every mount's start.
    private static func mayBeInlined(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while let index = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[(index + 1)...]
            let lower = rest.prefix(longestEnd).map { $0 | 0x20 }
            if ends.contains(where: lower.starts) { return false }
        }
        return true
    }

    private static let ends = ["/script", "/style", "!--", "script"].map { Array($0.utf8) }
    private static let longestEnd = 7

    /// Our own scripts without the lines that are for whoever reads them here.
    private static func withoutComments(_ script: String) -> String {
        lines(of: script) { line in
            let code = line.drop { $0 == UInt8(ascii: " ") }
            return !code.isEmpty && !code.starts(with: "//".utf8)
        } + "\n"
    }

    /// Without the reference to a source map, which developer tools would look for beside the page.
    private static func withoutSourceMap(_ text: String) -> String {
        lines(of: text) { line in
            !["//# sourceMappingURL=", "/*# sourceMappingURL="].contains { line.starts(with: $0.utf8) }
        }
    }

    private static func lines(of text: String, where isWanted: (ArraySlice<UInt8>) -> Bool) -> String {
        let newline = UInt8(ascii: "\n")
        var wanted: [UInt8] = []
        wanted.reserveCapacity(text.utf8.count)
        var isFirst = true
        for line in Array(text.utf8).split(separator: newline, omittingEmptySubsequences: false) where isWanted(line) {
            if !isFirst { wanted.append(newline) }
            wanted += line
            isFirst = false
        }
        return String(decoding: wanted, as: UTF8.self)
    }

    private static func text(at path: String) -> String? {
        // All callers treat an unreadable file as absent.
        guard let bytes = try? Data(contentsOf: URL(filePath: path)) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }
}

/// Why there are no map pages: files installed with the program are missing or changed.
public enum MapAssetsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No such file, or it cannot be read; with its path.
    case missing(String)
    /// Not one of our files, or cut short; with its path.
    case damaged(String)

    /// One line for the user.
    public var description: String {
        switch self {
        case .missing(let path): "the page of maps cannot be read at \(path); install placesfs again"
        case .damaged(let path): "the page of maps at \(path) is damaged; install placesfs again"
        }
    }
}
