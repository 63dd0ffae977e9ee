import PhotoTree

// What README.txt says of the mount, in its root.
extension GeneratedContent {
    func readme() async -> String {
        let snapshot = folders.places.snapshot
        let name = folders.listings.source.namespace
        let source = name.prefix(1).uppercased() + name.dropFirst()
        let online = folders.directories.failure(of: .places).map { "not reachable (\($0.error.sentence))" }
        let origin =
            if snapshot.isGazetteer {
                "places/ shows the built-in gazetteer: \(source) names no top places."
            } else {
                "places/ shows the places people photograph most now, as \(source) tells them."
            }
        return """
            placesfs \(settings.version): photos from \(source), fetched when you read them.

            places/<country>/<city>/   photos taken there; `mkdir places/France/Annecy` adds a city, `rmdir` removes it
            tags/<tag>/<other tag>/    a tag's newest photos by their other tags; `mkdir tags/sunset` adds one
            \(settings.hasCollections ? collections : "")map.html                   every list on a map, in your browser
            map.geojson                the same as data (QGIS, ogrinfo, geojson.io)
            CREDITS.txt                who took each photo, and under which licence
            .placesfs/status           what is going on; .placesfs/cached/ holds what can be read offline

            \(origin)
            GeoNames data in the gazetteer: CC BY 4.0, https://www.geonames.org/
            \(source) is \(online ?? "reachable").
            \([settings.remark, settings.wayOut].compactMap(\.self).map { $0 + "\n" }.joined())
            \(folders.listings.source.notice)

            """
    }

    private var collections: String {
        """
        recents/                   the 20 photos viewed last; `rm` takes one off
        pins/<lat,lon words>/      photos taken near a point; `mkdir pins/48.8584,2.2945` drops a pin,
                                   `touch "New Collection.txt"` in it brings other photos

        """
    }
}
