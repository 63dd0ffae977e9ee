import Fuzzing
import Testing

@testable import PhotoTree

@Suite struct FuzzNames {
    static let titles = [
        "Sunset over Paris", "Été à l'Île.jpg", "東京タワー 2016/07/14", "map", "con.txt", "-rf *", ".hidden",
        "Straße (3)", "👩‍👩‍👧‍👦 at home 🏳️‍🌈", "ǅ İstanbul ıı", "a: \"b\" <c> |d|", "Unknown", "각각 각", "e\u{301}e\u{301}",
        "two\u{2028}lines", "\u{FB1D}e\u{E0041}\u{301}",
        "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
        "ends \u{600}",
    ]

    /// Why no file of ours may be called so; nil when one may.
    private func flaw(of name: String) -> String? {
        let scalars = name.unicodeScalars
        if name.isEmpty || name.utf8.count > 255 { return "\(name.utf8.count) bytes" }
        if let bad = scalars.first(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) {
            return "a control character, \(bad.value)"
        }
        if scalars.contains(where: { "/\\:*?\"<>|".unicodeScalars.contains($0) }) { return "a sign of paths or FAT" }
        let turning: ClosedRange<UInt32> = 0x202A...0x202E
        if scalars.contains(where: { turning.contains($0.value) || (0x2066...0x2069).contains($0.value) }) {
            return "a turn of the direction of writing"
        }
        if let first = scalars.first, first == "." || first == "-" || first == " " { return "its first character" }
        if let last = scalars.last, last == "." || last == " " { return "its last character" }
        // Foundation's own NFC composes across default-ignorable starters (e, U+E0041, U+0301), which Unicode forbids.
        if !CaselessKey.composed(name).utf8.elementsEqual(name.utf8) { return "no NFC" }
        return nil
    }

    private func demandLegal(_ names: some Collection<String>) throws {
        for name in names {
            if let flaw = flaw(of: name) { throw Fuzz.Failure("\(name.debugDescription): \(flaw)") }
        }
        let keys = Set(names.map(FileName.key))
        try Fuzz.demand(keys.count == names.count, "two of \(names.count) names are one")
    }

    @Test func `any title and description make a legal stem`() async throws {
        try await Fuzz.run("FileName", seeds: Self.titles, hostile: HostileText.all, inputs: 2_000) { text, random in
            let stem = FileName.photoStem(title: text, description: random.text(from: Self.titles))
            try demandLegal([stem + ".jpg"])
            try Fuzz.demand(stem.utf8.count <= FileName.maximumStemBytes, "\(stem.utf8.count) bytes")
            try Fuzz.demand(FileName.isPhotoName(stem + ".jpg"), "\(stem.debugDescription) is not known again")
            try Fuzz.demand(!FileName.isReserved(stem) && !FileName.isReserved(stem + ".geojson"), "reserved: \(stem)")
            let directory = FileName.directory(text)
            try demandLegal([directory])
            try Fuzz.demand(!FileName.isReserved(directory), "reserved: \(directory)")
        }
    }

    @Test func `the photos of any answer have legal names of their own that stay`() async throws {
        try await Fuzz.run("PhotoNames", seeds: Self.titles, hostile: HostileText.all, inputs: 250) { text, random in
            let texts = [text, random.text(from: Self.titles), text.uppercased(), ""]
            let photos = (0...random.upTo(20)).map { _ in
                let id = random.upTo(3) == 0 ? random.text(from: ["1", "2/3"]) : String(random.upTo(40))
                return Photo(
                    id: PhotoID(id), title: texts.randomElement(using: &random) ?? "",
                    description: texts.randomElement(using: &random) ?? "")
            }
            let names = PhotoNames.assign(photos, keeping: [:], taken: [FileName.key(text + ".jpg")])
            try demandLegal(names.values)
            try Fuzz.demand(Set(names.keys) == Set(photos.map(\.id)), "not every photo has a name")
            let again = PhotoNames.assign(photos.reversed(), keeping: names, taken: [])
            try Fuzz.demand(again == names, "a kept name changes")
            let damaged = names.mapValues { random.upTo(2) == 0 ? random.text(from: [$0]) : $0 }
            try demandLegal(PhotoNames.assign(photos, keeping: damaged, taken: []).values)
            for name in names.values { try demandRanked(name, rank: 1 + random.upTo(RankedName.capacity - 1)) }
        }
    }

    private func demandRanked(_ name: String, rank: Int) throws {
        let shown = RankedName.shown(name, rank: rank)
        try demandLegal([shown])
        let sidecar = RankedName.shown(name.dropLast(4) + ".geojson", rank: rank)
        try demandLegal([sidecar])
        let bare = RankedName.bare(shown)
        try Fuzz.demand(
            bare.map { RankedName.matches($0, name) } == true, "\(shown.debugDescription) is not found again")
    }

    @Test func `any text can be asked for its rank`() async throws {
        try await Fuzz.run("RankedName", seeds: ["01 Sunset.jpg", "20 a (1).geojson"]) { text, random in
            if let bare = RankedName.bare(text) {
                try Fuzz.demand(!bare.isEmpty && text.utf8.count == bare.utf8.count + 3, "no rank was taken off")
            }
            let shown = RankedName.shown(text, rank: 1 + random.upTo(19))
            try Fuzz.demand(shown.utf8.count <= 255, "\(shown.utf8.count) bytes")
        }
    }

