import Foundation

@testable import PhotoTree

extension MapWorld {
    /// A town's photos: three of them at one spot, two without a position, one whose thumbnail is gone.
    static func annecy(port: Int) -> [Photo] {
        let shots: [(String, String, Double?, Double)] = [
            ("Pont des Amours", "The bridge of lovers, early on a morning in May, with nobody on it.", 45.8996, 6.1331),
            ("Palais de l'Isle", "Once a prison, in the middle of the Thiou.", 45.8985, 6.1268),
            ("Château d'Annecy", "", 45.8977, 6.1259),
            ("Market in the old town", String(repeating: "Cheese, and more cheese. ", count: 40), 45.8990, 6.1262),
            ("Lake at dusk", "From the Pâquier, looking south to the Tournette.", 45.9012, 6.1389),
            ("Swan", "One.", 45.9012, 6.1389),
            ("Two swans", "Two.", 45.9012, 6.1389),
            ("Talloires from above", "A paraglider's view.", 45.8413, 6.2140),
            ("Somewhere by the lake", "Nobody remembers where.", nil, 0),
            ("Indoors", "", nil, 0),
        ]
        return shots.enumerated().map { index, shot in
            let thumbnail = index == 2 ? "gone" : "thumbnail"
            return Photo(
                id: PhotoID("\(1000 + index)"), title: shot.0, description: shot.1, owner: "1@N00",
                ownerName: index == 1 ? "" : "Ann Lee",
                license: License(id: "4", name: "CC BY 2.0", url: "https://creativecommons.org/licenses/by/2.0/"),
                taken: nil, coordinate: shot.2.flatMap { Coordinate(latitude: $0, longitude: shot.3) },
                tags: index == 0 ? ["annecy"] : [], pageURL: "https://www.example.org/photos/ann/\(1000 + index)/",
                renditions: [rendition("http://127.0.0.1:\(port)/\(thumbnail)/\(1000 + index).png")])
        }
    }

    /// So many photos strewn over Europe.
    static func many(_ count: Int) -> [Photo] {
        (0..<count).map { index in
            let coordinate = Coordinate(
                latitude: 40 + Double(index * 7919 % 1000) / 60, longitude: -5 + Double(index * 104_729 % 1000) / 40)
            return Photo(
                id: PhotoID("\(index)"), title: "Photo \(index + 1)", owner: "1@N00", ownerName: "Ann Lee",
                coordinate: coordinate, pageURL: "https://www.example.org/\(index)")
        }
    }

    /// Without titles, as many are.
    static let untitled: [Photo] = [
        Photo(
            id: PhotoID("2000"), title: "", description: "Fountain hopping after finals.\nNobody asked us to leave.",
            owner: "1@N00", coordinate: Coordinate(latitude: 37.42, longitude: -122.17)),
        Photo(
            id: PhotoID("2001"), title: "", owner: "1@N00",
            coordinate: Coordinate(latitude: 37.43, longitude: -122.16)),
    ]

    /// On both sides of the antimeridian.
    static let fiji = towns([
        ("Suva", -18.14, 178.44), ("Savusavu", -16.78, 179.33), ("Vuna", -16.93, -179.92), ("Lau", -18.2, -178.8),
    ])

    /// The smallest box around them goes from Lisbon eastwards to Honolulu.
    static let world = towns([
        ("Tokyo", 35.69, 139.69), ("Honolulu", 21.31, -157.86), ("Lisbon", 38.73, -9.13), ("Nairobi", -1.28, 36.82),
    ])

    private static func towns(_ towns: [(name: String, latitude: Double, longitude: Double)]) -> [Photo] {
        towns.map { name, latitude, longitude in
            Photo(
                id: PhotoID(name), title: name, owner: "1@N00",
                coordinate: Coordinate(latitude: latitude, longitude: longitude))
        }
    }

    static func rendition(_ url: String) -> Rendition {
        Rendition(name: "n", width: 320, height: 240, url: url)
    }
}

/// What somebody would write who wants a page of ours to run it.
enum Hostile {
    static let title = "</title><script>attacked('heading')</script>"

    static let texts = [
        "<img src=x onerror=attacked('image')>",
        "</script><script>attacked('script')</script>",
        "<!--<script>attacked('comment')",
        "{{script}}{{data}}",
        "<style>body{display:none}</style>",
        "' onmouseover='attacked(1)' \" onfocus=\"attacked(2)\" autofocus tabindex=1 x=\"",
        "\u{202E}gnp.exe \u{2066}isolated \u{200F}right",
        "]]>\u{2028}attacked('line')\u{2029}",
        String(repeating: "long ", count: 2048),
        String(repeating: "W", count: 10_240),
        "`${attacked('template')}`",
        "&lt;b&gt; &amp; &#x3c;script&#x3e;",
    ]

    static let pages = [
        "javascript:attacked('page')", " JaVaScRiPt:attacked('page')", "data:text/html,<script>attacked()</script>",
        "file:///etc/passwd", "//evil.example/", "https://user@www.example.org/\"onclick=\"attacked('link')",
        "vbscript:x", "blob:https://x/y", "", "https://", "ftp://example.org/", "https://example.org/<script>",
    ]

    static func photos(port: Int) -> [Photo] {
        zip(texts, pages).enumerated().map { index, pair in
            Photo(
                id: PhotoID("h\(index)"), title: pair.0, description: pair.0, owner: "1@N00", ownerName: pair.0,
                license: License(id: "9", name: pair.0, url: pair.1),
                coordinate: Coordinate(latitude: 10 + Double(index), longitude: 20 + 2 * Double(index)),
                tags: [pair.0], pageURL: pair.1, renditions: [MapWorld.rendition(pair.1)])
        }
    }
}
