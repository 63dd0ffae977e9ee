import HTTP
import PhotoTree

// The text of README.txt in the root.
extension GeneratedContent {
    func readme() async -> String {
        let snapshot = folders.places.snapshot
        let name = folders.listings.source.namespace
        let source = name.prefix(1).uppercased() + name.dropFirst()
        let origin =
            if snapshot.isGazetteer {
                "places/ shows the built-in gazetteer: \(source) names no top places."
            } else {
                "places/ shows the places people photograph most now, as \(source) tells them."
            }
        return """
            placesfs \(settings.version): photos from \(source), fetched when you read them.

            places/<country>/<city>/   photos taken there\(unlessReadOnly("`mkdir places/France/Annecy` adds a city, `rmdir` removes it"))
            tags/<tag>/<other tag>/    the newest photos with both tags\(unlessReadOnly("`mkdir tags/sunset` adds a tag"))
            \(settings.hasCollections ? collections : "")map.html                   every list on a map, in your browser
            map.geojson                the same as data (QGIS, ogrinfo, geojson.io)
            CREDITS.txt                who took each photo, and under which licence
            .placesfs/status           what is going on; .placesfs/cached/ holds what can be read offline

            \(origin)
            GeoNames data in the gazetteer: CC BY 4.0, https://www.geonames.org/; outlines of regions: Natural Earth
            A region shows what lies in its outline; `getfattr -n user.places.query` of it says what \(source) is asked for.
            \(source) is \(reachability).
            \([settings.remark, settings.wayOut].compactMap(\.self).map { $0 + "\n" }.joined())
            \(folders.listings.source.notice)

            """
    }

    /// Taken from the status of the hosts: the lists of places are asked for too seldom to tell.
    private var reachability: String {
        let silent = folders.engines.hosts().compactMap { host in host.outage.map { "\(host.host): \($0)" } }
        guard silent.isEmpty else { return "not reachable (\(silent.joined(separator: "; ")))" }
        if case .source(.credentialsRefused(let text))? = folders.directories.failure(of: .places)?.error {
            return "reachable, and refuses the key (\(text))"
        }
        return "reachable"
    }

    private var collections: String {
        """
        recents/                   the 20 photos viewed last\(unlessReadOnly("`rm` takes one off"))
        pins/<lat,lon words>/      photos taken near a point\(unlessReadOnly("`mkdir pins/48.8584,2.2945` drops a pin,"))

        """
            + (settings.isReadOnly
                ? "" : "                           `touch \"New Collection.txt\"` in it brings other photos\n")
    }

    /// What can be done beside what is there; nothing where nothing can be made or removed.
    private func unlessReadOnly(_ words: String) -> String {
        settings.isReadOnly ? "" : "; " + words
    }
}