    @Test func `the places of any answer have legal names of their own in any order`() async throws {
        let seeds = ["Paris", "San José", "Springfield", "Saint-Denis, Réunion", "東京"]
        try await Fuzz.run("PlaceNames", seeds: seeds, hostile: HostileText.all, inputs: 250) { text, random in
            // As it comes from a source.
            let text = ForeignText.bounded(text, maximumBytes: ForeignText.maximumLine)
            let texts = [text, random.text(from: seeds), text.lowercased(), "Paris"]
            let places = (0...random.upTo(20)).map { _ in
                Place(
                    id: PlaceID("woe:\(random.upTo(60))" + (random.upTo(5) == 0 ? text : "")),
                    name: texts.randomElement(using: &random) ?? "",
                    region: random.upTo(1) == 0 ? "" : texts.randomElement(using: &random) ?? "", country: "France",
                    origin: random.upTo(4) == 0 ? .added : .source)
            }
            let names = PlaceNames.assign(places)
            try demandLegal(names.values)
            try Fuzz.demand(Set(names.keys) == Set(places.map(\.id)), "not every place has a name")
        }
    }

    @Test func `the tags of any photos make directories of their own`() async throws {
        let seeds = ["sunset", "straße", "vision:sky=0971", "東京", "ǆungla", "e\u{301}te", "i\u{307}"]
        try await Fuzz.run("TagIndex", seeds: seeds, hostile: HostileText.all, inputs: 250) { text, random in
            let text = ForeignText.bounded(text, maximumBytes: ForeignText.maximumLine)
            let pool = [text, text.uppercased()] + (0..<8).map { _ in random.text(from: seeds) }
            let photos = (0...random.upTo(15)).map { number in
                let tags = (0..<random.upTo(6)).map { _ in pool.randomElement(using: &random) ?? "" }
                return Photo(id: PhotoID(String(number)), tags: tags)
            }
            let index = TagIndex(photos, topic: pool.randomElement(using: &random) ?? "")
            try demandLegal(index.entries.map(\.name))
            for entry in index.entries {
                try Fuzz.demand(!entry.photos.isEmpty && photos.indices.contains(entry.photos[0]), "no photos")
                try Fuzz.demand(zip(entry.photos, entry.photos.dropFirst()).allSatisfy(<), "a photo twice")
                try Fuzz.demand(index.entry(named: entry.name) == entry, "not found by its name")
                try Fuzz.demand(
                    index.entry(of: entry.tag) == entry, "\(entry.tag.debugDescription) is not found by tag")
            }
            let shown = index.entries.reduce(0) { $0 + $1.photos.count }
            let counted = photos.reduce(0) { $0 + index.directoryCount(of: $1.id) }
            try Fuzz.demand(shown == counted, "\(counted) links counted, \(shown) shown")
        }
    }

    @Test func `any typed name is a tag or none, and a tag's own key is itself`() async throws {
        let seeds = ["Eastern Sierra", "vision:sky=0.971", "São Paulo", "ǅ İ ß", "#1!", "日本 語"]
        try await Fuzz.run("TopicName", seeds: seeds, hostile: HostileText.all, inputs: 3_000) { text, _ in
            guard let key = TopicName.key(of: text) else { return }
            try Fuzz.demand(!key.isEmpty && text.utf8.count <= 255, "an empty key, or of too long a name")
            let again = TopicName.normalised(key)
            try Fuzz.demand(
                Array(again.utf8) == Array(key.utf8), "\(key.debugDescription) becomes \(again.debugDescription)")
        }
    }

    @Test func `any typed name is a point on Earth, a word or neither`() async throws {
        let seeds = [
            "48.8584,2.2945 Eiffel Tower", "-33.8,+151.2", "Paris", "48,85 2,29", "0.0,-180 東京", "1e3,2",
            "48°51'30\"N 2°17'40\"E", "geo:48.8,2.2?z=1", "geo:0,0?q=48.8%2C2.2(Caf%C3%A9 x)&z=1 y", "@48.8,2.2,17z",
            "8FW4V75V+8Q", "V75V+8Q Paris r200m",
            "S 33 51 24 E 151 12 55", "48,858° N, 2,294° E",
        ]
        try await Fuzz.run("PinName", seeds: seeds, hostile: HostileText.all, inputs: 10_000) { text, _ in
            switch PinName(text) {
            case nil: break
            case .nearby(_, let place):
                // A mark behind the sign makes another Character of it.
                try Fuzz.demand(!place.isEmpty && text.unicodeScalars.contains("+"), "no code")
            case .word(let word): try Fuzz.demand(word == text && text.utf8.count <= 255, "another word")
            case .point(let point, let words):
                try Fuzz.demand(
                    (-90...90).contains(point.latitude) && (-180...180).contains(point.longitude), "nowhere: \(point)")
                try Fuzz.demand(
                    words.first?.isWhitespace != true && words.unicodeScalars.last?.properties.isWhitespace != true,
                    "blanks around \(words.debugDescription)")
                let written = "\(DecimalText.of(point.latitude)),\(DecimalText.of(point.longitude))"
                guard case .point(let again, words: "") = PinName(written) else {
                    throw Fuzz.Failure("\(written) is no point")
                }
                let error = max(abs(again.latitude - point.latitude), abs(again.longitude - point.longitude))
                try Fuzz.demand(error < 1e-6, "\(written) is elsewhere")
            }
        }
    }
}
