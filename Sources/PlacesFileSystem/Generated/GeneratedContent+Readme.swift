import HTTP
import PhotoTree

// The text of README.txt in the root.
extension GeneratedContent {
    func readme() async -> String {
        let name = folders.listings.source.namespace
        let isOwn = folders.listings.source.isComplete
        let source = isOwn ? folders.listings.source.name : name.prefix(1).uppercased() + name.dropFirst()
        let whose = settings.needsNetwork ? source : "the sample"
        let heading =
            isOwn ? "your own photos, read where they lie." : "photos from \(whose), fetched when you read them."
        let tagging = isOwn ? "" : unlessReadOnly("`mkdir tags/sunset` adds a tag")
        let facts = [origin(source), reachability(source), settings.remark, folders.wayOut].compactMap(\.self)
        return """
            placesfs \(settings.version): \(heading)

            places/<country>/<city>/   photos taken there\(unlessReadOnly("`mkdir places/France/Dinan` adds a city, `rmdir` removes it"))
            tags/sunset/Beach/         \(isOwn ? "your photos" : "new photos") with the tags sunset and beach\(tagging)
            \(settings.hasPersonalFolders ? collections : "").placesfs/status           what is going on; .placesfs/cached/ holds what can be read offline

            In these folders:
            map.html                   what is in the folder on a map, in your browser
            map.geojson                the same as data (QGIS, ogrinfo, geojson.io)
            CREDITS.txt                who took each photo, and under which licence
            \(settings.isReadOnly ? "" : refusals)
            \(facts.joined(separator: "\n"))
            GeoNames data in the list of places: CC BY 4.0, https://www.geonames.org/; outlines of regions: Natural Earth

            \(folders.listings.source.notice)

            """
    }

    /// Where the list of places comes from, and why it is not the source's own.
    private func origin(_ source: String) -> String {
        let snapshot = folders.places.snapshot
        if folders.listings.source.isComplete {
            if let failure = folders.directories.failure(of: .places) {
                return "Your photos cannot be read now (\(failure.sentence))."
            }
            return "places/ shows the places of your photos; what has no position is in places/Unknown place/<year>/."
        }
        guard settings.needsNetwork else { return "places/ shows the cities of the \(source.lowercased())." }
        guard snapshot.isGazetteer else {
            return "places/ shows the places people photograph most now, as \(source) tells them."
        }
        if let failure = folders.directories.failure(of: .places) {
            return "places/ shows the built-in list, because \(source)'s list did not come (\(failure.sentence))."
        }
        return snapshot.refreshed == nil
            ? "places/ shows the built-in list until \(source) has told its own."
            : "places/ shows the built-in list: \(source) names no top places.\n" + popular()
    }

    /// Where people photograph now, or why that is not known.
    private func popular() -> String {
        let popular = folders.places.snapshot.popular
        guard popular.ranked.isEmpty else {
            let count = popular.ranked.count
            let places = count == 1 ? "one place" : "\(count) places"
            let time = popular.isOfWeek ? "in seven days" : "last"
            return
                "People photograph most in \(places) now, as what they sent \(time) tells: `placesfs places --popular`."
        }
        let unknown = "Where people photograph now is not known"
        if let failure = folders.places.popularFailure {
            let sentence = folders.listings.errors.sentence(of: failure)
            return "\(unknown), because what was sent last did not come (\(sentence))."
        }
        return popular.told == nil
            ? "\(unknown) yet." : "\(unknown): in what was sent last no place has photos by two people."
    }

    /// Taken from all that was asked: the lists of places are asked for too seldom to tell. Nil where there is nobody
    /// to reach.
    private func reachability(_ source: String) -> String? {
        guard settings.needsNetwork else { return nil }
        let hosts = folders.engines.hosts()
        let silent = hosts.compactMap { host in host.outage.map { Self.silence(of: host.host, $0) } }
        guard silent.isEmpty else { return "\(source) is not reachable (\(silent.joined(separator: "; ")))." }
        let refusing = hosts.filter(\.isRefusing).map { host in
            Self.silence(of: host.host, host.lastError ?? "asks to be left alone")
        }
        guard refusing.isEmpty else {
            return "\(source) does not answer now and is asked again by itself (\(refusing.joined(separator: "; ")))."
        }
        if folders.listings.isKeyRefused {
            return "\(source) is reachable, and refuses your key; placesfs doctor helps."
        }
        return hosts.contains { $0.requests > $0.running } ? "\(source) is reachable." : "\(source): not asked yet."
    }

    /// Most reasons name the host themselves.
    static func silence(of host: String, _ outage: String) -> String {
        let known = "not reachable: "
        let reason = outage.hasPrefix(known) ? String(outage.dropFirst(known.count)) : outage
        return reason.hasPrefix(host) ? reason : "\(host): \(reason)"
    }

    private var refusals: String {
        """

        A new folder is refused?   `placesfs info FOLDER` says why (FOLDER: where you wanted it, like places/France),
                                   and so does `getfattr -n user.places.error FOLDER`.
                                   `placesfs places NAME` searches the list of places, in every language.

        """
    }

    private var collections: String {
        """
        recents/                   the 20 photos viewed last\(unlessReadOnly("`rm` takes one off"))
        pins/<lat,lon words>/      photos taken near a point\(unlessReadOnly("`mkdir pins/48.8584,2.2945` drops a pin,"))

        """
            + (settings.isReadOnly
                ? "" : "                           `touch \"New Collection.txt\"` in it brings other photos\n")
            + "search/red door, in Paris/ photos that a name asks for"
            + unlessReadOnly("`mkdir 'search/lighthouse, in Brittany'` adds one") + "\n"
            + "albums/Poster/             photos that you put together"
            + unlessReadOnly("`mkdir albums/Poster`, then copy, drag or link photos into it") + "\n"
    }

    /// What can be done beside what is there; nothing where nothing can be made or removed.
    private func unlessReadOnly(_ words: String) -> String {
        settings.isReadOnly ? "" : "; " + words
    }
}
