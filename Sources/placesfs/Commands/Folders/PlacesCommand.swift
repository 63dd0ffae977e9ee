internal import ArgumentParser
internal import Gazetteer
internal import PhotoTree

/// `placesfs places`: finds places, and shows the command that adds each.
struct PlacesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places", abstract: "Search the built-in list of places, by name or near a point.",
        discussion: """
            You can type the name of a place in any language, the beginning of a name, or a name with a letter or two \
            wrong. Where several places have one name, add a comma and the region or country: placesfs places \
            'Springfield, Illinois'. For a point, or the address of a map, you get the line that drops a pin there.
            With --popular you get the places where most people photograph now, as the last mount of Flickr or Wikimedia \
            Commons learnt it; in a mount, as that one did. Nobody is asked.
            """)

    @Flag(help: "As a JSON array, one object a place (default: no).")
    var json = false

    // A point south of the equator begins with a minus, as an option does.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Show the places nearest to this point instead.", valueName: "latitude,longitude"))
    var near: String?

    @Option(
        help: ArgumentHelp(
            "Show the places of the photos in this folder or zip file, and what is left out of it.",
            valueName: "folder"),
        completion: .directory)
    var from: String?

    @Flag(help: "Show the places where people photograph now, by rank (default: no).")
    var popular = false

    @Option(help: ArgumentHelp("Show so many places at most (default: 10; with --popular all).", valueName: "number"))
    var limit: Int?

    @OptionGroup(title: "Options of --popular") var stored: StoredOptions

    @Argument(
        parsing: .allUnrecognized, help: "A name, a point, or the address of a map.", completion: .placeNames)
    var words: [String] = []

    /// The words as typed, without `--`, which the parser takes for a word, too.
    private var text: String { words.filter { $0 != "--" }.joined(separator: " ") }

    func validate() throws {
        if MapAddress.point(in: text) == nil, let stranger = words.first(where: { $0 != "--" && $0.hasPrefix("-") }) {
            throw ValidationError("'\(stranger)' is neither an option nor a point like -33.87,151.21")
        }
        let asked = [!text.isEmpty, near != nil, from != nil, popular].count { $0 }
        guard asked == 1 else {
            let forms = "a name, or --near LAT,LON, or --from FOLDER, or --popular"
            throw ValidationError("type \(asked > 1 ? "only one of these: " : "")\(forms)")
        }
        if let limit, !(1...1000).contains(limit) { throw ValidationError("--limit wants a number from 1 to 1000") }
    }

    func run() async throws {
        if popular { return try await PopularList(stored.foldersHere()).show(limit: limit, asJSON: json) }
        let gazetteer: Gazetteer
        do {
            gazetteer = try Gazetteer.bundled()
        } catch {
            throw CommandFailure(.failure, "\(error)")
        }
        if let from { return try await OwnPlaces(AbsolutePath.of(from), gazetteer).show(limit: limit, asJSON: json) }
        let target = TypedFolder.ofThisUser()
        if let near {
            guard let point = MapAddress.point(in: near) else {
                throw CommandFailure(.usage, "'\(near)' is no point; write it as 48.8584,2.2945")
            }
            return try show(
                gazetteer.nearby(point, limit: limit ?? 10).map {
                    FoundPlace($0.place, $0.population, $0.metres, of: gazetteer, in: target)
                })
        }
        if let point = MapAddress.point(in: text) {
            return try show([FoundPlace(point, gazetteer.words(for: point), in: target)])
        }
        if let known = UnreadPoint.explanation(text) { throw CommandFailure(.failure, "'\(text)' \(known)") }
        let found = gazetteer.search(text, limit: limit ?? 10)
        guard !found.isEmpty else {
            throw CommandFailure(.failure, "found nothing like '\(text)'; try a shorter name, or --near LAT,LON")
        }
        try show(found.map { FoundPlace($0.place, $0.population, nil, of: gazetteer, in: target) })
    }

    private func show(_ found: [FoundPlace]) throws {
        if json {
            try Output.json(found)
        } else {
            Output.text(found.map(\.text).joined(separator: "\n"))
        }
    }
}
