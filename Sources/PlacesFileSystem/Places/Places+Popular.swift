import Catalog
import Gazetteer
import HTTP
import PhotoTree
import Waiting

// Where people photograph now: asked once a day, behind all that users wait for.
extension Folders {
    /// Asks the source when the last answer is a day old, until the task is cancelled.
    func followPopularPlaces() async {
        // First comes the list of places: a source with one of its own is asked for no more.
        _ = await places.firstAnswer.value(ifCancelled: nil)
        var patience = Self.shortestPause
        while !Task.isCancelled {
            let moved = await HTTPRequest.Priority.$current.withValue(.background) { await places.refreshPopular() }
            for place in moved { await rewriteFiles(of: place) }
            // A network often comes a moment after the mount. Lists of more than seven days go every hour.
            let pause = places.knowsPopular ? Self.longestPause : patience
            patience = places.knowsPopular ? Self.shortestPause : min(patience * 2, Self.longestPause)
            guard (try? await listings.clock.sleep(for: pause)) != nil else { return }
        }
    }

    private static let shortestPause = Duration.seconds(60)
    private static let longestPause = Duration.seconds(3600)
}

extension Places {
    /// Whether the last question was answered, or none is needed.
    fileprivate var knowsPopular: Bool { popularFailure == nil && !snapshot.isProvisional }

    /// - Returns: The places that have another name now.
    fileprivate func refreshPopular() async -> [DirectoryKey] {
        guard snapshot.isGazetteer, !snapshot.isProvisional else { return [] }
        do throws(RefreshError) {
            if isPopularDue { try await askPopular() }
        } catch {
            // What was known stays for its seven days, and README.txt tells why there is no more.
            popularFailure = error
        }
        do throws(CatalogError) {
            return try await showPopular(try await listings.catalog.popularPlaces())
        } catch {
            popularFailure = .catalog(error)
            return []
        }
    }

    private func askPopular() async throws(RefreshError) {
        let sent = try await listings.asSource { () async throws(PhotoSourceError) in
            try await listings.source.photosSentLast(at: listings.now())
        }
        guard let sent else { return }
        let places = await counted(sent)
        try await listings.asCatalog { () async throws(CatalogError) in
            try await listings.catalog.store(sent: places)
        }
        popularFailure = nil
    }

    private var isPopularDue: Bool {
        guard let told = snapshot.popular.told else { return true }
        let age = listings.now() - told
        // Not more often than the services are to be asked, whatever `top-places-lifetime` says.
        return age < .zero || age >= max(.seconds(86_400), listings.settings.timing.topPlacesLifetime)
    }

    /// Reads all places of the gazetteer, which are not kept in memory for one answer a day.
    @concurrent private func counted(_ photos: [SentPhoto]) async -> [PhotographedPlace] {
        photos.isEmpty ? [] : PlaceFinder(gazetteer).places(of: photos)
    }
}
