/// Reads the name of a folder in `search/` as a query: parts between commas, each of a kind that `SearchPart` lists.
public enum SearchName {
    /// Why a name is no query.
    public struct Refusal: Error, Hashable, Sendable {
        /// In a sentence, without a full stop.
        public var reason: String
        /// What was understood of the name until then, in words; empty for nothing.
        public var understood: String

        /// The whole explanation for the user.
        public var sentence: String {
            understood.isEmpty ? reason : "\(reason) (understood so far: \(understood))"
        }
    }

    /// The query that `name` means.
    ///
    /// - Parameters:
    ///   - name: As it was typed.
    ///   - now: A time that begins later is refused.
    ///   - isPlace: Whether a name or point is known as a place. The parts behind a place join it while the longer name
    ///     is one, too: "in Springfield, Illinois".
    ///   - isNoted: Whether a name is that of a place that people know: where it stands without "in", that is told.
    /// - Returns: What the name asks for; its place is a name still.
    /// - Throws: Why the name is no query.
    public static func query(
        _ name: String, now: Timestamp, isPlace: (String) -> Bool, isNoted: (String) -> Bool = { _ in false }
    ) throws(Refusal) -> PhotoSearch {
        // No folder has a slash in its name, but `placesfs search AC/DC` makes none.
        if let fault = NameRules.fault(of: name.replacingBytes(of: "/", with: "-")) {
            throw Refusal(reason: "this cannot be a query: \(fault)", understood: "")
        }
        // As the arguments of a program are decoded.
        guard !name.unicodeScalars.contains("\u{FFFD}") else {
            throw Refusal(reason: "this cannot be a query: it has bytes that are no UTF-8", understood: "")
        }
        guard let parts = SearchToken.pieces(of: name).map(SearchPoint.joined) else {
            throw Refusal(reason: "a quotation mark is not closed", understood: "")
        }
        var search = PhotoSearch()
        var rest = SearchDate.divided(parts).flatMap { SearchPart.divided($0) }
            .flatMap { SearchVocabulary.divided($0) }[...]
        if let first = rest.popFirst() { rest = opened(first) + rest }
        var wordy: [String] = []
        while let part = rest.popFirst() {
            do throws(SearchPart.Refusal) {
                guard !part.isEmpty else { throw .init(sentence: "there is nothing between two commas") }
                var read = try SearchPart(part, isPlace: isPlace)
                if case .place(let place, let radius) = read {
                    let (joined, count) = try join(place, rest, isPlace)
                    rest = rest.dropFirst(count)
                    read = .place(joined.name, radius: joined.radius ?? radius)
                    if SearchPart.isPoint(joined.name) {
                        rest = labelled(rest, &read)
                    } else {
                        search.remark = rest.first.flatMap { SearchDoubt.unjoined($0, behind: joined.name, isPlace) }
                    }
                } else if case .words = read {
                    wordy.append(part)
                }
                try search.add(read, part, now: now)
            } catch {
                throw Refusal(reason: error.sentence, understood: search.words(isForPeople: true))
            }
        }
        // Words may look like a place, unless another part is one.
        if search.place == nil { search.remark = SearchDoubt.of(wordy, isPlace, isNoted: isNoted) }
        do throws(SearchPart.Refusal) {
            try search.check()
        } catch {
            throw Refusal(reason: error.sentence, understood: search.words(isForPeople: true))
        }
        return search
    }

    /// Of "photos of lions" the subject, of "10 newest photos of lions" also what it says of the photos.
    private static func opened(_ part: String) -> ArraySlice<String> {
        let words = part.split(separator: " ").map(String.init)
        for count in 0..<min(4, words.count) {
            let rest = words[count...].joined(separator: " ")
            guard let subject = SearchVocabulary.behind(SearchVocabulary.openings, rest), !subject.isEmpty else {
                continue
            }
            guard count > 0 else { return [subject] }
            let told = SearchVocabulary.divided(words[..<count].joined(separator: " ") + " photos")
            return told.allSatisfy(SearchPart.isOfAList) ? [subject] + told[...] : [part]
        }
        return [part]
    }

    /// "near 48.8584,2.2945, Eiffel Tower r500m": a radius behind the words that follow a point is the point's.
    private static func labelled(_ rest: ArraySlice<String>, _ read: inout SearchPart) -> ArraySlice<String> {
        guard case .place(let point, nil) = read, let part = rest.first,
            let metres = PinName.radiusInMetres(in: "x \(part)"), !PinName.withoutRadius(part).isEmpty
        else { return rest }
        read = .place(point, radius: metres)
        return [PinName.withoutRadius(part)] + rest.dropFirst()
    }

