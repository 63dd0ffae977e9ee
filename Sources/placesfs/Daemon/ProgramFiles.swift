internal import Gazetteer
internal import LinuxProcess
internal import PhotoTree

/// The files that are installed with the program: the list of places and the parts of the map page.
struct ProgramFiles: Sendable {
    let gazetteer: Gazetteer
    let mapPage: MapPage
    /// Whether pages show a map, and not only a list.
    let hasLeaflet: Bool

    /// - Throws: Which file is unusable.
    init(_ plan: MountPlan) throws(CommandFailure) {
        gazetteer = try Self.gazetteer()
        let assets = try Self.mapAssets(plan.configuration.maps.leafletDirectory)
        hasLeaflet = assets.hasLeaflet
        mapPage = MapPage(
            assets: assets, tiles: plan.configuration.maps.tiles, images: plan.configuration.plainImageHosts)
    }

    /// What maps are made with that are passed on.
    ///
    /// - Throws: Which file is unusable.
    static func handoutPage() throws(CommandFailure) -> MapPage {
        MapPage(assets: try mapAssets(nil), tiles: MapSettings().tiles)
    }

    private static func gazetteer() throws(CommandFailure) -> Gazetteer {
        do throws(GazetteerError) {
            return try Gazetteer.bundled()
        } catch {
            throw CommandFailure(.failure, "the list of places that belongs to the program is unusable: \(error)")
        }
    }

    /// The parts of the map page, with the Leaflet of a folder; nil for the usual one.
    ///
    /// - Throws: Why they are unusable.
    static func mapAssets(_ folder: String?) throws(CommandFailure) -> MapAssets {
        let assets: MapAssets
        do throws(MapAssetsError) {
            // Who can write into another folder must not have other files of this user shown in a page.
            assets = try MapAssets.load(
                leaflet: folder ?? MapAssets.leafletDirectory,
                read: folder.map { folder in
                    { name in try? RegularFile.read(name, beneath: folder, limit: 8 << 20) }
                })
        } catch {
            throw CommandFailure(.failure, "\(error)")
        }
        if let folder, !assets.hasLeaflet {
            let packages = MapAssets.leafletPackages.joined(separator: " and ")
            throw CommandFailure(
                .configuration,
                "there is no Leaflet in \(folder) (leaflet-dir), or links lead out of that folder; the packages \(packages) have it"
            )
        }
        return assets
    }
}
