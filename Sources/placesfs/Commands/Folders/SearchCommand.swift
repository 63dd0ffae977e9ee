internal import ArgumentParser
internal import Catalog
internal import Foundation
internal import Gazetteer
internal import OwnPhotos
internal import PhotoCache
internal import PhotoTree
internal import PlacesFileSystem

/// `placesfs search`: prints what a folder of that name in `search/` would show, without making one.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Print what a folder of this name in search/ would show.",
        discussion: """
            Parts of a query stand between commas: words, "in PLACE", years, cc, commercial or public-domain, landscape, \
            portrait, square or panorama, 2000px, "by NAME", #tag, newest, interesting, nearest or random, 500 photos, \
            known. Everything else is words to look for: placesfs search 'lighthouse, in Brittany, 2010-2020, cc'
            Prints the title, author, licence and page of each photo, a line each, and on standard error how the query \
            was understood. Takes the options of mount; in a mount, those of that mount, unless you name a source. With \
            known nobody is asked.
            """)

    @Flag(help: "As a JSON array, one object a photo (default: no).")
    var json = false

    @OptionGroup var options: MountArguments

    @Argument(help: "A query.")
    var words: [String]

    func validate() throws {
        guard !words.allSatisfy(\.isEmpty) else { throw ValidationError("type what you look for") }
    }

    func run() async throws {
        let search = try await TypedSearch(words.joined(separator: " "), options)
        Output.complaint(search.sentence)
        let photos = try await search.photos()
        if json { return try Output.json(photos.map(FoundPhoto.init)) }
        for photo in photos { Output.text(PrintableText.line(Credits.line(for: photo), maximumBytes: 64 << 10)) }
    }
}

/// A photo as the command prints it in JSON.
private struct FoundPhoto: Encodable {
    let id: String
    let title: String
    let author: String
    let license: String?
    let licenseURL: String?
    let page: String
    let taken: String?
    let latitude: Double?
    let longitude: Double?
    let width: Int?
    let height: Int?
    let tags: [String]

    enum CodingKeys: String, CodingKey {
        case id, title, author, license, page, taken, latitude, longitude, width, height, tags
        case licenseURL = "license_url"
    }

    init(_ photo: Photo) {
        id = photo.id.rawValue
        title = photo.title
        author = photo.ownerName.isEmpty ? photo.owner : photo.ownerName
        license = photo.license?.name
        licenseURL = photo.license?.url
        page = photo.pageURL
        taken = DateText.taken(photo)
        latitude = photo.coordinate?.latitude
        longitude = photo.coordinate?.longitude
        width = photo.dimensions?.width
        height = photo.dimensions?.height
        tags = photo.tags
    }
}

/// A query that was typed as an argument, and whom it is put to.
private struct TypedSearch {
    private let query: PhotoSearch
    private var place: SearchPlace?
    private var placeWords: String?
    private let plan: MountPlan
    private let source: any PhotoSource

    /// - Throws: Why the query means nothing, or what the source lacks.
    init(_ typed: String, _ options: MountArguments) async throws(CommandFailure) {
        let gazetteer: Gazetteer
        do throws(GazetteerError) {
            gazetteer = try Gazetteer.bundled()
        } catch {
            throw CommandFailure(.failure, "\(error)")
        }
        do throws(SearchName.Refusal) {
            query = try SearchName.query(
                typed, now: Assembly.now(), isPlace: gazetteer.isSearchPlace, isNoted: gazetteer.isNotedPlace)
        } catch {
            throw CommandFailure(.usage, "cannot search: \(error.sentence)")
        }
        let base = BaseDirectories.ofThisProcess()
        let configuration = try options.configurationHere(environment: StartEnvironment.values, base: base)
        let choice = try await SourceChoice(configuration, base)
        // Nothing is mounted here that could be mounted again.
        let stopgap = "no network, so the sample is searched: made-up pictures"
        if let remark = choice.isStopgap ? stopgap : choice.remark { Output.complaint("placesfs: \(remark)") }
        plan = MountPlan(
            configuration: configuration, source: choice.source, kernelWords: [],
            directories: SourceDirectories(configuration, source: choice.source, base: base), base: base)
        source = try await Assembly.source(
            plan, DiskThreads(), counting: Assembly.usageMeter(plan), logs: Logs(plan, isDetached: false),
            gazetteer: { gazetteer }
        ).0
        // Nobody else may have looked at the folder.
        await (source as? OwnPhotosSource)?.awaitScan()
        do throws(CommandFailure) {
            try await find(query.place, gazetteer)
        } catch {
            await source.close()
            throw error
        }
    }