    /// More parts never belong to one name: a village, its county, state and country.
    private static let mostJoined = 4

    /// Whether `name` is a place, or "V75V+9Q Paris, France", a code near one.
    private static func isKnown(_ name: String, _ isPlace: (String) -> Bool) -> Bool {
        if case .nearby(_, let place)? = PinName(name) { isPlace(place) } else { isPlace(name) }
    }

    /// The longest name of a place that begins with `place`, and how many of the following parts belong to it.
    private static func join(
        _ place: String, _ rest: ArraySlice<String>, _ isPlace: (String) -> Bool
    ) throws(SearchPart.Refusal) -> (joined: (name: String, radius: Int?), count: Int) {
        var longest: (joined: (name: String, radius: Int?), count: Int) = ((place, nil), 0)
        var name = place
        if let country = PlaceWords.cities.first(where: { $0.value == place })?.key, let part = rest.first,
            !isPlace("\(place), \(part)"), isPlace("\(country), \(part)")
        {
            // "à Mexico, Missouri"
            return try join(country, rest, isPlace)
        }
        // Behind a point a pin may bear any label, and nothing makes one of what is none.
        guard PinName(place) != nil, !SearchPart.isPoint(place) else { return longest }
        for (index, part) in rest.prefix(mostJoined).enumerated() {
            let bare = PinName.withoutRadius(part)
            // A part of another kind ends the name; half a point is a number and none of them.
            guard !bare.isEmpty, (try? SearchPart(part, isPlace: isPlace))?.isOfAList != true else { break }
            name += ", " + bare
            if isKnown(name, isPlace) { longest = ((name, PinName.radiusInMetres(in: "x \(part)")), index + 1) }
            if SearchPart.isPoint(name) { break }
        }
        return longest
    }
}

extension PhotoSearch {
    fileprivate mutating func add(_ part: SearchPart, _ typed: String, now: Timestamp) throws(SearchPart.Refusal) {
        switch part {
        case .place(let name, let metres):
            try Self.set(&place, name, "places")
            if let metres { try Self.set(&radius, metres, "radii") }
        case .radius(let metres): try Self.set(&radius, metres, "radii")
        case .taken(let span):
            if let start = span.start, start > now { throw .init(sentence: "\"\(typed)\" is in the future") }
            try Self.set(&taken, span, "times")
        case .license(let filter): try Self.set(&license, filter, "licences")
        case .shape(let kind): try Self.set(&shape, kind, "shapes")
        case .longerSide(let pixels): try Self.set(&longerSide, pixels, "sizes")
        case .author(let name): try Self.set(&author, name, "authors")
        case .order(let kind): try Self.set(&order, kind, "orders")
        case .count(let number): try Self.set(&count, number, "numbers of photos")
        case .known:
            guard !isKnown else { throw .init(sentence: "\"known\" stands there twice") }
            isKnown = true
        case .words(let terms):
            for term in terms {
                switch term {
                case .wanted(let wanted): words.append(wanted)
                case .excluded(let unwanted): excluded.append(unwanted)
                case .tag(let tag): tags.append(tag)
                }
            }
        }
    }

    private static func set<Value>(
        _ value: inout Value?, _ new: Value, _ kind: String
    ) throws(SearchPart.Refusal) {
        guard value == nil else { throw .init(sentence: "there are two \(kind)") }
        value = new
    }

    /// Contradictions, and a query that looks for nothing.
    fileprivate func check() throws(SearchPart.Refusal) {
        guard hasSubject else {
            throw .init(sentence: "there is nothing to look for: type words, \"in PLACE\", \"by NAME\" or \"#tag\"")
        }
        if place == nil {
            if radius != nil { throw .init(sentence: "a radius needs a place: \"in PLACE\"") }
            if order == .nearest { throw .init(sentence: "\"nearest\" needs a place: \"in PLACE\"") }
        }
        if let both = words.first(where: { word in excluded.contains { $0.key == word.key } }) {
            throw .init(sentence: "\"\(both.text)\" must be there and must not")
        }
        guard tags.count <= Self.mostTags else { throw .init(sentence: "there are more than \(Self.mostTags) tags") }
    }

    /// Flickr takes no more.
    private static let mostTags = 20
}
