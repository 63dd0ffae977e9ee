internal import EmbeddedCredit
internal import Foundation
internal import PhotoTree

/// Makes a photo of a file and of what lies beside it.
struct PhotoReader: Sendable {
    /// What was read of a file.
    struct Read: Sendable {
        var photo: Photo
        var place: Place
        /// Of the bytes that were looked at.
        var digest: String
        /// Which of the files beside it could not be read.
        var unread: [Int] = []
    }

    private let places: FoundPlace

    init(_ places: FoundPlace) { self.places = places }

    /// Reads the beginning of a file, and the files beside it. The photo of one that names nobody has no author.
    ///
    /// - Parameters:
    ///   - file: the open file.
    ///   - path: its path below the folder.
    ///   - besides: what lies beside it, the likelier first.
    ///   - handout: what a handout tells of it, if it is of one.
    /// - Returns: the photo with its place.
    /// - Throws: why the file is no photo.
    func read(
        _ file: any PictureFile, at path: [UInt8], besides: [any PictureFile], handout: HandoutPhoto? = nil
    ) throws(LeftOut) -> Read {
        guard file.status.size > 0 else { throw LeftOut(.empty) }
        var failure: DiskError?
        let bounded = BoundedFile(count: Int(clamping: file.status.size)) { range in
            do throws(DiskError) {
                return try file.read(Int64(range.lowerBound)..<Int64(range.upperBound))
            } catch {
                failure = error
                return []
            }
        }
        let head = bounded.read(0..<min(ImageKind.headLength, Int(clamping: file.status.size)))
        if failure != nil { throw LeftOut(.unreadable) }
        guard let kind = ImageKind(head) else { throw LeftOut(.notAPicture) }
        var facts = EmbeddedFacts(bounded.bytes, kind)
        if failure != nil { throw LeftOut(.unreadable) }
        var taken = Self.past(facts.dates.lazy.compactMap { WallClockDate($0) })
        let unread = besides.indices.filter { !add(besides[$0], to: &facts, &taken) }
        let written = Timestamp(Int64((Double(file.status.modified) / 1_000_000_000).rounded(.down)))
        if let told = handout?.photo {
            taken = Self.past([told.taken].compactMap(\.self).map { WallClockDate($0, told.takenPrecision) })
            facts.position = told.coordinate
        }
        var photo = photo(facts, taken, file, written, at: path)
        if let told = handout?.photo { photo.take(told) }
        photo = photo.bounded
        let year = Self.year(photo.taken ?? Self.wallClock(photo.uploaded ?? written))
        let place = handout?.place.flatMap { places.place(of: $0) } ?? places.place(of: facts, year: year)
        let size = "\(file.status.size)"
        return Read(
            photo: photo, place: place, digest: ContentDigest.of(bounded.everything, Array(size.utf8)), unread: unread)
    }

    /// - Returns: Whether it could be read.
    private func add(
        _ beside: any PictureFile, to facts: inout EmbeddedFacts, _ taken: inout WallClockDate?
    ) -> Bool {
        guard let text = try? beside.read(0..<min(beside.status.size, Int64(BoundedFile.most))) else { return false }
        if let export = Takeout(text) {
            facts.position = facts.position ?? export.position
            if facts.description.isEmpty { facts.description = export.description }
            taken =
                taken
                ?? Self.past([export.taken].compactMap(\.self).map { WallClockDate(wallClock: Self.wallClock($0)) })
        } else {
            let more = EmbeddedFacts(packet: text)
            // What somebody wrote beside a file is newer than what is in it; but a position is the camera's.
            facts.position = facts.position ?? more.position
            facts.city = more.city.isEmpty ? facts.city : more.city
            facts.country = more.country.isEmpty ? facts.country : more.country
            facts.title = more.title.isEmpty ? facts.title : more.title
            facts.description = more.description.isEmpty ? facts.description : more.description
            facts.tags += more.tags
            facts.add(more.credit, of: more.holder)
            taken = taken ?? Self.past(more.dates.lazy.compactMap { WallClockDate($0) })
        }
        return true
    }

    private func photo(
        _ facts: EmbeddedFacts, _ taken: WallClockDate?, _ file: any PictureFile, _ written: Timestamp, at path: [UInt8]
    ) -> Photo {
        let text = path.pathText
        let name = Array(path.pathNames.last ?? []).pathText
        let ending = PhotoEnding.of(name) ?? ""
        let title = facts.title.isEmpty ? name.droppingLastBytes(ending.utf8.count) : facts.title
        // Programs write the title for a description where there is none.
        let description = facts.description == title ? "" : facts.description
        var seen: Set<String> = []
        let tags = facts.tags.map { PlainText.oneLine($0) }.filter { tag in
            TopicName.key(of: tag).map { seen.insert($0).inserted } ?? false
        }
        var photo = Photo(
            id: PhotoID(text), title: title, description: description, ownerName: facts.author,
            license: facts.credit?.license, coordinate: facts.position, tags: tags,
            pageURL: facts.credit?.page ?? "",
            renditions: [
                Rendition(
                    name: file.isPacked ? OwnRendition.packed : OwnRendition.inPlace, width: facts.shownSize?.width,
                    height: facts.shownSize?.height,
                    url: OwnRendition.url(of: PhotoID(text)),
                    byteCount: file.status.size,
                    digest: "stamp:" + file.status.stamp)
            ])
        // Before the time of the file, which is no upload: a camera's clock may be ahead of it.
        if let taken { photo.setTaken(taken.time, taken.precision) }
        photo.uploaded = written
        photo.ownPath = text
        return photo
    }

    /// The first that no wall clock shows later than now; one a day ahead may be in another zone.
    private static func past(_ dates: some Sequence<WallClockDate>) -> WallClockDate? {
        let tomorrow = Timestamp(Int64(Date().timeIntervalSince1970)) + .seconds(86_400)
        return dates.first { $0.time <= tomorrow }
    }

    private static func year(_ time: Timestamp) -> String { String((DateText.text(time) ?? "").prefix(4)) }

    /// What a clock here shows at a moment, as if it showed UTC.
    private static func wallClock(_ moment: Timestamp) -> Timestamp {
        let zone = TimeZone.current
        let seconds = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.rawValue)))
        return moment + .seconds(seconds)
    }
}

extension Photo {
    /// Says all that a handout's table says of it, the date of taking apart.
    fileprivate mutating func take(_ told: Photo) {
        (title, description, tags) = (told.title, told.description, told.tags)
        (ownerName, license, pageURL) = (told.ownerName, told.license, told.pageURL)
        (coordinate, accuracy, views) = (told.coordinate, told.accuracy, told.views)
        uploaded = told.uploaded ?? uploaded
        isOfHandout = true
    }
}

extension EmbeddedFacts {
    fileprivate var author: String {
        let author = credit?.author ?? ""
        return author.isEmpty ? holder : author
    }

    /// What a file beside the photo says of its owner goes first; what it leaves out, the photo says.
    fileprivate mutating func add(_ newer: PhotoCredit?, of newerHolder: String) {
        if !newerHolder.isEmpty { holder = newerHolder }
        guard var newer else { return }
        if newer.author.isEmpty { newer.author = credit?.author ?? "" }
        newer.license = newer.license ?? credit?.license
        credit = newer
    }
}

extension WallClockDate {
    fileprivate init(wallClock time: Timestamp) {
        self.init(time, .second)
    }
}