    private mutating func find(_ name: String?, _ gazetteer: Gazetteer) async throws(CommandFailure) {
        guard let name else { return }
        guard let meaning = PinName(name) else {
            throw CommandFailure(.usage, "cannot search: \(PinRefusal.sentence(name))")
        }
        if let found = gazetteer.searchPlace(meaning, typed: name, radius: query.radius) {
            if case .area(let area) = found.place, query.radius != nil {
                throw CommandFailure(
                    .usage, "cannot search: \(area.name) is an area with an outline of its own; leave the radius out")
            }
            (place, placeWords) = (found.place, found.words)
            return
        }
        guard let landmark = try await landmark(named: PinName.withoutRadius(name)) else {
            throw CommandFailure(.failure, UnknownName(name, ofA: .search, gazetteer).sentence)
        }
        place = Gazetteer.searchPlace(around: landmark, radius: query.radius)
        let title = PrintableText.line(landmark.title, maximumBytes: 200)
        placeWords = "\(title), \(gazetteer.words(for: landmark.coordinate))"
    }

    /// What a mount learnt of a name, or what the source says of it now.
    private func landmark(named name: String) async throws(CommandFailure) -> Landmark? {
        guard source.findsLandmarks else { return nil }
        do throws(CatalogError) {
            let learnt = try await StoredLandmarks.landmark(named: SearchKey.of(name), at: plan.directories.catalog)
            if learnt != nil || query.isKnown { return learnt }
        } catch {
            throw CommandFailure(error)
        }
        return try await asking { () async throws(PhotoSourceError) in try await source.landmark(named: name) }
    }

    /// What was understood.
    var sentence: String {
        var shown = query
        if case .circle(_, let radius) = place { shown.radius = radius }
        return shown.sentence(where: placeWords)
    }

    /// What is found; after that the source is closed.
    func photos() async throws(CommandFailure) -> [Photo] {
        do throws(CommandFailure) {
            let photos = try await found()
            await source.close()
            return photos
        } catch {
            await source.close()
            throw error
        }
    }

    private func found() async throws(CommandFailure) -> [Photo] {
        let options = plan.shown
        let limit = query.count ?? options.perPin
        let lot = query.order == .random ? Int.random(in: 1...10) : 1
        guard !query.isKnown else {
            do throws(CatalogError) {
                return try await StoredPhotos.known(
                    query, near: place, license: options.license, limit: limit, lot: lot, at: plan.directories.catalog,
                    now: Assembly.now())
            } catch {
                throw CommandFailure(error)
            }
        }
        let wanted = PhotoQuery(
            subject: .search(query, near: place), limit: limit, order: options.sort, license: options.license,
            page: lot)
        // What takes longer than a listing may is continued by the same question.
        while true {
            let page = try await asking { () async throws(PhotoSourceError) in try await source.photos(wanted) }
            guard page.extent == .begun, page.photos.count < limit else { return page.photos }
        }
    }

    private func asking<Value>(
        _ ask: () async throws(PhotoSourceError) -> Value
    ) async throws(CommandFailure) -> Value {
        do throws(PhotoSourceError) {
            return try await ask()
        } catch {
            throw CommandFailure(.refreshFailed, error.sentence(source.name, at: Assembly.now()))
        }
    }
}
