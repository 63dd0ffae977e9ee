import HTTP
import PhotoTree
import Synchronization
import TestClock

/// A source that answers what a test tells it to, when the test lets it.
final class ScriptedSource: PhotoSource {
    let namespace = "scripted"
    let notice = "Scripted for tests."
    let imageHosts = ["images.example"]
    let standardRendition = "b"
    let renditionNames = ["b"]
    let firstTopics = ["cs193pspot"]

    let places: Shared<Result<[Place], PhotoSourceError>>
    let photosByPlace = Shared<[PlaceID: Result<PhotoPage, PhotoSourceError>]>([:])
    /// Every question for photos passes here.
    let barrier = Barrier(isOpen: true)
    /// Every answer with photos of a place passes here.
    let answers = Barrier(isOpen: true)
    /// Every question for places passes here.
    let placesBarrier = Barrier(isOpen: true)
    let questions = Shared<[PlaceID]>([])
    /// What is near any point, and which were asked about.
    let photosAtPoint = Shared<Result<PhotoPage, PhotoSourceError>>(.success(PhotoPage(photos: [], total: 0)))
    let points = Shared<[Coordinate]>([])
    /// What is in any area, by page, and which pages were asked for.
    let photosInArea = Shared<@Sendable (Int) -> PhotoPage>({ _ in PhotoPage(photos: [], total: 0) })
    let areaPages = Shared<[Int]>([])
    /// What bears a tag: nothing for those that are not in it.
    let photosByTag = Shared<[String: [Photo]]>([:])
    /// What searches find: nothing for those that it does not know.
    let found = Shared<@Sendable (PhotoQuery) -> PhotoPage?>({ _ in nil })
    /// What is found by a name; nil where the source looks no names up.
    let landmarks = Shared<[String: Coordinate]?>(nil)
    /// Every question for a landmark passes here.
    let landmarkBarrier = Barrier(isOpen: true)
    /// What a look-up by id finds: nothing for those that are not in it.
    let details = Shared<[PhotoID: Result<Photo?, PhotoSourceError>]>([:])
    let lookUps = Shared<[PhotoID]>([])
    /// Who waited for them.
    let lookUpPriorities = Shared<Set<HTTPRequest.Priority>>([])
    /// Every look-up passes here.
    let lookUpBarrier = Barrier(isOpen: true)

    func hasSubstitutes(for image: Rendition) -> Bool { image.name != "original" }

    /// The rendition for thumbnails, if there is one.
    let small = Shared<String?>(nil)
    var thumbnailRendition: String? { small.current }

    /// How long any photo may be kept without a word of the source's.
    let longestUnconfirmed = Shared<Duration?>(nil)

    private let tellers = Shared<[AsyncStream<SourceChange>.Continuation]>([])

    var changes: AsyncStream<SourceChange> {
        let (stream, teller) = AsyncStream<SourceChange>.makeStream()
        tellers.edit { $0.append(teller) }
        return stream
    }

    func tell(_ change: SourceChange) {
        for teller in tellers.current { teller.yield(change) }
    }

    func tellAgain(_ change: SourceChange) { tell(change) }

    init(places: [Place]) {
        self.places = Shared(.success(places))
    }

    func show(_ photos: [Photo], in place: Place = World.paris) {
        photosByPlace.edit { $0[place.id] = .success(PhotoPage(photos: photos, total: photos.count)) }
        details.edit { details in
            for photo in photos { details[photo.id] = .success(photo) }
        }
    }

    func topPlaces() async throws(PhotoSourceError) -> [Place] {
        await placesBarrier.pass()
        return try places.current.get()
    }

    func photos(_ query: PhotoQuery) async throws(PhotoSourceError) -> PhotoPage {
        if case .point(let coordinate, _) = query.subject {
            points.edit { $0.append(coordinate) }
            guard points.current.count <= 20 else { throw .failed("asked again and again") }
            await barrier.pass()
            return try photosAtPoint.current.get()
        }
        if case .area = query.subject {
            areaPages.edit { $0.append(query.page) }
            guard areaPages.current.count <= 20 else { throw .failed("asked again and again") }
            return photosInArea.current(query.page)
        }
        if case .tag(let tag) = query.subject {
            await barrier.pass()
            let photos = photosByTag.current[tag] ?? []
            return PhotoPage(photos: photos, total: photos.count)
        }
        if case .search = query.subject {
            await barrier.pass()
            return found.current(query) ?? PhotoPage(photos: [], total: 0)
        }
        guard case .place(let place) = query.subject else { throw .failed("this is not scripted") }
        questions.edit { $0.append(place.id) }
        await barrier.pass()
        let answer = photosByPlace.current[place.id] ?? .success(PhotoPage(photos: [], total: 0))
        await answers.pass()
        return try answer.get()
    }

    var findsLandmarks: Bool { landmarks.current != nil }

    func landmark(named name: String) async throws(PhotoSourceError) -> Landmark? {
        await landmarkBarrier.pass()
        return landmarks.current?[name].map { Landmark(title: name, coordinate: $0) }
    }

    func photo(_ id: PhotoID) async throws(PhotoSourceError) -> Photo? {
        lookUps.edit { $0.append(id) }
        lookUpPriorities.edit { _ = $0.insert(HTTPRequest.Priority.current) }
        await withTaskCancellationHandler {
            await lookUpBarrier.pass()
        } onCancel: {
            lookUpBarrier.open()
        }
        if Task.isCancelled { throw .cancelled }
        return try (details.current[id] ?? .success(nil)).get()
    }

    func image(of photo: Photo, upTo choice: String) -> Rendition? {
        photo.renditions.first { $0.name == choice } ?? photo.renditions.last
    }

    func longestUnconfirmed(_ photo: Photo) -> Duration? { longestUnconfirmed.current }

    func judge(_ head: ImageHead, firstBytes: [UInt8]) -> ImageVerdict {
        if firstBytes.starts(with: Array("<html>".utf8)) { return .refused("a page") }
        switch head.status {
        case 404: return .gone
        case 400: return .unserved("not in this width")
        default: return .photo
        }
    }
}

/// A network without anybody on it.
struct DeadTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        throw .cancelled
    }
}
